/** Rules for the shape of any value. Sentences go on from the name of what they are about. */

/** What sizes count. */
export type Counted = 'characters' | 'entries' | 'keys';

const SINGULAR: Readonly<Record<Counted, string>> = { characters: 'character', entries: 'entry', keys: 'key' };

const WANTED: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const missing = (isMissing: boolean): string => (isMissing ? 'is missing; it ' : '');
const counted = (count: number, what: Counted): string => `${count} ${count === 1 ? SINGULAR[what] : what}`;

export const shapeRules = {
  MISSING: (): string => 'is missing',
  BLANK: (): string => 'must not be blank',
  EMPTY: (): string => 'must not be empty',
  WRONG_KIND: (told: { isMissing: boolean; kind: string }): string =>
    `${missing(told.isMissing)}must be ${WANTED[told.kind] ?? `of the type ${told.kind}`}`,
  NOT_ONE_OF: (told: { isMissing: boolean; words: readonly string[] }): string =>
    `${missing(told.isMissing)}must be ${told.words.length === 1 ? '' : 'one of '}${told.words.join(', ')}`,
  TOO_FEW: ({ least, counts }: { least: number; counts: Counted }): string => `must have at least ${counted(least, counts)}`,
  TOO_MANY: ({ most, counts }: { most: number; counts: Counted }): string => `must have at most ${counted(most, counts)}`,
  TOO_LOW: ({ least }: { least: number }): string => `must be at least ${least}`,
  TOO_HIGH: ({ most }: { most: number }): string => `must be at most ${most}`,
  NOT_ABOVE: ({ bound }: { bound: number }): string => `must be more than ${bound}`,
  NOT_BELOW: ({ bound }: { bound: number }): string => `must be less than ${bound}`,
  NO_MULTIPLE: ({ divisor }: { divisor: number }): string => `must be a multiple of ${divisor}`,
  UNKNOWN_KEYS: ({ keys }: { keys: readonly string[] }): string => `has unknown keys: ${keys.join(', ')}`,
  WRONG_FORMAT: ({ format }: { format: string }): string =>
    `must be a valid ${format === 'datetime' ? 'date and time (ISO 8601)' : format}`,
  NO_ACCEPTED_FORM: ({ isMissing }: { isMissing: boolean }): string => `${missing(isMissing)}has none of the accepted forms`,
  UNSTORABLE: (): string => 'must not contain a NUL character or an unpaired surrogate',
  ONE_LINE: (): string => 'must be one line',
  TAKEN: (): string => 'is taken',
  EMAIL_ADDRESS: (): string => 'must be an e-mail address',
  HTTP_ADDRESS: (): string => 'must be an http or https address',
  DIGITS_ONLY: (): string => 'must not consist of digits only',
  LANGUAGE_CODE: (): string => 'must be a two-letter code of ISO 639-1, in lower case',
};
