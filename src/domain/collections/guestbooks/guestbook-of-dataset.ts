/** Which guestbook those who want files of a dataset are asked to answer, and when. Source: users-admin.md 18.7, datasets.md 14.1. */
import { z } from 'zod';
import { findGuestbook, findGuestbookAtRequest, setGuestbookOfDataset } from '../../../db/queries/collections/guestbooks.ts';
import { type DatasetKey, updateDataset } from '../../../db/queries/datasets/datasets.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, query } from '../../../kernel/command.ts';
import { loadDataset, lockDataset } from '../../subjects/dataset-subject.ts';

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

/** When the guestbook of a dataset is answered. */
export interface GuestbookTime {
  /** When access to restricted files is requested, in place of at downloads. */
  readonly atRequest: boolean;
  /** What was chosen for the dataset; null where it is what the installation says. */
  readonly ownChoice: boolean | null;
}

function timeOf(installation: boolean | undefined, ownChoice: boolean | null): GuestbookTime {
  return { atRequest: ownChoice ?? installation === true, ownChoice };
}

/** When the guestbook of a dataset is answered, whether it has one or not; public. */
export const viewGuestbookTime = query({
  name: 'viewGuestbookTime',
  subject: (scope, input: { readonly dataset: DatasetKey }) => loadDataset(scope, input.dataset),
  requires: 'Public',
  run: async ({ db, services }, { dataset }): Promise<GuestbookTime> =>
    timeOf(services.settings.get(':GuestbookAtRequest'), await findGuestbookAtRequest(db, dataset.id)),
});

/**
 * Chooses when the guestbook of a dataset is answered, or leaves it to the installation with null.
 * @throws DomainError GUESTBOOK_AT_REQUEST_OFF where the installation has not decided about it
 */
export const setGuestbookTime = command({
  name: 'setGuestbookTime',
  input: z.object({ dataset: z.custom<DatasetKey>(), atRequest: z.boolean().nullable() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'Superuser',
  run: async ({ tx, services, note }, { dataset }, { atRequest }): Promise<GuestbookTime> => {
    const installation = services.settings.get(':GuestbookAtRequest');
    if (installation === undefined) {
      throw new DomainError(
        'GUESTBOOK_AT_REQUEST_OFF',
        'Guestbooks are answered at downloads here: the setting :GuestbookAtRequest is not set.',
      );
    }
    await updateDataset(tx, dataset.id, { guestbookAtRequest: atRequest });
    note({ atRequest });
    return timeOf(installation, atRequest);
  },
});
