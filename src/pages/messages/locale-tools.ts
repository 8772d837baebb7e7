/** Numbers, moments and plurals as a language writes them. */
export interface LocaleTools {
  readonly number: (value: number) => string;
  /** Day and time of an ISO 8601 moment, in universal time. */
  readonly moment: (iso: string) => string;
  /** One of two words by a number; what has no word of its own takes the last. */
  readonly plural: (count: number, one: string, other: string) => string;
}

/** Makes them for a language, once. */
export function localeTools(locale: string): LocaleTools {
  const numbers = new Intl.NumberFormat(locale);
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const plurals = new Intl.PluralRules(locale);
  return {
    number: (value) => numbers.format(value),
    moment: (iso) => `${moments.format(new Date(iso))} UTC`,
    plural: (count, one, other) => (plurals.select(count) === 'one' ? one : other),
  };
}
