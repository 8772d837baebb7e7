import type { RoleAssignmentRow, RoleKey, RoleRow } from '../../../db/queries/access/roles.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { query, type ReadContext } from '../../../kernel/command.ts';
import { MANAGING_PERMISSION } from './managing-permission.ts';
import { loadRole } from './role-subject.ts';

interface ReadScope {
  readonly context: ReadContext;
}

/** A role by its id: global ones are public, others are visible to managers of permissions where they are defined. */
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

/** A role by its id or alias, for who manages permissions where it is defined; a global one for superusers. Source: collections.md 7.2. */
export const readRole = query({
  name: 'readRole',
  subject: loadRole,
  requires: ({ nodeId }) => (nodeId === null ? 'Superuser' : 'ManageCollectionPermissions'),
  run: (_context, { role }, _key: RoleKey): RoleRow => role,
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
  requires: ({ kind }) => MANAGING_PERMISSION[kind],
  run: (_context, { assignment }): RoleAssignmentRow => assignment,
});
