import type { GroupSource } from '../../../kernel/ports/group-source.ts';
import type { Database } from '../../../db/client.ts';
import { listAssigneeMemberships } from '../../../db/queries/access/group-membership.ts';
import { listIpGroups } from '../../../db/queries/access/ip-groups.ts';
import { listMailDomainGroups } from '../../../db/queries/access/mail-domain-groups.ts';
import { ipGroupMatcher } from './ip-matching.ts';
import { mailDomainMatcher } from './mail-matching.ts';

/** Addresses and e-mail addresses whose groups are kept; beyond that all are found out anew. */
const MOST_REMEMBERED = 10_000;

function remembering(find: (key: string) => readonly string[]): (key: string) => readonly string[] {
  const found = new Map<string, readonly string[]>();
  return (key) => {
    const known = found.get(key);
    if (known !== undefined) return known;
    if (found.size >= MOST_REMEMBERED) found.clear();
    const groups = find(key);
    found.set(key, groups);
    return groups;
  };
}

/** What is known of all groups at one moment. */
interface Knowledge {
  readonly ofAddress: (address: string) => readonly string[];
  readonly ofEmail: (email: string) => readonly string[];
  /** Explicit groups that contain an assignee that is no account, at any depth. */
  readonly explicitGroupsOf: ReadonlyMap<string, readonly string[]>;
}

async function readKnowledge(db: Database): Promise<Knowledge> {
  const [ipGroups, mailDomainGroups, memberships] = await Promise.all([
    listIpGroups(db),
    listMailDomainGroups(db),
    listAssigneeMemberships(db),
  ]);
  return {
    ofAddress: remembering(ipGroupMatcher(ipGroups)),
    ofEmail: remembering(mailDomainMatcher(mailDomainGroups)),
    explicitGroupsOf: new Map(memberships.map(({ assignee, groups }) => [assignee, groups])),
  };
}

/** Loads the groups and keeps them in this process. */
export async function createGroupSource(db: Database): Promise<GroupSource> {
  let knowledge = await readKnowledge(db);
  let started = 0;
  let taken = 0;
  return {
    identitiesOf: ({ own, address, confirmedEmail, explicitGroups }) => {
      const identities = new Set(own);
      if (address !== undefined) for (const group of knowledge.ofAddress(address)) identities.add(group);
      if (confirmedEmail !== undefined) for (const group of knowledge.ofEmail(confirmedEmail)) identities.add(group);
      const direct = [...identities];
      for (const group of explicitGroups) identities.add(group);
      for (const identity of direct) {
        for (const group of knowledge.explicitGroupsOf.get(identity) ?? []) identities.add(group);
      }
      return [...identities];
    },
    refresh: async () => {
      const turn = ++started;
      const read = await readKnowledge(db);
      // Of two refreshes at once the earlier one may come in last, with the older state.
      if (turn < taken) return;
      taken = turn;
      knowledge = read;
    },
  };
}
