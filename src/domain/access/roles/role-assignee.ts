/** The one place that finds out whom a role assignee identifier names. */
import type { Queryable } from '../../../db/client.ts';
import { findNamedGroups, findNamedIpGroups, findNamedMailDomainGroups, findNamedUsers } from '../../../db/queries/access/assignees.ts';
import { explicitGroupIdentifier } from '../../../model/group-identifier.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { type AssigneeName, parseAssignee } from './assignee-name.ts';
import { broken } from '../../../errors/rules/broken.ts';

interface AssigneeFacts {
  /** With its prefix, in canonical form. */
  readonly identifier: string;
  /** Name for people. */
  readonly title: string;
  /** Of an account; null for other assignees. */
  readonly email: string | null;
  readonly affiliation: string | null;
}

/** An assignee of roles, or a member of explicit groups. */
export type RoleAssignee = AssigneeFacts &
  (
    | { readonly kind: 'User'; readonly userAccountId: number; readonly deactivated: boolean }
    | { readonly kind: 'ExplicitGroup'; readonly groupId: number; readonly ownerId: number }
    | { readonly kind: 'BuiltIn' | 'PrivateUrlUser' | 'IpGroup' | 'MailDomainGroup' }
  );

function isKind<Kind extends AssigneeName['kind']>(kind: Kind) {
  return (name: AssigneeName | undefined): name is Extract<AssigneeName, { readonly kind: Kind }> => name?.kind === kind;
}

/**
 * The assignee of each identifier, in the given order; undefined for unknown ones. One statement for each kind of assignee that is looked
 * up. `hold` keeps those found from being deleted until the transaction ends. Source: collections.md 4.
 */
export async function findAssignees(
  db: Queryable,
  identifiers: readonly string[],
  options: { readonly hold: boolean },
): Promise<(RoleAssignee | undefined)[]> {
  const names = identifiers.map(parseAssignee);
  const found = new Map<AssigneeName, RoleAssignee>();
  const nobody = { email: null, affiliation: null };
  const keep = (name: AssigneeName | undefined, assignee: RoleAssignee): void => {
    if (name !== undefined) found.set(name, assignee);
  };

  for (const name of names) {
    if (name !== undefined && 'title' in name) keep(name, { ...name, ...nobody });
  }

  const users = names.filter(isKind('User'));
  const userNames = users.map(({ userName }) => userName);
  for (const user of await findNamedUsers(db, userNames, options)) {
    keep(users[user.position - 1], {
      kind: 'User',
      identifier: `@${user.userName}`,
      title: `${user.firstName} ${user.lastName}`,
      email: user.email,
      affiliation: user.affiliation,
      userAccountId: user.id,
      deactivated: user.deactivatedAt !== null,
    });
  }

  const groups = names.filter(isKind('ExplicitGroup'));
  const groupNames = groups.map(({ group }) => group);
  for (const { position, id, ownerId, displayName } of await findNamedGroups(db, groupNames, options)) {
    const name = groups[position - 1];
    if (name === undefined) continue;
    keep(name, {
      kind: name.kind,
      identifier: explicitGroupIdentifier({ ownerId: name.group.ownerId, aliasInOwner: name.group.alias }),
      title: displayName,
      groupId: id,
      ownerId,
      ...nobody,
    });
  }

  for (const [kind, find] of [
    ['IpGroup', findNamedIpGroups],
    ['MailDomainGroup', findNamedMailDomainGroups],
  ] as const) {
    const asked = names.filter(isKind(kind));
    const aliases = asked.map(({ alias }) => alias);
    for (const { position, name: title } of await find(db, aliases, options)) {
      const name = asked[position - 1];
      if (name !== undefined) keep(name, { kind, identifier: name.identifier, title, ...nobody });
    }
  }

  return names.map((name) => (name === undefined ? undefined : found.get(name)));
}

/** The assignee of an identifier, locked against deletion until the transaction ends. @throws DomainError ASSIGNEE_NOT_FOUND */
export async function requireAssignee(db: Queryable, identifier: string): Promise<RoleAssignee> {
  const [assignee] = await findAssignees(db, [identifier], { hold: true });
  if (assignee !== undefined) return assignee;
  throw new DomainError('ASSIGNEE_NOT_FOUND', 'Assignee not found', {
    problems: [{ pointer: '/assignee', ...broken('NO_ASSIGNEE', { identifier }) }],
  });
}
