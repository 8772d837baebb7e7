import type { Problem } from '../errors/domain-error.ts';
import { pointerTo } from '../errors/json-pointer.ts';
import { broken } from '../errors/rules/broken.ts';

/** Enough to find the cause; a hostile input would fill the response. */
const MOST_PROBLEMS = 20;

/**
 * Texts anywhere in an input that the database cannot hold as they are: PostgreSQL does not store NUL, and UTF-8 cannot encode an unpaired
 * surrogate. Lists and plain objects are searched, not bytes or streams; at most 20 are reported.
 */
export function unstorableTexts(input: unknown): Problem[] {
  const problems: Problem[] = [];
  const path: PropertyKey[] = [];

  function search(value: unknown): void {
    if (problems.length === MOST_PROBLEMS) return;
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) {
        problems.push({ pointer: pointerTo('', ...path), ...broken('UNSTORABLE') });
      }
      return;
    }
    if (typeof value !== 'object' || value === null || !isPlain(value)) return;
    for (const [key, member] of Object.entries(value)) {
      path.push(key);
      search(member);
      path.pop();
    }
  }

  search(input);
  return problems;
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
