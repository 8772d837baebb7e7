/** Makes files of the dataset from what was sent. */
import { AddFilesDocument, type FileOutcomeFragment, ReplaceFilesDocument, type UploadedFileInput } from '../generated/operations.ts';
import { Refusal } from '../refusal.ts';
import type { RequestOptions, Transport } from '../transport.ts';

/** A file whose bytes have arrived. */
export interface SentFile extends UploadedFileInput {
  /** Number of the file of the dataset whose place it takes. */
  readonly replaces?: number | undefined;
}

/** Adds files, or puts them in the place of others; each is added or refused on its own. @returns in the order given @throws Refusal | Unreachable */
export async function addSentFiles(
  transport: Transport,
  databaseId: number,
  sent: readonly SentFile[],
  options?: RequestOptions,
): Promise<FileOutcomeFragment[]> {
  const dataset = { databaseId };
  const added: UploadedFileInput[] = [];
  const replacing: { readonly replaces: { readonly databaseId: number }; readonly file: UploadedFileInput; readonly forceReplace: true }[] =
    [];
  for (const { replaces, ...file } of sent) {
    if (replaces === undefined) added.push(file);
    else replacing.push({ replaces: { databaseId: replaces }, file, forceReplace: true });
  }
  const outcomes = new Map<string, FileOutcomeFragment>();
  const keep = (found: readonly FileOutcomeFragment[] | null): void => {
    for (const outcome of found ?? []) outcomes.set(outcome.storageIdentifier, outcome);
  };
  if (added.length > 0) keep((await transport.request(AddFilesDocument, { input: { dataset, files: added } }, options)).addFiles.outcomes);
  if (replacing.length > 0) {
    keep((await transport.request(ReplaceFilesDocument, { input: { dataset, files: replacing } }, options)).replaceFiles.outcomes);
  }
  return sent.map(({ storageIdentifier }) => {
    const outcome = outcomes.get(storageIdentifier);
    if (outcome === undefined) throw new Refusal([], 200);
    return outcome;
  });
}
