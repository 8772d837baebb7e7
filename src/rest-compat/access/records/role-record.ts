import { z } from 'zod';
import type { RoleAssignmentRecordFragment, RoleRecordFragment } from '../../../generated/operations.ts';
import { PERMISSIONS } from '../../../vocabulary/access.ts';
import { objectId, listOf, recordSchema } from '../../records/schema.ts';

export const permissionSchema = z.enum(PERMISSIONS).meta({ id: 'Permission', description: 'Source: collections.md 3.1.' });

export const roleSchema = recordSchema('Role', 'A role. Source: collections.md 2.2.', {
  alias: z.string(),
  name: z.string(),
  permissions: listOf(permissionSchema).describe('In the order of the catalogue.'),
  description: z.string().optional(),
  id: objectId,
  ownerId: objectId.optional().describe('Id of the collection that defines it; absent for roles of the installation.'),
});
export type RoleRecord = z.infer<typeof roleSchema>;

/** The record of a role. Source: collections.md 2.2. */
export function roleRecord(role: RoleRecordFragment): RoleRecord {
  return {
    alias: role.alias,
    name: role.name,
    permissions: role.permissions,
    description: role.description ?? undefined,
    id: role.databaseId,
    ownerId: role.ownerDatabaseId ?? undefined,
  };
}

export const roleAssignmentSchema = recordSchema('RoleAssignment', 'A role that a user or group has. Source: collections.md 2.3.', {
  id: objectId,
  assignee: z.string().describe('Identifier of the user (`@name`) or group (`&…`, `:guest`).'),
  roleId: objectId,
  roleName: z.string(),
  _roleAlias: z.string(),
  privateUrlToken: z.string().optional().describe('Only for the assignment behind a private URL.'),
  definitionPointId: objectId.describe('Id of the collection, dataset or file that the role is given on.'),
});
export type RoleAssignmentRecord = z.infer<typeof roleAssignmentSchema>;

/** The record of a role assignment. Source: collections.md 2.3. */
export function roleAssignmentRecord(assignment: RoleAssignmentRecordFragment): RoleAssignmentRecord {
  return {
    id: assignment.databaseId,
    assignee: assignment.assignee,
    roleId: assignment.role.databaseId,
    roleName: assignment.role.name,
    _roleAlias: assignment.role.alias,
    privateUrlToken: assignment.privateUrlToken ?? undefined,
    definitionPointId: assignment.definitionPointDatabaseId,
  };
}
