/** The stores that new files of datasets and collections go to. Source: datasets.md 11.2, users-admin.md 18.4. */
import { z } from 'zod';
import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import {
  findCollectionDriver,
  findOwnCollectionDriver,
  setCollectionDriver,
  setDatasetDriver,
} from '../../db/queries/files/storage-drivers.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { loadCollection, lockCollection } from '../subjects/collection-subject.ts';
import { command, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { loadDataset, lockDataset } from '../subjects/dataset-subject.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { driverForNewFiles } from './file-place.ts';

/** A store as clients know it. */
export interface StorageDriverFacts {
  readonly name: string;
  /** `file`: a folder of the server; `s3`: a bucket; the name itself of a store that is not configured. */
  readonly type: string;
  readonly label: string;
  /** Whether clients may send bytes to the store, or fetch them there, past the server. */
  readonly directUpload: boolean;
  readonly directDownload: boolean;
  readonly uploadOutOfBand: boolean;
}

type Stores = Pick<DomainServices, 'storage'>;

/** The facts of a store, even of one that a record names but that is no longer configured. */
export function factsOf({ storage }: Stores, name: string): StorageDriverFacts {
  const store = storage.stores.find(({ driver }) => driver === name);
  const facts = store ?? { type: name, label: name, directUpload: false, directDownload: false };
  const { type, label, directUpload, directDownload } = facts;
  return { name, type, label, directUpload, directDownload, uploadOutOfBand: false };
}

/** @throws DomainError BAD_USER_INPUT naming the labels that there are. */
function driverOfLabel({ storage }: Stores, label: string): string {
  const store = storage.stores.find((one) => one.label === label.trim());
  if (store !== undefined) return store.driver;
  const labels = storage.stores.map((one) => one.label).join(', ');
  throw new DomainError('BAD_USER_INPUT', `No store has the label "${label}"; the labels are: ${labels}.`, {
    problems: [{ pointer: '/label', message: `must be one of ${labels}` }],
  });
}

/** The store of new files of a dataset; public. */
export const findDatasetStorageDriver = query({
  name: 'findDatasetStorageDriver',
  subject: loadDataset,
  requires: 'Public',
  run: async ({ db, services }, { dataset }, _key: DatasetKey): Promise<StorageDriverFacts> =>
    factsOf(services, await driverForNewFiles(db, services, dataset.id)),
});

/** Chooses by its label where new files of a dataset are kept, or with `null` what the collections above say; the id of the dataset. */
export const setDatasetStorageDriver = command({
  name: 'setDatasetStorageDriver',
  input: z.object({ dataset: z.custom<DatasetKey>(), label: z.string().nullable() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'Superuser',
  run: async ({ tx, services, note }, { dataset }, { label }): Promise<number> => {
    const driver = label === null ? null : driverOfLabel(services, label);
    await setDatasetDriver(tx, dataset.id, driver);
    note({ driver });
    return dataset.id;
  },
});

/** Where new files below a collection are kept: its own choice, `null` where it has none, or with `effective` what holds there. */
export const findCollectionStorageDriver = query({
  name: 'findCollectionStorageDriver',
  subject: (scope, input: { readonly collection: CollectionKey; readonly effective: boolean }) => loadCollection(scope, input.collection),
  requires: 'Superuser',
  run: async ({ db, services }, { collection }, { effective }): Promise<StorageDriverFacts | null> => {
    const driver = effective
      ? ((await findCollectionDriver(db, collection.id)) ?? services.storage.driver)
      : await findOwnCollectionDriver(db, collection.id);
    return driver === null ? null : factsOf(services, driver);
  },
});

/** Chooses by its label where new files below a collection are kept, or with `null` what the collections above say; the id of the collection. */
export const setCollectionStorageDriver = command({
  name: 'setCollectionStorageDriver',
  input: z.object({ collection: z.custom<CollectionKey>(), label: z.string().nullable() }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'Superuser',
  run: async ({ tx, services, note }, { collection }, { label }): Promise<number> => {
    const driver = label === null ? null : driverOfLabel(services, label);
    await setCollectionDriver(tx, collection.id, driver);
    note({ driver });
    return collection.id;
  },
});

/** The stores of this installation, the default one first. */
export const listStorageDrivers = query({
  name: 'listStorageDrivers',
  subject: noSubject,
  requires: 'Superuser',
  run: ({ services }): StorageDriverFacts[] => services.storage.stores.map(({ driver }) => factsOf(services, driver)),
});
