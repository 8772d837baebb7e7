import type { shapeRules as english } from '../../../../errors/rules/shape-rules.ts';
import type { InGerman } from './in-german.ts';

const KINDS: Readonly<Record<string, string>> = {
  string: 'ein Text',
  number: 'eine Zahl',
  int: 'eine ganze Zahl',
  boolean: 'ja oder nein (true oder false)',
  array: 'eine Liste',
  object: 'ein Objekt',
  record: 'ein Objekt',
  date: 'ein Zeitpunkt',
  null: 'leer',
};

const FORMATS: Readonly<Record<string, string>> = {
  url: 'eine gültige Webadresse',
  date: 'ein Datum der Form JJJJ-MM-TT',
  datetime: 'ein Zeitpunkt nach ISO 8601',
  email: 'eine E-Mail-Adresse',
  uuid: 'eine UUID',
};

const COUNTED = { characters: 'Zeichen', entries: ['Eintrag', 'Einträge'], keys: ['Schlüssel', 'Schlüssel'] } as const;

function counted(count: number, what: keyof typeof COUNTED): string {
  const words = COUNTED[what];
  return `${count} ${typeof words === 'string' ? words : words[count === 1 ? 0 : 1]}`;
}

const missing = (isMissing: boolean): string => (isMissing ? 'fehlt und ' : '');

export const shapeRules: InGerman<typeof english> = {
  MISSING: () => 'fehlt',
  BLANK: () => 'darf nicht leer sein',
  EMPTY: () => 'darf nicht leer sein',
  WRONG_KIND: ({ isMissing, kind }) => `${missing(isMissing)}muss ${KINDS[kind] ?? `von der Art ${kind}`} sein`,
  NOT_ONE_OF: ({ isMissing, words }) =>
    words.length === 1
      ? `${missing(isMissing)}muss ${words[0] ?? ''} sein`
      : `${missing(isMissing)}muss eines davon sein: ${words.join(', ')}`,
  TOO_FEW: ({ least, counts }) =>
    least === 1 && counts === 'characters' ? 'darf nicht leer sein' : `muss mindestens ${counted(least, counts)} haben`,
  TOO_MANY: ({ most, counts }) => `darf höchstens ${counted(most, counts)} haben`,
  TOO_LOW: ({ least }) => `muss mindestens ${least} sein`,
  TOO_HIGH: ({ most }) => `darf höchstens ${most} sein`,
  NOT_ABOVE: ({ bound }) => `muss größer als ${bound} sein`,
  NOT_BELOW: ({ bound }) => `muss kleiner als ${bound} sein`,
  NO_MULTIPLE: ({ divisor }) => `muss ein Vielfaches von ${divisor} sein`,
  UNKNOWN_KEYS: ({ keys }) => `hat unbekannte Schlüssel: ${keys.join(', ')}`,
  WRONG_FORMAT: ({ format }) => `muss ${FORMATS[format] ?? `von der Form ${format}`} sein`,
  NO_ACCEPTED_FORM: ({ isMissing }) => `${missing(isMissing)}hat keine der zulässigen Formen`,
  UNSTORABLE: () => 'darf weder ein NUL-Zeichen noch ein halbes Zeichen (einzelnes Surrogat) enthalten',
  ONE_LINE: () => 'darf nur eine Zeile haben',
  TAKEN: () => 'ist schon vergeben',
  EMAIL_ADDRESS: () => 'muss eine E-Mail-Adresse sein',
  HTTP_ADDRESS: () => 'muss eine Adresse sein, die mit http:// oder https:// beginnt',
  DIGITS_ONLY: () => 'darf nicht nur aus Ziffern bestehen',
  LANGUAGE_CODE: () => 'muss ein Sprachcode aus zwei Kleinbuchstaben nach ISO 639-1 sein',
};
