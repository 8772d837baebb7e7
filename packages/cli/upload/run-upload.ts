import type { Client } from '../client.ts';
import { CliFailure, EXIT } from '../failure.ts';
import { createLimit, eachOf } from '../../client/limit.ts';
import type { Session } from '../session.ts';
import { transferProgress } from '../transfer-progress.ts';
import { type AddedFile, addFiles, type SentFile } from './add-files.ts';
import { fileChecksum } from './file-checksum.ts';
import { type LocalFile, placeOf } from './local-files.ts';
import { sendFile } from './send-file.ts';
import { openUploadState } from './upload-state.ts';

/** A file to send, and the file of the dataset whose place it takes. */
export interface WantedUpload {
  readonly file: LocalFile;
  readonly replaces?: number;
}

/** What became of the files. */
export interface UploadOutcome {
  readonly added: AddedFile[];
  readonly failed: { readonly file: LocalFile; readonly failure: CliFailure }[];
}

export interface UploadOptions {
  readonly jobs: number;
  readonly partSizeBytes: number | undefined;
}

/** Files are added so many at a time: what is added stays when the program is interrupted. */
const ADDED_AT_ONCE = 100;

/** The end of one file, which others do not wait for; a lost server or a lost login ends all. */
function failureOfOne(error: unknown): CliFailure {
  if (error instanceof CliFailure && error.exitCode !== EXIT.unreachable && error.exitCode !== EXIT.signedOut) return error;
  throw error;
}

/** Sends files in parallel and adds them to the draft. @throws CliFailure when it cannot go on */
export async function runUpload(
  session: Session,
  client: Client,
  dataset: number,
  wanted: readonly WantedUpload[],
  { jobs, partSizeBytes }: UploadOptions,
): Promise<UploadOutcome> {
  const state = await openUploadState(session.env, client.server, dataset);
  const bytes = wanted.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  const progress = transferProgress(session.output, 'Uploading', { files: wanted.length, bytes });
  const limit = createLimit(jobs);
  const outcome: UploadOutcome = { added: [], failed: [] };
  let sent: SentFile[] = [];
  let adding = Promise.resolve();

  /** Adds what was sent; one request after the other, since each changes the draft. */
  const flush = (): Promise<void> => {
    const files = sent;
    sent = [];
    adding = adding.then(async () => {
      const added = await addFiles(client, dataset, files);
      outcome.added.push(...added);
    });
    return adding;
  };

  await eachOf(wanted, jobs, async ({ file, replaces }) => {
    try {
      const value = await fileChecksum(file.path, 'sha256');
      const storageIdentifier = await sendFile(file, { client, dataset, state, partSizeBytes, limit, sent: progress.bytes });
      const checksum = { algorithm: 'SHA_256', value } as const;
      sent.push({ file, storageIdentifier, checksum, ...(replaces === undefined ? {} : { replaces }) });
      progress.file();
    } catch (error) {
      outcome.failed.push({ file, failure: failureOfOne(error) });
    }
    if (sent.length >= ADDED_AT_ONCE) await flush();
  });
  await flush();
  session.output.clear();
  for (const {
    sent: { file },
    refusal,
  } of outcome.added) {
    if (refusal !== undefined) {
      outcome.failed.push({ file, failure: new CliFailure(EXIT.refused, refusal.code, `${placeOf(file)}: ${refusal.message}`) });
    }
  }
  if (outcome.failed.length === 0) await state.clear();
  return outcome;
}
