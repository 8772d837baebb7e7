import type { MembershipEdge } from '../../../db/queries/access/access-explanation.ts';

/** The chain from an account to one of its identities: each is a member of the next. */
export type MembershipChain = readonly string[];

/**
 * A shortest way from `start` to each identity that it has: `direct` are those that need no explicit group, the edges lead
 * on from there. Rings of groups are passed once.
 */
export function membershipChains(
  start: string,
  direct: readonly string[],
  edges: readonly MembershipEdge[],
): ReadonlyMap<string, MembershipChain> {
  const chains = new Map<string, MembershipChain>([[start, [start]]]);
  for (const identity of direct) if (!chains.has(identity)) chains.set(identity, [start, identity]);
  const groupsOf = Map.groupBy(edges, ({ member }) => member);
  // Maps and arrays grow while they are walked, so that this is a search in breadth.
  for (const [member, chain] of chains) {
    for (const { group } of groupsOf.get(member) ?? []) if (!chains.has(group)) chains.set(group, [...chain, group]);
  }
  return chains;
}
