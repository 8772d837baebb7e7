import { z } from 'zod';
import type { DatasetKey, DatasetWithGrants } from '../../../db/queries/datasets/datasets.ts';
import type { FileLocation } from '../../../storage/file-storage.ts';
import { command, type CommandContext, query } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { folderOf } from '../../../model/dataset-folder.ts';
import { loadDataset, lockDataset } from '../../subjects/dataset-subject.ts';
import { findOrphanedBytes, setOrphanAside } from './orphaned-bytes.ts';

/** Younger bytes may belong to a file that is about to be recorded. */
const GRACE_MS = 24 * 60 * 60 * 1000;

/** What lay in the folder of a dataset that no record names, as records would show it. */
export interface CleanedFolder {
  readonly found: readonly string[];
  /** Those of them that were moved out of the way. */
  readonly moved: readonly string[];
}

/** Lets an editor look for strays in the folder of a dataset. */
export const admitStorageCleaning = query({
  name: 'admitStorageCleaning',
  subject: loadDataset,
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: (_context, { dataset }, _key: DatasetKey): DatasetWithGrants => dataset,
});

/** Records what is about to be moved out of the folder of a dataset: nothing is moved of which no audit record tells. */
export const noteStorageCleaning = command({
  name: 'noteStorageCleaning',
  input: z.object({ dataset: z.custom<DatasetKey>(), strays: z.array(z.string()) }),
  subject: (scope, { dataset }) => lockDataset(scope, dataset),
  requires: 'EditDataset',
  run: async ({ note }, _subject, { strays }): Promise<void> => note({ strays }),
});

/**
 * Looks in the folder of a dataset, in every store, for bytes that no record names, and moves them where the doctor moves strays:
 * an operator can bring them back. Stores are asked outside any transaction. Source: files.md 22.6.
 * @throws DomainError as `admitStorageCleaning`; STORAGE_UNAVAILABLE.
 */
export const cleanDatasetFolder = composed({
  name: 'cleanDatasetFolder',
  of: [admitStorageCleaning, noteStorageCleaning],
  run: async (
    context: CommandContext,
    { dataset: key, dryRun }: { readonly dataset: DatasetKey; readonly dryRun: boolean },
  ): Promise<CleanedFolder> => {
    const { db, services } = context;
    const { storage } = services;
    const dataset = await admitStorageCleaning(context, key);
    const strays = new Map<string, FileLocation>();
    const options = { graceMs: GRACE_MS, mend: false, folder: folderOf(dataset), onProgress: () => undefined };
    for await (const { kind, location } of findOrphanedBytes(db, storage, options)) {
      if (kind === 'ORPHAN') strays.set(storage.storageIdentifier(location.driver, location.storageId), location);
    }
    const found = [...strays.keys()];
    if (dryRun || found.length === 0) return { found, moved: [] };

    await noteStorageCleaning(context, { dataset: { id: dataset.id }, strays: found });
    const moved: string[] = [];
    for (const [name, location] of strays) {
      const outcome = await setOrphanAside(db, storage, location);
      if (outcome !== undefined && 'movedTo' in outcome) moved.push(name);
    }
    return { found, moved };
  },
});
