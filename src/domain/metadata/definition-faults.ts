import { DomainError, type Problem } from '../../errors/domain-error.ts';
import type { ProblemList } from '../../errors/problem-list.ts';

/** Faults that the message itself names; all are in the list. */
const NAMED_FAULTS = 20;

/** The line of a table that a fault is in; what is in none keeps its place behind. */
function lineOf({ pointer }: Problem): number {
  const [, line] = /^\/table\/(\d+)/.exec(pointer) ?? [];
  return line === undefined ? Number.MAX_SAFE_INTEGER : Number(line);
}

/** Refuses definitions of blocks that have faults. @throws DomainError BAD_USER_INPUT with all of them, those of a table by line. */
export function refuseDefinitions(list: ProblemList): void {
  const problems = list.toArray().toSorted((one, other) => lineOf(one) - lineOf(other));
  if (problems.length === 0) return;
  const named = problems.slice(0, NAMED_FAULTS).map(({ message }) => message.replace(/\.$/, ''));
  const more = problems.length > NAMED_FAULTS ? [`and ${problems.length - NAMED_FAULTS} more, listed under errors`] : [];
  const count = problems.length === 1 ? 'a fault' : list.isFull ? 'many faults' : `${problems.length} faults`;
  throw new DomainError('BAD_USER_INPUT', `The metadata blocks have ${count}; nothing was loaded. ${[...named, ...more].join('; ')}.`, {
    problems,
  });
}
