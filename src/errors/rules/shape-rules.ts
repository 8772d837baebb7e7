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
  MISSING: () => 'is missing',
  BLANK: () => 'must not be blank',
  EMPTY: () => 'must not be empty',
  WRONG_KIND: (told: { isMissing: boolean; kind: string }) =>
    `${missing(told.isMissing)}must be ${WANTED[told.kind] ?? `of the type ${told.kind}`}`,
  NOT_ONE_OF: (told: { isMissing: boolean; words: readonly string[] }) =>
    `${missing(told.isMissing)}must be ${told.words.length === 1 ? '' : 'one of '}${told.words.join(', ')}`,
  TOO_FEW: ({ least, counts }: { least: number; counts: Counted }) => `must have at least ${counted(least, counts)}`,
  TOO_MANY: ({ most, counts }: { most: number; counts: Counted }) => `must have at most ${counted(most, counts)}`,
  TOO_LOW: ({ least }: { least: number }) => `must be at least ${least}`,
  TOO_HIGH: ({ most }: { most: number }) => `must be at most ${most}`,
  NOT_ABOVE: ({ bound }: { bound: number }) => `must be more than ${bound}`,
  NOT_BELOW: ({ bound }: { bound: number }) => `must be less than ${bound}`,
  NO_MULTIPLE: ({ divisor }: { divisor: number }) => `must be a multiple of ${divisor}`,
  UNKNOWN_KEYS: ({ keys }: { keys: readonly string[] }) => `has unknown keys: ${keys.join(', ')}`,
  WRONG_FORMAT: ({ format }: { format: string }) => `must be a valid ${format === 'datetime' ? 'date and time (ISO 8601)' : format}`,
  NO_ACCEPTED_FORM: ({ isMissing }: { isMissing: boolean }) => `${missing(isMissing)}has none of the accepted forms`,
  UNSTORABLE: () => 'must not contain a NUL character or an unpaired surrogate',
  ONE_LINE: () => 'must be one line',
  TAKEN: () => 'is taken',
  EMAIL_ADDRESS: () => 'must be an e-mail address',
  HTTP_ADDRESS: () => 'must be an http or https address',
  DIGITS_ONLY: () => 'must not consist of digits only',
  LANGUAGE_CODE: () => 'must be a two-letter code of ISO 639-1, in lower case',
};
