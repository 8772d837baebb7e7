import type { ZodType } from 'zod';
import { DomainError } from '../errors/domain-error.ts';
import { pointerTo } from '../errors/json-pointer.ts';
import { ProblemList } from '../errors/problem-list.ts';
import { ruleInWords } from '../errors/rule-in-words.ts';

/**
 * Checks a value by a schema. `what` names it in the message, `base` begins each pointer (`/query`, `/jsonData` or nothing).
 * @throws DomainError BAD_USER_INPUT listing every problem, up to the limit of such lists.
 */
export function checkBySchema<Value>(schema: ZodType<Value>, value: unknown, what: string, base: '' | '/query' | '/jsonData'): Value {
  const result = schema.safeParse(value, { error: ruleInWords });
  if (result.success) return result.data;
  const found = new ProblemList();
  for (const issue of result.error.issues) {
    if (found.isFull) break;
    found.add(pointerTo(base, ...issue.path), issue.message);
  }
  const problems = found.toArray();
  const listed = problems.map((problem) => `${problem.pointer || 'the whole'}: ${problem.message}`).join('; ');
  throw new DomainError('BAD_USER_INPUT', `${what} ${problems.length === 1 ? 'breaks a rule' : 'breaks rules'}: ${listed}.`, { problems });
}
