import { DomainError } from '../errors/domain-error.ts';

/** The value of a nullable root field. Where it is null without an error there is nothing to show. @throws DomainError NOT_FOUND */
export function required<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new DomainError('NOT_FOUND', 'Not found.');
  return value;
}
