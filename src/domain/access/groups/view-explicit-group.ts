import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import { type GroupRow, listGroupsOwnedBy } from '../../../db/queries/access/groups.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { loadCollection } from '../../subjects/collection-subject.ts';
import { query, type ReadContext } from '../../../kernel/command.ts';
import { loadGroup, type GroupKey } from './group-subject.ts';

interface ReadScope {
  readonly context: ReadContext;
}

/** One explicit group of a collection. @throws DomainError COLLECTION_NOT_FOUND | GROUP_NOT_FOUND */
export const viewExplicitGroup = query({
  name: 'viewExplicitGroup',
  subject: loadGroup,
  requires: 'ManageCollectionPermissions',
  run: (_context, { group }, _key: GroupKey): GroupRow => group,
});

/** Explicit groups that a collection itself defines, by id. */
export const listExplicitGroups = query({
  name: 'listExplicitGroups',
  subject: loadCollection,
  requires: 'ManageCollectionPermissions',
  run: (context, { collection }, _key: CollectionKey) => listGroupsOwnedBy(context.db, [collection.id]),
});

/** Explicit groups of a collection that was read already: together with those of other collections. */
export const listGroupsOfCollection = query({
  name: 'listGroupsOfCollection',
  subject: async ({ context }: ReadScope, { id }: { readonly id: number }) => {
    const place = await context.loaders.nodeGrants.load(id);
    return { nodeId: id, granted: place?.granted ?? 0 };
  },
  requires: 'ManageCollectionPermissions',
  run: (context, { nodeId }) => context.loaders.groupsOfCollection.load(nodeId),
});

/** An explicit group by its numeric id, for who manages permissions where it is defined. @throws DomainError GROUP_NOT_FOUND */
export const viewGroupById = query({
  name: 'viewGroupById',
  subject: async ({ context }: ReadScope, id: number) => {
    const group = await context.loaders.explicitGroup.load(id);
    if (group === undefined) throw new DomainError('GROUP_NOT_FOUND', `There is no explicit group ${id}.`);
    const owner = await context.loaders.nodeGrants.load(group.ownerId);
    return { nodeId: group.ownerId, granted: owner?.granted ?? 0, group };
  },
  requires: 'ManageCollectionPermissions',
  run: (_context, { group }): GroupRow => group,
});
