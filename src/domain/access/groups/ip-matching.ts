import { BlockList } from 'node:net';
import { ipGroupIdentifier } from '../../../model/group-identifier.ts';
import { familyOf } from '../../../network-address.ts';

/** Addresses between two ends, both included and of one family. */
interface AddressRange {
  readonly first: string;
  readonly last: string;
}

/** Says which IP groups hold an address in canonical form, in the order of the groups. */
export type IpGroupMatcher = (address: string) => readonly string[];

/** Prepares IP groups for matching; a stored mapped address was made an IPv4 one when it was read. */
export function ipGroupMatcher(groups: readonly { readonly alias: string; readonly ranges: readonly AddressRange[] }[]): IpGroupMatcher {
  const lists = groups
    .filter(({ ranges }) => ranges.length > 0)
    .map(({ alias, ranges }) => {
      const list = new BlockList();
      for (const { first, last } of ranges) list.addRange(first, last, familyOf(first));
      return { identifier: ipGroupIdentifier(alias), list };
    });
  return (address) => {
    const family = familyOf(address);
    return lists.filter(({ list }) => list.check(address, family)).map(({ identifier }) => identifier);
  };
}
