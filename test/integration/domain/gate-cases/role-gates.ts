import { explainAccess } from '../../../../src/domain/access/explanation/explain-access.ts';
import { findOwnCollectionPermissions, findOwnPermissions } from '../../../../src/domain/access/explanation/object-permissions.ts';
import { createCollectionRole, createGlobalRole } from '../../../../src/domain/access/roles/create-role.ts';
import { setDefaultContributorRole } from '../../../../src/domain/access/roles/default-contributor-role.ts';
import {
  listCollectionAssignmentHistory,
  listDatasetAssignmentHistory,
  listDatasetFileAssignmentHistory,
} from '../../../../src/domain/access/roles/assignment-history.ts';
import { deleteCollectionRole, deleteRole } from '../../../../src/domain/access/roles/delete-role.ts';
import { copyRoleAssignmentsToChildren } from '../../../../src/domain/access/roles/inherit-assignments.ts';
import {
  listAssignableRoles,
  listCollectionRoles,
  listGlobalRoles,
  listRolesForAdministration,
  listSelectableRoles,
} from '../../../../src/domain/access/roles/list-roles.ts';
import { replaceRole } from '../../../../src/domain/access/roles/replace-role.ts';
import {
  assignRole,
  findRoleAssignee,
  listAssigneeAssignments,
  listCollectionAssignments,
  listNodeAssignments,
  revokeRole,
} from '../../../../src/domain/access/roles/role-commands.ts';
import { readRole, viewRole, viewRoleAssignment } from '../../../../src/domain/access/roles/view-role.ts';
import { WHOLE } from '../../../../src/model/page-window.ts';
import { freshAlias, type GateCase, type GateTable } from './gate-case.ts';

const managing = (run: GateCase['run']): GateCase => ({ requires: 'ManageCollectionPermissions', run });
const administering = (run: GateCase['run']): GateCase => ({ requires: 'AdminGate', run });
const body = (): { alias: string; name: string } => ({ alias: freshAlias(), name: 'Role' });

/** Source: collections.md 5.6 to 5.12, 7, 11.2, 11.3. */
export const roleGates: GateTable = {
  listCollectionAssignmentHistory: {
    requires: ['LoggedIn', 'ManageDatasetPermissions'],
    run: (context, { collectionId }) => listCollectionAssignmentHistory(context, { id: collectionId, ...WHOLE }),
  },
  listDatasetAssignmentHistory: {
    requires: 'ManageDatasetPermissions',
    run: (context, { datasetId }) => listDatasetAssignmentHistory(context, { id: datasetId, ...WHOLE }),
  },
  listDatasetFileAssignmentHistory: {
    requires: 'ManageDatasetPermissions',
    run: (context, { datasetId }) => listDatasetFileAssignmentHistory(context, { id: datasetId, ...WHOLE }),
  },
  createCollectionRole: {
    requires: ['ManageCollectionPermissions', 'Superuser'],
    run: (context, { collectionId }) => createCollectionRole(context, { ...body(), collection: { id: collectionId } }),
  },
  createGlobalRole: administering((context) => createGlobalRole(context, body())),
  replaceRole: administering((context, { roleId }) => replaceRole(context, { ...body(), reference: { id: roleId } })),
  deleteRole: { ...administering((context, { roleId }) => deleteRole(context, { reference: { id: roleId } })), changes: true },
  deleteCollectionRole: {
    ...managing((context, { roleId }) => deleteCollectionRole(context, { reference: { id: roleId } })),
    changes: true,
  },
  'deleteCollectionRole of a global role': {
    requires: 'LoggedIn',
    run: (context) => deleteCollectionRole(context, { reference: { alias: 'admin' } }),
  },
  setDefaultContributorRole: managing((context, { collectionId }) =>
    setDefaultContributorRole(context, { collection: { id: collectionId }, roleAlias: 'curator' }),
  ),
  copyRoleAssignmentsToChildren: {
    requires: 'Superuser',
    run: (context, { collectionId }) => copyRoleAssignmentsToChildren(context, { collection: { id: collectionId } }),
  },
  assignRole: managing((context, { collectionId }) =>
    // A role without permissions can be given by every manager of assignments.
    assignRole(context, { collection: { id: collectionId }, assignee: ':AllUsers', roleAlias: 'powerless' }),
  ),
  revokeRole: {
    ...managing((context, { collectionId, assignmentId }) => revokeRole(context, { collection: { id: collectionId }, assignmentId })),
    changes: true,
  },
  listCollectionAssignments: managing((context, { collectionId }) => listCollectionAssignments(context, { id: collectionId, ...WHOLE })),
  'listNodeAssignments of a collection': managing((context, { collectionId }) =>
    listNodeAssignments(context, { id: collectionId, ...WHOLE }),
  ),
  'listNodeAssignments of a dataset': {
    requires: 'ManageDatasetPermissions',
    run: (context, { datasetId }) => listNodeAssignments(context, { id: datasetId, ...WHOLE }),
  },
  'listNodeAssignments of a file': {
    requires: 'ManageFilePermissions',
    run: (context, { fileId }) => listNodeAssignments(context, { id: fileId, ...WHOLE }),
  },
  viewRoleAssignment: managing((context, { assignmentId }) => viewRoleAssignment(context, assignmentId)),
  listAssigneeAssignments: administering((context) => listAssigneeAssignments(context, { assignee: '@admin', ...WHOLE })),
  findRoleAssignee: administering((context) => findRoleAssignee(context, { identifier: '@admin' })),
  listAssignableRoles: managing((context, { collectionId }) => listAssignableRoles(context, { id: collectionId })),
  listCollectionRoles: managing((context, { collectionId }) => listCollectionRoles(context, { id: collectionId })),
  listGlobalRoles: { requires: 'Public', run: (context) => listGlobalRoles(context, undefined) },
  listRolesForAdministration: administering((context) => listRolesForAdministration(context, undefined)),
  listSelectableRoles: { requires: 'LoggedIn', run: (context) => listSelectableRoles(context, undefined) },
  viewRole: managing((context, { roleId }) => viewRole(context, roleId)),
  readRole: managing((context, { roleId }) => readRole(context, { id: roleId })),
  'readRole of a global role': { requires: 'Superuser', run: (context) => readRole(context, { alias: 'admin' }) },
  findOwnPermissions: administering((context, { fileId }) => findOwnPermissions(context, { id: fileId })),
  findOwnCollectionPermissions: {
    requires: 'Public',
    run: (context, { collectionId }) => findOwnCollectionPermissions(context, { id: collectionId }),
  },
  'explainAccess of oneself': {
    requires: 'Public',
    run: (context, { fileId }) => explainAccess(context, { node: { id: fileId }, permission: 'EditDataset', assignee: null }),
  },
  'explainAccess of others on a collection': managing((context, { collectionId }) =>
    explainAccess(context, { node: { id: collectionId }, permission: 'EditDataset', assignee: '@admin2' }),
  ),
  'explainAccess of others on a dataset': {
    requires: 'ManageDatasetPermissions',
    run: (context, { datasetId }) => explainAccess(context, { node: { id: datasetId }, permission: 'EditDataset', assignee: '@admin2' }),
  },
  'explainAccess of others on a file': {
    requires: 'ManageFilePermissions',
    run: (context, { fileId }) => explainAccess(context, { node: { id: fileId }, permission: 'EditDataset', assignee: '@admin2' }),
  },
};
