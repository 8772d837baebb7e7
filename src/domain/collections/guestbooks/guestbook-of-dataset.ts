/** Which guestbook those who download files of a dataset are asked to answer. Source: users-admin.md 18.7. */
import { z } from 'zod';
import { findGuestbook, setGuestbookOfDataset } from '../../../db/queries/collections/guestbooks.ts';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command } from '../../../kernel/command.ts';
import { lockDataset } from '../../subjects/dataset-subject.ts';

/** The dataset, and the guestbook that it had. */
interface Changed {
  readonly datasetId: number;
  readonly former: number | null;
}

/**
 * Gives a dataset a guestbook of a collection that holds it. It counts at once, for all versions.
 * @throws DomainError GUESTBOOK_NOT_FOUND | GUESTBOOK_UNAVAILABLE
 */
export const assignGuestbook = command({
  name: 'assignGuestbook',
  input: z.object({ dataset: z.custom<DatasetKey>(), guestbookId: z.int() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async ({ tx, note }, { dataset }, { guestbookId }): Promise<Changed> => {
    const guestbook = await findGuestbook(tx, guestbookId);
    if (guestbook === undefined) throw new DomainError('GUESTBOOK_NOT_FOUND', `Guestbook ${guestbookId} not found.`);
    if (!dataset.path.includes(guestbook.collectionId)) {
      throw new DomainError('GUESTBOOK_UNAVAILABLE', `Guestbook ${guestbookId} belongs to no collection that holds the dataset.`);
    }
    if (!guestbook.enabled) throw new DomainError('GUESTBOOK_UNAVAILABLE', `Guestbook ${guestbookId} is not in use.`);
    await setGuestbookOfDataset(tx, dataset.id, guestbookId);
    note({ guestbook: guestbookId, former: dataset.guestbookId });
    return { datasetId: dataset.id, former: dataset.guestbookId };
  },
});

/** Asks those who download files of a dataset no more; nothing is wrong with a dataset that asked nothing. Responses are kept. */
export const removeGuestbook = command({
  name: 'removeGuestbook',
  input: z.object({ dataset: z.custom<DatasetKey>() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async ({ tx, note }, { dataset }): Promise<Changed> => {
    await setGuestbookOfDataset(tx, dataset.id, null);
    note({ former: dataset.guestbookId });
    return { datasetId: dataset.id, former: dataset.guestbookId };
  },
});
