import { sumStoredFiles } from '../../db/queries/files/storage-use.ts';
import { query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { StoreSpace } from '../../storage/file-storage.ts';
import { factsOf, type StorageDriverFacts } from './storage-drivers.ts';

/** A store with the room that it has. */
export interface StoreRoom {
  readonly driver: StorageDriverFacts;
  readonly isDefault: boolean;
  readonly space: StoreSpace | undefined;
}

/** The stores with the room that they have, the default one first. */
export const listStoreRooms = query({
  name: 'listStoreRooms',
  subject: noSubject,
  requires: 'Superuser',
  run: ({ services }, _subject, _input: null): Promise<StoreRoom[]> =>
    Promise.all(
      services.storage.stores.map(async ({ driver }) => ({
        driver: factsOf(services, driver),
        isDefault: driver === services.storage.driver,
        space: await services.storage.spaceOf(driver),
      })),
    ),
});

/** How many files a store holds, and how many bytes they have, by the name of the store. */
export const countStoredFiles = query({
  name: 'countStoredFiles',
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ db }, _subject, _input: null): Promise<ReadonlyMap<string, { readonly fileCount: number; readonly fileBytes: number }>> =>
    new Map((await sumStoredFiles(db)).map(({ driver, ...amount }) => [driver, amount])),
});
