import { z } from 'zod';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import { updateDefaultContributorRole } from '../../../db/queries/access/role-uses.ts';
import { holdRoleFor, type RoleRow } from '../../../db/queries/access/roles.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { permissionMask } from '../../../permission-set.ts';
import { type CollectionSubject, lockCollection } from '../../subjects/collection-subject.ts';
import { command } from '../../../kernel/command.ts';

/** What a role can do for the creator of a dataset: it has to hold one of these. Source: collections.md 3.1, 5.12. */
const DATASET_PERMISSIONS = permissionMask([
  'ViewUnpublishedDataset',
  'EditDataset',
  'ManageDatasetPermissions',
  'PublishDataset',
  'LinkDataset',
  'DeleteDatasetDraft',
]);

/** Sets the role that creators of datasets get from now on; null gives none. The collection's id. Source: collections.md 5.12. */
export const setDefaultContributorRole = command({
  name: 'setDefaultContributorRole',
  input: z.object({ collection: z.custom<CollectionKey>(), roleAlias: z.string().nullish() }),
  subject: async (scope, { collection, roleAlias }): Promise<CollectionSubject & { role: RoleRow | null }> => {
    const found = await lockCollection(scope, collection);
    if (roleAlias === null || roleAlias === undefined) return { ...found, role: null };
    // Whether the role fits is said before whether the caller may choose it: the contract checks the permission last.
    const role = await holdRoleFor(scope.tx, roleAlias, found.nodeId);
    if (role === undefined) throw new DomainError('ROLE_NOT_FOUND', `Role ${roleAlias} not found.`);
    if ((role.permissions & DATASET_PERMISSIONS) === 0) {
      throw new DomainError('BAD_USER_INPUT', `Role ${roleAlias} holds no permission that applies to datasets.`, {
        problems: [{ pointer: '/roleAlias', message: 'must hold a permission that applies to datasets' }],
      });
    }
    return { ...found, role };
  },
  requires: 'ManageCollectionPermissions',
  run: async ({ tx, note }, { collection, role }): Promise<number> => {
    await updateDefaultContributorRole(tx, collection.id, role?.id ?? null);
    note({ role: role?.alias ?? null });
    return collection.id;
  },
});
