/** Brings the datasets of a collection, each to a folder of its own below those of its collections. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { CliFailure, EXIT } from '../failure.ts';
import { type DownloadOutcome, downloadFiles, type DownloadWork } from './download-files.ts';
import { localPlace } from './local-place.ts';
import type { RemoteCollection } from './remote-collection.ts';
import type { RemoteDataset } from './remote-file.ts';

/** One dataset, with its folder below the one that was named. */
export interface CollectedOutcome extends DownloadOutcome {
  readonly folder: string;
}

/** The name of a folder for a persistent identifier, which is not to be trusted. */
function folderName(persistentId: string): string {
  return persistentId.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
}

/** The same apart from that of another dataset, whose identifier differs in its signs alone: files of one would take the place of the other's. */
function folderApart(persistentId: string, path: readonly string[], taken: Map<string, string>): string {
  const place = [...path, folderName(persistentId)].join('/');
  const holder = taken.get(place);
  if (holder === undefined) taken.set(place, persistentId);
  if (holder === undefined || holder === persistentId) return place;
  return `${place}-${createHash('sha256').update(persistentId).digest('hex').slice(0, 12)}`;
}

export interface CollectionOutcome {
  readonly datasets: CollectedOutcome[];
  /** Datasets of which nothing could be had. */
  readonly failed: { readonly persistentId: string; readonly code: string; readonly message: string }[];
}

/** @param open Opens a dataset by its identifier @throws CliFailure where nothing further can be had */
export async function downloadCollection(
  collection: RemoteCollection,
  open: (persistentId: string) => RemoteDataset,
  to: string,
  work: DownloadWork,
): Promise<CollectionOutcome> {
  const outcome: CollectionOutcome = { datasets: [], failed: [] };
  const taken = new Map<string, string>();
  for await (const { persistentId, path } of collection.datasets()) {
    try {
      const place = folderApart(persistentId, path, taken);
      localPlace(to, place);
      work.output.note(`${persistentId}, in ${place}`);
      outcome.datasets.push({ folder: place, ...(await downloadFiles(open(persistentId), join(to, place), work)) });
    } catch (error) {
      if (!(error instanceof CliFailure) || error.exitCode === EXIT.unreachable) throw error;
      outcome.failed.push({ persistentId, code: error.code, message: error.message });
      work.output.note(`${persistentId}: ${error.message}`);
    }
  }
  return outcome;
}
