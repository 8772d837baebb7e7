import type { ErrorCode } from './catalog.ts';
import type { BrokenRule, RuleValue } from './rules/rules.ts';

/** One fault of an input: its place (JSON pointer, RFC 6901, `""` for the whole) and the broken rule. */
export interface Problem {
  readonly pointer: string;
  readonly message: string;
  /** The same for programs; absent where the rule has no code. */
  readonly rule?: BrokenRule;
  /** Of metadata, the very value in a form that has a place for each field, even for one that was not sent. */
  readonly formPlace?: FormPlace;
}

/** Names of block and field, then the repetition, the child, the repetition of the child, as far as there are such. */
export type FormPlace = readonly (string | number)[];

/** Most problems listed in one response; a hostile body could contain millions. */
export const MOST_PROBLEMS = 1000;
/** The last entry of a truncated list. */
export const unlisted: Problem = { pointer: '', message: `Only the first ${MOST_PROBLEMS} problems are listed.` };

/** Longest sentence about the whole, and longest pointer or sentence of one problem: both may repeat the input. */
const LONGEST = { message: 10_000, problem: 1000 };
/** Most words of a list that a rule names. */
const MOST_WORDS = 100;

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}

function listed(problems: readonly Problem[]): readonly Problem[] {
  const complete = problems.length <= MOST_PROBLEMS || problems[MOST_PROBLEMS] === unlisted;
  const first = complete ? problems : [...problems.slice(0, MOST_PROBLEMS), unlisted];
  return first.map(({ pointer, message, rule, formPlace }) => ({
    pointer: shortened(pointer, LONGEST.problem),
    message: shortened(message, LONGEST.problem),
    ...(rule && { rule: shortenedRule(rule) }),
    ...(formPlace && { formPlace }),
  }));
}

/** Its values may repeat the input, too. */
function shortenedRule({ about, ...rule }: BrokenRule): BrokenRule {
  const short = (text: string): string => shortened(text, LONGEST.problem);
  const values = Object.entries(rule.values).map(([name, value]): [string, RuleValue] => {
    if (typeof value === 'object') return [name, value.slice(0, MOST_WORDS).map(short)];
    return [name, typeof value === 'string' ? short(value) : value];
  });
  return { ...rule, values: Object.fromEntries(values), ...(about !== undefined && { about: short(about) }) };
}

interface DomainErrorOptions {
  readonly problems?: readonly Problem[];
  readonly rule?: BrokenRule | undefined;
  readonly cause?: unknown;
}

/**
 * The only error that domain and storage throw on purpose. The code decides the meaning, the message is a sentence for people, `problems`
 * lists every fault of an input at once. The size of both is bounded.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  /** The rule that the message is about, where it is about one and no problem has it. */
  readonly rule: BrokenRule | undefined;

  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(shortened(message, LONGEST.message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.problems = listed(options.problems ?? []);
    this.rule = options.rule && shortenedRule(options.rule);
  }
}
