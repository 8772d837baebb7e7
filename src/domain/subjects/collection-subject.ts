import {
  type CollectionKey,
  type CollectionWithGrants,
  findCollection,
  keepCollection,
  lockNode,
} from '../../db/queries/collections/collections.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Subject, SubjectScope } from '../../kernel/command.ts';

export interface CollectionSubject extends Subject {
  readonly nodeId: number;
  readonly collection: CollectionWithGrants;
}

function nameOf(key: CollectionKey): string {
  if ('id' in key) return String(key.id);
  return 'alias' in key ? key.alias : ':root';
}

/** The refusal of a key that names no collection. */
export function collectionNotFound(key: CollectionKey): DomainError {
  return new DomainError('COLLECTION_NOT_FOUND', `There is no collection ${nameOf(key)}.`);
}

/** Loads a collection as the subject of a read. @throws DomainError COLLECTION_NOT_FOUND naming the identifier given. */
export async function loadCollection({ tx, context }: SubjectScope, key: CollectionKey): Promise<CollectionSubject> {
  const collection = await findCollection(tx, key, context.actor.identities);
  if (collection === undefined) throw collectionNotFound(key);
  return { nodeId: collection.id, granted: collection.granted, collection };
}

/** Loads a collection as the subject of a write, locked against concurrent changes and moves. */
export async function lockCollection(scope: SubjectScope, key: CollectionKey): Promise<CollectionSubject> {
  const found = await loadCollection(scope, key);
  await lockNode(scope.tx, found.nodeId);
  // Read again: another transaction may have changed or removed it while this one waited.
  return loadCollection(scope, { id: found.nodeId });
}

/**
 * Loads a collection as the owner of a new child: it cannot be deleted meanwhile, and others may add children at once.
 * @throws DomainError COLLECTION_NOT_FOUND
 */
export async function holdCollection(scope: SubjectScope, key: CollectionKey): Promise<CollectionSubject> {
  const kept = await keepCollection(scope.tx, key, scope.context.actor.identities);
  if (kept === undefined) throw collectionNotFound(key);
  const { collection, isMoved } = kept;
  // A child has to get the place as it is, and what is held there may have changed with it.
  return isMoved ? loadCollection(scope, { id: collection.id }) : { nodeId: collection.id, granted: collection.granted, collection };
}
