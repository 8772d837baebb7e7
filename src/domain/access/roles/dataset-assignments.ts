import { z } from 'zod';
import { refuseMoves } from '../../../db/queries/collections/collection-moves.ts';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import {
  deleteAssignment,
  findAssignment,
  pageAssignmentsOn,
  type RoleAssignmentRow,
  type RoleRow,
} from '../../../db/queries/access/roles.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, query } from '../../../kernel/command.ts';
import type { PageWindow } from '../../../model/page-window.ts';
import { type DatasetSubject, loadDataset, lockDataset } from '../../subjects/dataset-subject.ts';
import { parseAssignee } from './assignee-name.ts';
import { giveRole, requireRoleOn } from './give-role.ts';
import { requireAssignee, type RoleAssignee } from './role-assignee.ts';

/** Assignments made on a dataset and on the collection that holds it, by id. Source: datasets.md 9.2. */
export const listDatasetAssignments = query({
  name: 'listDatasetAssignments',
  subject: loadDataset,
  requires: 'ManageDatasetPermissions',
  run: (context, { dataset }, window: DatasetKey & PageWindow<number>) =>
    pageAssignmentsOn(context.db, [dataset.id, dataset.ownerId], window),
});

/** Gives a role to an assignee on a dataset. Source: datasets.md 14.1. */
export const assignDatasetRole = command({
  name: 'assignDatasetRole',
  input: z.object({ dataset: z.custom<DatasetKey>(), assignee: z.string(), roleAlias: z.string() }),
  subject: async (scope, input): Promise<DatasetSubject & { assignee: RoleAssignee; role: RoleRow }> => {
    // The scope of a group's assignment depends on the places of both; moves lock in this order too.
    if (parseAssignee(input.assignee)?.kind === 'ExplicitGroup') await refuseMoves(scope.tx);
    const found = await lockDataset(scope, input.dataset);
    const assignee = await requireAssignee(scope.tx, input.assignee);
    return { ...found, assignee, role: await requireRoleOn(scope.tx, found.dataset.path, input.roleAlias) };
  },
  requires: 'ManageDatasetPermissions',
  run: (scope, subject): Promise<RoleAssignmentRow> => giveRole(scope, subject, subject),
});

/** An assignment that was taken away, and from which dataset. */
export interface RevokedDatasetRole {
  readonly assignment: RoleAssignmentRow;
  readonly datasetId: number;
}

/** Takes an assignment of a dataset away; with it goes the private URL, if it is the one behind it. Source: datasets.md 14.1. */
export const revokeDatasetRole = command({
  name: 'revokeDatasetRole',
  input: z.object({ dataset: z.custom<DatasetKey>(), assignmentId: z.int32() }),
  subject: async (scope, input): Promise<DatasetSubject & { assignment: RoleAssignmentRow }> => {
    const found = await lockDataset(scope, input.dataset);
    const assignment = await findAssignment(scope.tx, input.assignmentId, found.nodeId);
    if (assignment === undefined) {
      throw new DomainError('ROLE_ASSIGNMENT_NOT_FOUND', `Dataset ${found.nodeId} has no role assignment ${input.assignmentId}.`);
    }
    return { ...found, assignment };
  },
  requires: 'ManageDatasetPermissions',
  run: async ({ tx, actor, note }, { assignment, dataset }): Promise<RevokedDatasetRole> => {
    await deleteAssignment(tx, assignment.id, actor.identifier);
    note({ assignee: assignment.assignee, roleId: assignment.roleId });
    return { assignment, datasetId: dataset.id };
  },
});
