import type { ZodType } from 'zod';
import { DomainError, type Problem } from '../errors/domain-error.ts';
import { ruleInWords } from '../errors/rule-in-words.ts';
import { problemsOf } from './problems.ts';
import { unstorableTexts } from './storable-text.ts';

/** Checks an input against its schema. @throws DomainError BAD_USER_INPUT listing every problem. */
export function parseInput<Input>(schema: ZodType<Input>, input: unknown): Input {
  refuseUnstorable(input);
  const parsed = schema.safeParse(input, { error: ruleInWords, reportInput: true });
  if (parsed.success) return parsed.data;
  throw badInput(problemsOf(parsed.error));
}

/** Refuses texts that PostgreSQL cannot store, before a statement fails on one. @throws DomainError BAD_USER_INPUT */
export function refuseUnstorable(input: unknown): void {
  const problems = unstorableTexts(input);
  if (problems.length > 0) throw badInput(problems);
}

function badInput(problems: readonly Problem[]): DomainError {
  const message = problems.map((problem) => `${problem.pointer || '/'}: ${problem.message}`).join('; ');
  return new DomainError('BAD_USER_INPUT', message, { problems });
}
