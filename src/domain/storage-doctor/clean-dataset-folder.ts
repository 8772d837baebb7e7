import { z } from 'zod';
import type { DatasetKey, DatasetWithGrants } from '../../db/queries/datasets.ts';
import { command, type CommandContext, query } from '../command.ts';
import { loadDataset, lockDataset } from '../datasets/dataset-subject.ts';
import { findOrphanedBytes } from './orphaned-bytes.ts';

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

/** Records what was moved out of the folder of a dataset. */
export const noteStorageCleaning = command({
  name: 'noteStorageCleaning',
  input: z.object({ dataset: z.custom<DatasetKey>(), moved: z.array(z.string()) }),
  subject: (scope, { dataset }) => lockDataset(scope, dataset),
  requires: 'EditDataset',
  run: async ({ note }, _subject, { moved }): Promise<void> => note({ moved }),
});

/**
 * Looks in the folder of a dataset, in every store, for bytes that no record names, and moves them where the doctor moves strays:
 * an operator can bring them back. Stores are asked outside any transaction. Source: files.md 22.6.
 * @throws DomainError as `admitStorageCleaning`; STORAGE_UNAVAILABLE.
 */
export async function cleanDatasetFolder(
  context: CommandContext,
  { dataset: key, dryRun }: { readonly dataset: DatasetKey; readonly dryRun: boolean },
): Promise<CleanedFolder> {
  const { db, services } = context;
  const { storage } = services;
  const dataset = await admitStorageCleaning(context, key);
  const found: string[] = [];
  const moved: string[] = [];
  const options = { graceMs: GRACE_MS, mend: !dryRun, folder: dataset, onProgress: () => undefined };
  for await (const { location, movedTo } of findOrphanedBytes(db, storage, options)) {
    const name = storage.storageIdentifier(location.driver, location.storageId);
    found.push(name);
    if (movedTo !== undefined) moved.push(name);
  }
  if (moved.length > 0) await noteStorageCleaning(context, { dataset: { id: dataset.id }, moved });
  return { found, moved };
}
