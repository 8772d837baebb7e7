/** Sentences for the rules of a schema, for the client that sent the value; a schema with its own message keeps it. */
import type { core } from 'zod';

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

/** The units that sizes count. */
const COUNTED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  object: ['key', 'keys'],
};

function bound(
  limit: 'at least' | 'at most',
  value: number | bigint,
  { origin, inclusive }: { origin: string; inclusive?: boolean | undefined },
): string {
  const counted = COUNTED[origin];
  if (counted !== undefined) return `must have ${limit} ${value} ${counted[Number(value) === 1 ? 0 : 1]}`;
  if (inclusive === false) return `must be ${limit === 'at least' ? 'more' : 'less'} than ${value}`;
  return `must be ${limit} ${value}`;
}

const listed = (values: readonly unknown[]) => values.map(String).join(', ');

/** The rule that a value breaks, to be given to a schema as `error`; undefined leaves it to the schema. */
export const ruleInWords: core.$ZodErrorMap = (issue) => {
  const missing = issue.input === undefined ? 'is missing; it ' : '';
  switch (issue.code) {
    case 'invalid_type':
      return `${missing}must be ${WANTED[issue.expected] ?? `of the type ${issue.expected}`}`;
    case 'invalid_value':
      return `${missing}must be ${issue.values.length === 1 ? '' : 'one of '}${listed(issue.values)}`;
    case 'too_small':
      return bound('at least', issue.minimum, issue);
    case 'too_big':
      return bound('at most', issue.maximum, issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has unknown keys: ${listed(issue.keys)}`;
    case 'invalid_format':
      return issue.format === 'regex'
        ? undefined
        : `must be a valid ${issue.format === 'datetime' ? 'date and time (ISO 8601)' : issue.format}`;
    case 'invalid_union':
      return `${missing}has none of the accepted forms`;
    default:
      return undefined;
  }
};
