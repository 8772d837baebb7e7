/** Länder und Sprachen, wie Unicode sie auf Deutsch nennt. */
import { countryCodes, languageCodes } from '../../../../generated/shipped-words.ts';

const regions = new Intl.DisplayNames('de', { type: 'region', fallback: 'none' });
const languages = new Intl.DisplayNames('de', { type: 'language', fallback: 'none' });
const codes = {
  country: { codes: new Map<string, string>(Object.entries(countryCodes)), names: regions },
  language: { codes: new Map<string, string>(Object.entries(languageCodes)), names: languages },
};
/** Asked for once: a name costs a fifth of a millisecond, and a form shows all of them. */
const told = new Map<string, string | undefined>();

/** Der deutsche Name eines Wertes; undefined, wenn das Feld keiner von Ländern oder Sprachen ist oder es keinen gibt. */
export function placeNamed(field: string, value: string): string | undefined {
  if (field !== 'country' && field !== 'language') return undefined;
  const { codes: known, names } = codes[field];
  const code = known.get(value);
  if (code === undefined) return undefined;
  const key = `${field} ${code}`;
  if (!told.has(key)) told.set(key, names.of(code));
  return told.get(key);
}
