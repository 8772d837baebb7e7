import type { core } from 'zod';
import { broken, type ToldRule } from './broken.ts';
import { type BrokenRule, rules } from './rules.ts';
import type { Counted } from './shape-rules.ts';

const COUNTED: Readonly<Record<string, Counted>> = {
  string: 'characters',
  array: 'entries',
  set: 'entries',
  map: 'entries',
  object: 'keys',
};

function tooSmall({ origin, minimum, inclusive }: core.$ZodIssueTooSmall): ToldRule {
  const least = Number(minimum);
  const counts = COUNTED[origin];
  if (counts !== undefined) return broken('TOO_FEW', { least, counts });
  return inclusive === false ? broken('NOT_ABOVE', { bound: least }) : broken('TOO_LOW', { least });
}

function tooBig({ origin, maximum, inclusive }: core.$ZodIssueTooBig): ToldRule {
  const most = Number(maximum);
  const counts = COUNTED[origin];
  if (counts !== undefined) return broken('TOO_MANY', { most, counts });
  return inclusive === false ? broken('NOT_BELOW', { bound: most }) : broken('TOO_HIGH', { most });
}

/** The rule that a check of a schema carries. */
function carried(params: Readonly<Record<string, unknown>> | undefined): BrokenRule | undefined {
  const rule = params?.['rule'];
  if (typeof rule !== 'object' || rule === null || !('code' in rule)) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `byRule` alone puts it there, with a code of the catalogue
  return Object.hasOwn(rules, String(rule.code)) ? (rule as BrokenRule) : undefined;
}

/** What a schema found, as a rule; undefined for what has none. `input` is there where the schema reports it, or while it asks for words. */
export function ruleOfIssue(issue: core.$ZodRawIssue | core.$ZodIssue): ToldRule | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both kinds have what is read of them here
  const known = issue as core.$ZodIssue;
  const isMissing = issue.input === undefined;
  switch (known.code) {
    case 'invalid_type':
      return broken('WRONG_KIND', { isMissing, kind: known.expected });
    case 'invalid_value':
      return broken('NOT_ONE_OF', { isMissing, words: known.values.map(String) });
    case 'too_small':
      return tooSmall(known);
    case 'too_big':
      return tooBig(known);
    case 'not_multiple_of':
      return broken('NO_MULTIPLE', { divisor: known.divisor });
    case 'unrecognized_keys':
      return broken('UNKNOWN_KEYS', { keys: known.keys });
    case 'invalid_format':
      return known.format === 'regex' ? undefined : broken('WRONG_FORMAT', { format: known.format });
    case 'invalid_union':
      return broken('NO_ACCEPTED_FORM', { isMissing });
    case 'custom': {
      const rule = carried(known.params);
      return rule === undefined ? undefined : { message: known.message, rule };
    }
    default:
      return undefined;
  }
}

/** The sentence that the schema says of an issue, with the code of its rule where it has one. */
export function toldOf(issue: core.$ZodIssue): ToldRule | { readonly message: string } {
  const told = ruleOfIssue(issue);
  return told === undefined ? { message: issue.message } : { message: issue.message, rule: told.rule };
}
