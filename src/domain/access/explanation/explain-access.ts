import type { Queryable } from '../../../db/client.ts';
import { listMembershipEdges, listReachingAssignments } from '../../../db/queries/access/access-explanation.ts';
import { parseGroupIdentifier } from '../../../db/queries/access/groups.ts';
import { listNodeAccess, type NodeAccess, type NodeKey } from '../../../db/queries/gate/node-access.ts';
import type { RoleAssignmentRow } from '../../../db/queries/access/roles.ts';
import { includesPermission, permissionBit } from '../../../permission-set.ts';
import type { AccessRule, Permission } from '../../../vocabulary/access.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { query, type SubjectScope } from '../../../kernel/command.ts';
import { MANAGING_PERMISSION } from '../roles/managing-permission.ts';
import { type ExplainedActor, requireExplainedActor } from './explained-actor.ts';
import { type MembershipChain, membershipChains } from './membership-chain.ts';
import { permissionsOnObject, requireNodeAccess } from './object-permissions.ts';

/** An assignment with the permission, and the chain through which the account has it. */
export interface AccessGrant {
  readonly assignment: RoleAssignmentRow;
  readonly through: MembershipChain;
}

export interface AccessExplanation {
  readonly assignee: string;
  readonly permission: Permission;
  readonly nodeId: number;
  readonly allowed: boolean;
  readonly rules: readonly AccessRule[];
  readonly grants: readonly AccessGrant[];
  readonly outOfReach: readonly AccessGrant[];
  readonly countsAt: readonly number[];
  readonly missing: string | null;
}

export interface ExplainedQuestion {
  readonly node: NodeKey;
  readonly permission: Permission;
  /** Role assignee identifier; null for the caller. */
  readonly assignee: string | null;
}

function rulesOf({ actor, deactivated }: ExplainedActor, access: NodeAccess, permission: Permission): AccessRule[] {
  const rules: AccessRule[] = [];
  if (deactivated) rules.push('DEACTIVATED');
  if (actor.superuser) rules.push('SUPERUSER');
  if (!actor.superuser && !includesPermission(actor.ceiling, permission)) rules.push('GUEST_CEILING');
  const seeing = access.kind === 'COLLECTION' ? 'ViewUnpublishedCollection' : 'ViewUnpublishedDataset';
  if (access.published && permission === seeing) rules.push('PUBLISHED');
  if (access.openFile && permission === 'DownloadFile') rules.push('OPEN_FILE');
  return rules;
}

function missingText(facts: {
  readonly assignee: string;
  readonly permission: Permission;
  readonly rules: readonly AccessRule[];
  readonly grants: number;
  readonly outOfReach: number;
  readonly countsAt: readonly number[];
}): string {
  const { assignee, permission, rules, countsAt } = facts;
  if (rules.includes('DEACTIVATED')) return `The account ${assignee} is deactivated and cannot act.`;
  if (rules.includes('GUEST_CEILING')) {
    const withheld = facts.grants === 0 ? '' : ' What its roles would give here is withheld.';
    return `${permission} cannot be held without an account.${withheld}`;
  }
  const places = `object${countsAt.length === 1 ? '' : 's'} ${countsAt.join(', ')}`;
  const reach = facts.outOfReach === 0 ? '' : ' Assignments that hold it were made above, but do not reach down to here.';
  return `Neither ${assignee} nor a group of it has a role with ${permission} on ${places}.${reach}`;
}

/** The ways to an actor's identities; explicit groups are passed one by one. */
async function chainsOf(db: Queryable, { identifier, identities, account }: Actor): Promise<ReadonlyMap<string, MembershipChain>> {
  const named = identities.map((identity) => ({ identity, group: parseGroupIdentifier(identity) }));
  const groups = named.flatMap(({ group }) => group ?? []);
  const direct = named.flatMap(({ identity, group }) => (group === undefined ? [identity] : []));
  const edges = await listMembershipEdges(db, { groups, userName: account?.userName ?? null, identities: direct });
  return membershipChains(identifier, direct, edges);
}

async function explain(db: Queryable, explained: ExplainedActor, nodeId: number, permission: Permission): Promise<AccessExplanation> {
  const { actor, deactivated } = explained;
  const { identifier: assignee, identities } = actor;
  const [access] = await listNodeAccess(db, [nodeId], identities);
  if (access === undefined) throw new Error(`There is no object ${nodeId} any more.`);
  const bit = permissionBit(permission);
  const found = await listReachingAssignments(db, { path: access.path, identities, permissionBit: bit });
  const chains = found.length === 0 ? new Map<string, MembershipChain>() : await chainsOf(db, actor);
  const counts = ({ assignment: { effectiveNodeId } }: AccessGrant): boolean =>
    effectiveNodeId !== null && access.permissionPath.includes(effectiveNodeId);
  const grants = found.map((assignment): AccessGrant => ({ assignment, through: chains.get(assignment.assignee) ?? [assignee] }));

  const rules = rulesOf(explained, access, permission);
  const allowed = !deactivated && (permissionsOnObject(actor, access) & bit) !== 0;
  const counting = grants.filter(counts);
  const outOfReach = grants.filter((grant) => !counts(grant));
  const countsAt = access.permissionPath;
  const facts = { assignee, permission, rules, countsAt, grants: counting.length, outOfReach: outOfReach.length };
  const missing = allowed ? null : missingText(facts);
  return { assignee, permission, nodeId, allowed, rules, grants: counting, outOfReach, countsAt, missing };
}

function isOther({ identifier }: Actor, assignee: string | null): boolean {
  return assignee !== null && assignee.toLowerCase() !== identifier.toLowerCase();
}

/**
 * Why an assignee has a permission on an object, or what is missing: for the caller always, for others if the caller manages permissions
 * there. Whether it is allowed is decided by the code that decides everywhere else.
 */
export const explainAccess = query({
  name: 'explainAccess',
  subject: async ({ tx, context }: SubjectScope, { node, assignee }: ExplainedQuestion) => {
    const access = await requireNodeAccess(tx, node, context.actor.identities);
    const other = isOther(context.actor, assignee) ? assignee : null;
    return { nodeId: access.id, granted: access.granted, kind: access.kind, other };
  },
  requires: ({ kind, other }) => (other === null ? 'Public' : MANAGING_PERMISSION[kind]),
  run: async ({ db, actor, services }, { nodeId, other }, { permission }): Promise<AccessExplanation> => {
    const explained = other === null ? { actor, deactivated: false } : await requireExplainedActor(db, services, other);
    return explain(db, explained, nodeId, permission);
  },
});
