/** The actor that an assignee would be in a request: for explaining decisions about others. */
import type { Queryable } from '../../../db/client.ts';
import { listGroupsContaining } from '../../../db/queries/access/access-explanation.ts';
import { findActingAccount } from '../../../db/queries/access/users.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { ALL_PERMISSIONS, GUEST_MASK } from '../../../permission-set.ts';
import { ALL_USERS_IDENTIFIER, GUEST_IDENTIFIER } from '../../../vocabulary/access.ts';
import { type Actor, accountActor, guestActor } from '../../../kernel/actor.ts';
import { findAssignees, type RoleAssignee } from '../roles/role-assignee.ts';
import type { DomainServices } from '../../../kernel/services.ts';

/** An actor, and whether the account behind it may act at all. */
export interface ExplainedActor {
  readonly actor: Actor;
  readonly deactivated: boolean;
}

const withoutGate = { passesAdminGate: false } as const;

/** A group stands for what being its member gives by itself; guests' limits count where every guest is a member. */
function groupActor(identifier: string, identities: readonly string[]): Actor {
  const withoutAccount = identifier === ALL_USERS_IDENTIFIER || identifier.startsWith('#');
  const ceiling = withoutAccount ? GUEST_MASK : ALL_PERMISSIONS;
  return { identifier, account: null, superuser: false, identities, ceiling, ...withoutGate };
}

async function actorOf(db: Queryable, { groups }: DomainServices, assignee: RoleAssignee): Promise<ExplainedActor> {
  const { identifier } = assignee;
  const inGroups = (own: readonly string[], explicitGroups: readonly string[] = [], confirmedEmail?: string): readonly string[] =>
    groups.identitiesOf({ own, address: undefined, confirmedEmail, explicitGroups });

  if (assignee.kind === 'User') {
    const account = await findActingAccount(db, assignee.userAccountId);
    if (account !== undefined) {
      const confirmedEmail = account.emailConfirmedAt === null ? undefined : account.email;
      const withGroups = (own: readonly string[]): readonly string[] => inGroups(own, account.explicitGroups, confirmedEmail);
      return { actor: accountActor(account, { ...withoutGate, withGroups }), deactivated: account.deactivatedAt !== null };
    }
  }
  if (identifier === GUEST_IDENTIFIER) return { actor: guestActor({ ...withoutGate, withGroups: inGroups }), deactivated: false };
  const own = [...new Set([identifier, ALL_USERS_IDENTIFIER])];
  const containers = assignee.kind === 'ExplicitGroup' ? await listGroupsContaining(db, assignee.groupId) : [];
  return { actor: groupActor(identifier, inGroups(own, containers)), deactivated: false };
}

/**
 * Who an assignee would be who sent a request. Groups of network addresses are left out, as no address is known.
 * @throws DomainError ASSIGNEE_NOT_FOUND
 */
export async function requireExplainedActor(db: Queryable, services: DomainServices, identifier: string): Promise<ExplainedActor> {
  const [assignee] = await findAssignees(db, [identifier], { hold: false });
  if (assignee !== undefined) return actorOf(db, services, assignee);
  throw new DomainError('ASSIGNEE_NOT_FOUND', 'Assignee not found', {
    problems: [{ pointer: '/assignee', message: `${identifier} is not a known assignee` }],
  });
}
