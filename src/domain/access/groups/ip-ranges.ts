import { BlockList } from 'node:net';
import type { IpRange } from '../../../db/queries/access/ip-groups.ts';
import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import { familyOf, parseAddress } from '../../../network-address.ts';
import { broken } from '../../../errors/rules/broken.ts';

/** Addresses as they are given for an IP group. */
export interface GivenAddresses {
  readonly ranges: readonly { readonly first: string; readonly last: string }[];
  readonly addresses: readonly string[];
}

function isInOrder(first: string, last: string): boolean {
  const from = new BlockList();
  try {
    from.addRange(first, last, familyOf(first));
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the ranges and single addresses of an IP group into canonical form.
 * @throws DomainError BAD_USER_INPUT naming each that is no address, each range that ends before it begins, and each of two families.
 */
export function readIpRanges({ ranges, addresses }: GivenAddresses): IpRange[] {
  const problems: Problem[] = [];

  function read(text: string, pointer: string): string | undefined {
    const address = parseAddress(text);
    if (address === undefined) problems.push({ pointer, ...broken('NO_ADDRESS', { text }) });
    return address;
  }

  const spans = ranges.flatMap((range, at): IpRange[] => {
    const pointer = `/ranges/${at}`;
    const [first, last] = [read(range.first, pointer), read(range.last, pointer)];
    if (first === undefined || last === undefined) return [];
    const text = `${range.first} to ${range.last}`;
    if (familyOf(first) !== familyOf(last)) problems.push({ pointer, ...broken('TWO_FAMILIES', { range: text }) });
    else if (!isInOrder(first, last)) problems.push({ pointer, ...broken('RANGE_BACKWARDS', { range: text }) });
    return [{ first, last, single: false }];
  });
  const singles = addresses.flatMap((text, at): IpRange[] => {
    const address = read(text, `/addresses/${at}`);
    return address === undefined ? [] : [{ first: address, last: address, single: true }];
  });
  if (problems.length > 0) {
    throw new DomainError('BAD_USER_INPUT', `The addresses are not right: ${problems.map(({ message }) => message).join('; ')}.`, {
      problems,
    });
  }
  return [...spans, ...singles];
}
