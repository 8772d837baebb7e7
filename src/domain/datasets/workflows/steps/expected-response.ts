/**
 * Patterns for what a step is answered. They come from an administrator, what they look at from another machine, and the server does
 * nothing else meanwhile: so they are matched in linear time (RE2), and neither may be long. Measured: 0.1 s for the worst of both.
 */
import { RE2JS } from 're2js';

const LONGEST_PATTERN = 500;
/** Instructions of a compiled pattern; each character of an answer may pass all of them. */
const LARGEST_PROGRAM = 2000;
/** Characters of an answer that a pattern is compared with. */
const LONGEST_ANSWER = 10_000;

const compiled = (pattern: string) => RE2JS.compile(pattern, RE2JS.DOTALL);

/** What is wrong with a pattern, as the end of a sentence; undefined when nothing is. */
export function expectedResponseFault(pattern: string): string | undefined {
  if (pattern.length > LONGEST_PATTERN) return `must not be longer than ${LONGEST_PATTERN} characters`;
  try {
    return compiled(pattern).programSize() > LARGEST_PROGRAM ? 'repeats too much to be matched quickly' : undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '';
    return `must be a regular expression of RE2, without looking ahead or back: ${reason}`;
  }
}

/** Whether an answer as a whole, without space around it, matches a pattern. Source: users-admin.md 14.2. */
export function isExpectedResponse(pattern: string, answer: string): boolean {
  const text = answer.trim();
  return text.length <= LONGEST_ANSWER && compiled(pattern).matches(text);
}
