import { z } from 'zod';
import { refuseMoves } from '../../../db/queries/collections/collection-moves.ts';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import {
  deleteAssignment,
  findAssignment,
  findAssignmentOnDatasetOf,
  pageAssignmentsOf,
  pageAssignmentsOn,
  type RoleAssignmentRow,
  type RoleRow,
} from '../../../db/queries/access/roles.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { type CollectionSubject, loadCollection, lockCollection } from '../../subjects/collection-subject.ts';
import { command, query, type ReadContext, type Subject } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { lockDataset } from '../../subjects/dataset-subject.ts';
import type { PageWindow } from '../../../model/page-window.ts';
import type { Permission } from '../../../vocabulary/access.ts';
import { parseAssignee } from './assignee-name.ts';
import { giveRole, requireRoleOn } from './give-role.ts';
import { MANAGING_PERMISSION } from './managing-permission.ts';
import { findAssignees, requireAssignee, type RoleAssignee } from './role-assignee.ts';

/** Gives a role to an assignee on a collection. Source: collections.md 5.10. */
export const assignRole = command({
  name: 'assignRole',
  input: z.object({ collection: z.custom<CollectionKey>(), assignee: z.string(), roleAlias: z.string() }),
  subject: async (scope, input): Promise<CollectionSubject & { assignee: RoleAssignee; role: RoleRow }> => {
    // The scope of a group's assignment depends on the places of both; moves lock in this order too.
    if (parseAssignee(input.assignee)?.kind === 'ExplicitGroup') await refuseMoves(scope.tx);
    const found = await lockCollection(scope, input.collection);
    const assignee = await requireAssignee(scope.tx, input.assignee);
    return { ...found, assignee, role: await requireRoleOn(scope.tx, found.collection.path, input.roleAlias) };
  },
  requires: 'ManageCollectionPermissions',
  run: (scope, subject): Promise<RoleAssignmentRow> => giveRole(scope, subject, subject),
});

/** An assignment that is to go, and what it takes on the object where it was made. */
interface RevocationSubject extends Subject {
  readonly nodeId: number;
  readonly assignment: RoleAssignmentRow;
  readonly collectionName: string;
  readonly manages: Permission;
}

/**
 * Takes an assignment of a collection away, or of a dataset that it holds: the way in which clients withdraw private URLs
 * too. Source: collections.md 5.11, datasets.md 16.
 */
export const revokeRole = command({
  name: 'revokeRole',
  tokenScope: 'CURATE',
  input: z.object({ collection: z.custom<CollectionKey>(), assignmentId: z.int32() }),
  subject: async (scope, input): Promise<RevocationSubject> => {
    const { collection, nodeId, granted } = await lockCollection(scope, input.collection);
    const collectionName = collection.name;
    const own = await findAssignment(scope.tx, input.assignmentId, nodeId);
    if (own !== undefined) return { nodeId, granted, assignment: own, collectionName, manages: 'ManageCollectionPermissions' };
    const inside = await findAssignmentOnDatasetOf(scope.tx, input.assignmentId, nodeId);
    if (inside === undefined) {
      throw new DomainError('ROLE_ASSIGNMENT_NOT_FOUND', `Collection ${collection.alias} has no role assignment ${input.assignmentId}.`);
    }
    const dataset = await lockDataset(scope, { id: inside.definitionPointId });
    return { nodeId: dataset.nodeId, granted: dataset.granted, assignment: inside, collectionName, manages: 'ManageDatasetPermissions' };
  },
  requires: ({ manages }) => manages,
  run: async ({ tx, actor, note }, { assignment, collectionName }): Promise<{ assignment: RoleAssignmentRow; collectionName: string }> => {
    await deleteAssignment(tx, assignment.id, actor.identifier);
    note({ assignee: assignment.assignee, roleId: assignment.roleId });
    return { assignment, collectionName };
  },
});

/** Assignments made directly on a collection, by id. */
export const listCollectionAssignments = query({
  name: 'listCollectionAssignments',
  subject: loadCollection,
  requires: 'ManageCollectionPermissions',
  run: (context, { collection }, window: CollectionKey & PageWindow<number>) => pageAssignmentsOn(context.db, [collection.id], window),
});

/** Assignments made directly on a collection, dataset or file, by id. @throws DomainError NOT_FOUND when there is no such object. */
export const listNodeAssignments = query({
  name: 'listNodeAssignments',
  subject: async ({ context }: { readonly context: ReadContext }, { id }: PageWindow<number> & { readonly id: number }) => {
    const place = await context.loaders.nodeGrants.load(id);
    if (place === undefined) throw new DomainError('NOT_FOUND', `There is no collection, dataset or file ${id}.`);
    return { nodeId: place.id, granted: place.granted, kind: place.kind };
  },
  requires: ({ kind }) => MANAGING_PERMISSION[kind],
  run: (context, { nodeId }, window) => pageAssignmentsOn(context.db, [nodeId], window),
});

/** Assignments anywhere that name exactly this assignee, by id; none for an identifier that is unknown. Source: collections.md 7.4. */
export const listAssigneeAssignments = query({
  name: 'listAssigneeAssignments',
  subject: noSubject,
  requires: 'AdminGate',
  run: (context, _subject, { assignee, ...window }: PageWindow<number> & { readonly assignee: string }) =>
    pageAssignmentsOf(context.db, assignee, window),
});

/** Whom a role assignee identifier names; null when there is no such assignee. Source: collections.md 7.5. */
export const findRoleAssignee = query({
  name: 'findRoleAssignee',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (context, _subject, { identifier }: { readonly identifier: string }): Promise<RoleAssignee | null> => {
    const [assignee] = await findAssignees(context.db, [identifier], { hold: false });
    return assignee ?? null;
  },
});
