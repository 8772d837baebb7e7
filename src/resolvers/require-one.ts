import { DomainError } from '../errors/domain-error.ts';

/** Refuses an input that has none of its alternatives or several: `@oneOf`, also for variables. @throws DomainError BAD_USER_INPUT */
export function requireOne(input: object, pointer: string, what: string): void {
  const given = Object.values(input).filter((value) => value !== null && value !== undefined).length;
  if (given !== 1) {
    throw new DomainError('BAD_USER_INPUT', `${what} must have exactly one key.`, {
      problems: [{ pointer, message: 'must have exactly one key' }],
    });
  }
}
