/** Makes files of the dataset from what was uploaded. */
import { addSentFiles } from '../../client/transfer/add-sent-files.ts';
import { type Client, endingAsCommands } from '../client.ts';
import type { LocalFile } from './local-files.ts';

/** A file whose bytes have arrived. */
export interface SentFile {
  readonly file: LocalFile;
  readonly storageIdentifier: string;
  readonly checksum: { readonly algorithm: 'SHA_256'; readonly value: string };
  /** File of the dataset whose place it takes. */
  readonly replaces?: number;
}

/** What became of it. */
export interface AddedFile {
  readonly sent: SentFile;
  readonly databaseId: number | undefined;
  readonly warning: string | undefined;
  readonly refusal: { readonly code: string; readonly message: string } | undefined;
}

/** Adds files, or puts them in the place of others; each is added or refused on its own. @throws CliFailure */
export async function addFiles(client: Client, dataset: number, files: readonly SentFile[]): Promise<AddedFile[]> {
  const sent = files.map(({ file, storageIdentifier, checksum, replaces }) => ({
    storageIdentifier,
    fileName: file.label,
    label: file.label,
    sizeBytes: file.sizeBytes,
    checksum,
    replaces,
    ...(file.folder === '' ? {} : { directoryLabel: file.folder }),
  }));
  const outcomes = await endingAsCommands(client.server, addSentFiles(client.transport, dataset, sent));
  return outcomes.map((outcome, position) => {
    const from = files[position];
    if (from === undefined) throw new Error('There are more outcomes than files.');
    return {
      sent: from,
      databaseId: outcome.file?.dataFile.databaseId,
      warning: outcome.warning ?? undefined,
      refusal: outcome.refusal ?? undefined,
    };
  });
}
