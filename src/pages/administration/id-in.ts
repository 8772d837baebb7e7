import { DomainError } from '../../errors/domain-error.ts';

/** The number of a record in an address or a form. @throws DomainError NOT_FOUND for anything else */
export function idIn(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647) {
    throw new DomainError('NOT_FOUND', 'There is no page at this address.');
  }
  return Number(text);
}
