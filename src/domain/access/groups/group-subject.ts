import { z } from 'zod';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import { findGroup, type GroupRow } from '../../../db/queries/access/groups.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { type CollectionSubject, loadCollection, lockCollection } from '../../subjects/collection-subject.ts';
import type { SubjectScope } from '../../../kernel/command.ts';

/** How a caller names an explicit group. */
export const groupKey = z.object({ collection: z.custom<CollectionKey>(), aliasInOwner: z.string() });
export type GroupKey = z.infer<typeof groupKey>;

export interface GroupSubject extends CollectionSubject {
  readonly group: GroupRow;
}

async function requireGroup(scope: SubjectScope, found: CollectionSubject, aliasInOwner: string): Promise<GroupSubject> {
  const group = await findGroup(scope.tx, found.nodeId, aliasInOwner);
  if (group === undefined) {
    throw new DomainError('GROUP_NOT_FOUND', `Collection ${found.collection.alias} has no group ${aliasInOwner}.`);
  }
  return { ...found, group };
}

/** Loads a group as the subject of a read. @throws DomainError COLLECTION_NOT_FOUND | GROUP_NOT_FOUND */
export async function loadGroup(scope: SubjectScope, key: GroupKey): Promise<GroupSubject> {
  return requireGroup(scope, await loadCollection(scope, key.collection), key.aliasInOwner);
}

/** Loads a group as the subject of a write, with the groups of its collection locked against concurrent changes. */
export async function lockGroup(scope: SubjectScope, key: GroupKey): Promise<GroupSubject> {
  return requireGroup(scope, await lockCollection(scope, key.collection), key.aliasInOwner);
}
