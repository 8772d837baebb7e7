import { DomainError } from '../errors/domain-error.ts';

/**
 * Refuses an empty list. The check comes last, so that an empty list does not hide that the object is unknown or closed to the caller.
 * @throws DomainError BAD_USER_INPUT. Source: decisions.md 45.
 */
export function requireSome(list: readonly unknown[], pointer: string, what: string): void {
  if (list.length > 0) return;
  const message = `must name at least one ${what}`;
  throw new DomainError('BAD_USER_INPUT', `The list is empty: it ${message}.`, { problems: [{ pointer, message }] });
}
