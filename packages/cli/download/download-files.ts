/** Brings the files of one dataset to a folder. */
import { eachOf } from '../../client/limit.ts';
import { CliFailure, EXIT } from '../failure.ts';
import type { Output } from '../output.ts';
import { sizeText } from '../sizes.ts';
import type { TransferProgress } from '../transfer-progress.ts';
import { fetchFile } from './fetch-file.ts';
import { localPlace } from './local-place.ts';
import type { RemoteDataset, RemoteFile } from './remote-file.ts';

export interface DownloadOutcome {
  readonly downloaded: string[];
  readonly present: string[];
  readonly failed: { readonly path: string; readonly code: string; readonly message: string }[];
  version: string;
  persistentId: string;
}

/** What a whole command moves. */
export interface DownloadWork {
  readonly output: Output;
  readonly jobs: number;
  readonly dryRun: boolean;
  /** Files and bytes that are known of so far. */
  readonly all: { files: number; bytes: number };
  readonly progress: TransferProgress;
}

/**
 * Files by places that differ: a table that was ingested and another file may have come with one name. Which of them keeps it follows from the
 * order of the dataset, so that the next run finds the same. `taken` has the number that the next file of each place gets.
 */
function apart(file: RemoteFile, taken: Map<string, number>): RemoteFile {
  for (let number = taken.get(file.place) ?? 0; ; number += 1) {
    const place = number === 0 ? file.place : file.place.replace(/(\.[^./]*)?$/, (extension) => `-${number}${extension}`);
    taken.set(file.place, number + 1);
    if (place !== file.place && taken.has(place)) continue;
    if (place !== file.place) taken.set(place, 1);
    return { ...file, place };
  }
}

/** @throws CliFailure where nothing further can be had; what ails a single file stands in the outcome */
export async function downloadFiles(dataset: RemoteDataset, folder: string, work: DownloadWork): Promise<DownloadOutcome> {
  const { output, all, progress } = work;
  const outcome: DownloadOutcome = { downloaded: [], present: [], failed: [], version: '', persistentId: '' };
  const taken = new Map<string, number>();
  const fetchOne = async (file: RemoteFile): Promise<void> => {
    try {
      const brought = await fetchFile(file, localPlace(folder, file.place), dataset.headers, progress.bytes);
      (brought ? outcome.downloaded : outcome.present).push(file.place);
      progress.file();
    } catch (error) {
      if (!(error instanceof CliFailure) || error.exitCode === EXIT.unreachable) throw error;
      outcome.failed.push({ path: file.place, code: error.code, message: error.message });
      output.note(`${file.place}: ${error.message}.`);
    }
  };
  for await (const page of dataset.pages()) {
    Object.assign(outcome, { persistentId: page.persistentId, version: page.version });
    const files = page.files.map((file) => apart(file, taken));
    all.files += files.length;
    all.bytes += files.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
    if (work.dryRun) {
      for (const { place, sizeBytes, url } of files) {
        output.line(`${url === undefined ? 'closed  ' : 'download'}  ${place}  ${sizeText(sizeBytes ?? 0)}`);
      }
    } else await eachOf(files, work.jobs, fetchOne);
  }
  return outcome;
}
