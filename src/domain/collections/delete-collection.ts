import { z } from 'zod';
import type { CollectionKey, CollectionRow } from '../../db/queries/collections/collections.ts';
import { countChildren, deleteNode } from '../../db/queries/gate/nodes.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command } from '../../kernel/command.ts';
import { notifyGroupsChanged } from '../access/groups/notify-groups-changed.ts';
import { refuseRolesInUse } from '../access/roles/roles-in-use.ts';
import { lockCollection } from '../subjects/collection-subject.ts';

/** Deletes an empty collection with everything that depends on it. Source: collections.md 5.3. */
export const deleteCollection = command({
  name: 'deleteCollection',
  input: z.object({ collection: z.custom<CollectionKey>() }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'DeleteCollection',
  run: async (scope, { collection }): Promise<CollectionRow> => {
    const { tx, note } = scope;
    if (collection.ownerId === null) {
      throw new DomainError('ROOT_COLLECTION_PROTECTED', 'The root collection cannot be deleted.');
    }
    if (((await countChildren(tx, [collection.id])).get(collection.id) ?? 0) > 0) {
      throw new DomainError('COLLECTION_NOT_EMPTY', `Collection ${collection.alias} is not empty; delete or move its contents first.`);
    }
    await refuseRolesInUse(tx, collection.id);
    await deleteNode(tx, collection.id);
    // The groups it defined are gone with it.
    await notifyGroupsChanged(scope);
    note({ alias: collection.alias });
    return collection;
  },
});
