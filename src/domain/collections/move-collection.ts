import { z } from 'zod';
import type { Transaction } from '../../db/client.ts';
import {
  deleteMoveLosses,
  findMoveLosses,
  lockMoves,
  lockSubtree,
  type MoveLosses,
  moveSubtree,
} from '../../db/queries/collections/collection-moves.ts';
import { type CollectionKey, type CollectionRow, findCollection, keepNode } from '../../db/queries/collections/collections.ts';
import { refreshEffectiveNodes } from '../../db/queries/gate/effective-nodes.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command } from '../../kernel/command.ts';
import { collectionNotFound, loadCollection } from '../subjects/collection-subject.ts';

/** A collection as it is now, and kept where it is: others may have changed the tree since it was looked up. */
async function requireStill(tx: Transaction, id: number): Promise<CollectionRow> {
  await keepNode(tx, id);
  const found = await findCollection(tx, { id }, []);
  if (found === undefined) throw collectionNotFound({ id });
  return found;
}

/** @throws DomainError when the tree would not be one, or would show a published collection in an unpublished one. */
function checkPlace(moved: CollectionRow, target: CollectionRow): void {
  if (moved.ownerId === null) throw new DomainError('ROOT_COLLECTION_PROTECTED', 'The root collection cannot be moved.');
  if (target.path.includes(moved.id)) {
    const where = target.id === moved.id ? 'itself' : `${target.alias}, which lies in it`;
    throw new DomainError('COLLECTION_MOVE_REFUSED', `Collection ${moved.alias} cannot be moved into ${where}.`);
  }
  if (target.id === moved.ownerId) {
    throw new DomainError('COLLECTION_MOVE_REFUSED', `Collection ${moved.alias} is already in ${target.alias}.`);
  }
  if (moved.publishedAt !== null && target.publishedAt === null) {
    throw new DomainError(
      'COLLECTION_NOT_PUBLISHED',
      `Collection ${moved.alias} is published, so it cannot be moved into ${target.alias}, which is not.`,
    );
  }
}

function describe(moved: CollectionRow, target: CollectionRow, losses: MoveLosses): string[] {
  return [
    ...(losses.featured ? [`${moved.alias} is featured in the collection it would leave`] : []),
    ...losses.links.map(({ linkedId, linkingAlias }) => `${linkedId} is linked into ${linkingAlias}, which would hold it`),
    ...losses.blocks.map(
      ({ collectionId, blockName }) => `${collectionId} uses the metadata block ${blockName}, which is not available in ${target.alias}`,
    ),
    ...losses.guestbooks.map(({ name }) => `datasets in it have the guestbook ${name}, which is not available in ${target.alias}`),
    ...losses.templates.map(
      ({ collectionId, name }) => `${collectionId} begins with the template ${name}, which is not available in ${target.alias}`,
    ),
  ];
}

/** Puts a collection with everything in it into another one; its id. Source: collections.md 11.2. */
export const moveCollection = command({
  name: 'moveCollection',
  input: z.object({ collection: z.custom<CollectionKey>(), target: z.custom<CollectionKey>(), force: z.boolean() }),
  subject: async (scope, input) => {
    const found = await loadCollection(scope, input.collection);
    return { ...found, targetId: (await loadCollection(scope, input.target)).nodeId };
  },
  requires: 'Superuser',
  run: async ({ tx, note, emit }, { nodeId, targetId }, { force }): Promise<{ id: number; targetAlias: string }> => {
    await lockMoves(tx);
    await lockSubtree(tx, nodeId);
    const target = await requireStill(tx, targetId);
    const moved = await requireStill(tx, nodeId);
    checkPlace(moved, target);
    const ownerId = moved.ownerId ?? 0;
    const losses = await findMoveLosses(tx, { collectionId: nodeId, ownerId, targetPath: target.path });
    const lost = describe(moved, target, losses);
    if (lost.length > 0 && !force) {
      throw new DomainError('COLLECTION_MOVE_UNDOES', `The move would undo the following, so it must be forced: ${lost.join('; ')}.`, {
        problems: lost.map((message) => ({ pointer: '/force', message })),
      });
    }
    await deleteMoveLosses(tx, { collectionId: nodeId, ownerId, targetId }, losses);
    await moveSubtree(tx, nodeId, targetId);
    await refreshEffectiveNodes(tx, nodeId);
    emit({ kind: 'CollectionMoved', subjectId: nodeId, payload: {} });
    note({ from: ownerId, to: targetId, undone: lost });
    return { id: nodeId, targetAlias: target.alias };
  },
});
