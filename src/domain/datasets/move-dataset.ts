import { z } from 'zod';
import { refuseMoves } from '../../db/queries/collections/collection-moves.ts';
import { findGuestbook, setGuestbookOfDataset } from '../../db/queries/collections/guestbooks.ts';
import type { CollectionKey, CollectionWithGrants } from '../../db/queries/collections/collections.ts';
import { listLinksInto, moveDatasetNodes } from '../../db/queries/datasets/dataset-moves.ts';
import type { DatasetKey, DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { refreshEffectiveNodes } from '../../db/queries/gate/effective-nodes.ts';
import { deleteLock } from '../../db/queries/gate/locks.ts';
import { deleteLink } from '../../db/queries/collections/node-links.ts';
import { listRolesByIds } from '../../db/queries/access/roles.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { includesPermission } from '../../permission-set.ts';
import { type CollectionSubject, holdCollection } from '../subjects/collection-subject.ts';
import { command, type Scope } from '../../kernel/command.ts';
import { type DatasetSubject, lockDataset } from '../subjects/dataset-subject.ts';

interface MoveSubject extends DatasetSubject {
  readonly target: CollectionSubject;
}

/** @throws DomainError DATASET_MOVE_REFUSED | COLLECTION_NOT_PUBLISHED */
function checkPlace(dataset: DatasetWithGrants, target: CollectionWithGrants): void {
  if (target.id === dataset.ownerId) {
    throw new DomainError('DATASET_MOVE_REFUSED', `Dataset ${dataset.id} is already in ${target.alias}.`);
  }
  if (dataset.publishedAt !== null && target.publishedAt === null) {
    throw new DomainError(
      'COLLECTION_NOT_PUBLISHED',
      `Dataset ${dataset.id} is published, so it cannot be moved into ${target.alias}, which is not.`,
    );
  }
}

/** Ends a review where the creators of datasets may publish them themselves. */
async function endReview({ tx }: Scope, datasetId: number, { defaultContributorRoleId }: CollectionWithGrants): Promise<void> {
  if (defaultContributorRoleId === null) return;
  const [role] = await listRolesByIds(tx, [defaultContributorRoleId]);
  if (role !== undefined && includesPermission(role.permissions, 'PublishDataset')) await deleteLock(tx, datasetId, 'InReview');
}

/**
 * Puts a dataset with its files into another collection; its id. Persistent identifiers, versions and stored bytes stay as they
 * are; who may do what follows the new place. Links into the target or what holds it would show the dataset twice, and a guestbook of a
 * collection that it leaves would be none of its own, so they go, if the move is forced. Source: datasets.md 14.1.
 */
export const moveDataset = command({
  name: 'moveDataset',
  input: z.object({ dataset: z.custom<DatasetKey>(), target: z.custom<CollectionKey>(), force: z.boolean() }),
  subject: async (scope, input): Promise<MoveSubject> => {
    // Before any row is locked, as moves of collections do it: the place of the target must not change meanwhile.
    await refuseMoves(scope.tx);
    const found = await lockDataset(scope, input.dataset);
    return { ...found, target: await holdCollection(scope, input.target) };
  },
  requires: 'PublishDataset',
  run: async (scope, { dataset, target: place }, { force }): Promise<{ readonly datasetId: number }> => {
    const { tx, note, emit } = scope;
    for (const permission of ['AddDataset', 'PublishDataset'] as const) scope.require(permission, place);
    const target = place.collection;
    checkPlace(dataset, target);
    const links = await listLinksInto(tx, dataset.id, target.path);
    const guestbook = dataset.guestbookId === null ? undefined : await findGuestbook(tx, dataset.guestbookId);
    const losesGuestbook = guestbook !== undefined && !target.path.includes(guestbook.collectionId);
    const lost = [
      ...links.map(({ linkingAlias }) => `the dataset is linked into ${linkingAlias}, which would hold it`),
      ...(losesGuestbook ? [`the dataset has the guestbook ${guestbook.name}, which is not available in ${target.alias}`] : []),
    ];
    if (lost.length > 0 && !force) {
      throw new DomainError('DATASET_MOVE_UNDOES', `Use forceMove=true to move the dataset, as that would undo this: ${lost.join('; ')}.`, {
        problems: lost.map((message) => ({ pointer: '/force', message })),
      });
    }
    for (const { linkingId } of links) await deleteLink(tx, { linkedNodeId: dataset.id, linkingCollectionId: linkingId });
    if (losesGuestbook) await setGuestbookOfDataset(tx, dataset.id, null);
    await moveDatasetNodes(tx, dataset.id, target.id);
    await refreshEffectiveNodes(tx, dataset.id);
    await endReview(scope, dataset.id, target);
    emit({ kind: 'DatasetMoved', subjectId: dataset.id, payload: {} });
    note({ from: dataset.ownerId, to: target.id, undone: lost });
    return { datasetId: dataset.id };
  },
});
