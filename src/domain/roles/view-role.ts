import type { RoleAssignmentRow, RoleRow } from '../../db/queries/roles.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { NodeKind, Permission } from '../../vocabulary.ts';
import { query, type ReadContext } from '../command.ts';

const MANAGING: Readonly<Record<NodeKind, Permission>> = {
  COLLECTION: 'ManageCollectionPermissions',
  DATASET: 'ManageDatasetPermissions',
  DATAFILE: 'ManageFilePermissions',
};

interface ReadScope {
  readonly context: ReadContext;
}

/** A role by its id: global ones are open to everybody, others to who manages permissions where they are defined. */
export const viewRole = query({
  name: 'viewRole',
  subject: async ({ context }: ReadScope, id: number) => {
    const role = await context.loaders.role.load(id);
    if (role === undefined) throw new DomainError('ROLE_NOT_FOUND', `There is no role ${id}.`);
    const owner = role.ownerId === null ? undefined : await context.loaders.nodeGrants.load(role.ownerId);
    return { nodeId: role.ownerId, granted: owner?.granted ?? 0, role };
  },
  requires: ({ nodeId }) => (nodeId === null ? 'Public' : 'ManageCollectionPermissions'),
  run: (_context, { role }): RoleRow => role,
});

/** A role assignment by its id, for who manages permissions on the object that it was made on. */
export const viewRoleAssignment = query({
  name: 'viewRoleAssignment',
  subject: async ({ context }: ReadScope, id: number) => {
    const assignment = await context.loaders.roleAssignment.load(id);
    const place = assignment === undefined ? undefined : await context.loaders.nodeGrants.load(assignment.definitionPointId);
    if (assignment === undefined || place === undefined) {
      throw new DomainError('ROLE_ASSIGNMENT_NOT_FOUND', `There is no role assignment ${id}.`);
    }
    return { nodeId: place.id, granted: place.granted, kind: place.kind, assignment };
  },
  requires: ({ kind }) => MANAGING[kind],
  run: (_context, { assignment }): RoleAssignmentRow => assignment,
});
