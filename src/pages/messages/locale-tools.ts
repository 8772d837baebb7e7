/** Numbers, days, moments and plurals as a language writes them. */
export interface LocaleTools {
  /** A whole number, its thousands set apart. */
  readonly number: (value: number) => string;
  /** A measured number with up to six digits that count. */
  readonly measure: (value: number) => string;
  /** A number with so many digits behind the point. */
  readonly decimal: (value: number, digits: number) => string;
  /** A day of an ISO 8601 date or moment, in universal time; a year or a month as it is. */
  readonly day: (iso: string) => string;
  /** Day and time of an ISO 8601 moment, in universal time. */
  readonly moment: (iso: string) => string;
  /** One of two words by a number; what has no word of its own takes the last. */
  readonly plural: (count: number, one: string, other: string) => string;
}

/** Makes them for a language, once. */
export function localeTools(locale: string): LocaleTools {
  const numbers = new Intl.NumberFormat(locale);
  const measures = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 });
  const decimals = [0, 1].map((digits) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const plurals = new Intl.PluralRules(locale);
  return {
    number: (value) => numbers.format(value),
    measure: (value) => measures.format(value),
    decimal: (value, digits) => (decimals[digits] ?? numbers).format(value),
    day: (iso) => (/^\d{4}-\d\d-\d\d/.test(iso) ? days.format(new Date(iso)) : iso),
    moment: (iso) => `${moments.format(new Date(iso))} UTC`,
    plural: (count, one, other) => (plurals.select(count) === 'one' ? one : other),
  };
}
