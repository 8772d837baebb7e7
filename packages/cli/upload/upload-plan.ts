/** What an upload has to do: which files are new, there already, or there with another content. */
import type { FileRecord } from '../dataset-files.ts';
import { eachOf } from '../../client/limit.ts';
import { fileChecksum, hashName } from './file-checksum.ts';
import { type LocalFile, placeOf } from './local-files.ts';

export interface UploadPlan {
  readonly missing: LocalFile[];
  readonly present: LocalFile[];
  /** The dataset has another content at their place. */
  readonly differing: { readonly file: LocalFile; readonly there: FileRecord }[];
}

/** Where a file of the dataset lay when it was uploaded: a table that was ingested has another name since. */
function placesOf({ label, directoryLabel, dataFile }: FileRecord): string[] {
  const names = [label, ...(dataFile.originalFileName === null ? [] : [dataFile.originalFileName])];
  return names.map((name) => placeOf({ folder: directoryLabel ?? '', label: name }));
}

async function isSame(file: LocalFile, { dataFile }: FileRecord): Promise<boolean> {
  const size = dataFile.originalFileName === null ? dataFile.sizeBytes : dataFile.originalFileSize;
  if (size !== null && size !== file.sizeBytes) return false;
  const algorithm = hashName(dataFile.checksum.type);
  return algorithm !== undefined && (await fileChecksum(file.path, algorithm)) === dataFile.checksum.value;
}

/** Compares files here with those of the dataset by their places, sizes and checksums. */
export async function planUpload(local: readonly LocalFile[], there: readonly FileRecord[], jobs: number): Promise<UploadPlan> {
  const byPlace = new Map(there.flatMap((record) => placesOf(record).map((place) => [place, record] as const)));
  const plan: UploadPlan = { missing: [], present: [], differing: [] };
  await eachOf(local, jobs, async (file) => {
    const record = byPlace.get(placeOf(file));
    if (record === undefined) plan.missing.push(file);
    else if (await isSame(file, record)) plan.present.push(file);
    else plan.differing.push({ file, there: record });
  });
  return plan;
}
