/** Makes files of the dataset from what was uploaded. */
import { z } from 'zod';
import type { Client } from '../client.ts';
import type { LocalFile } from './local-files.ts';

/** A file whose bytes have arrived. */
export interface SentFile {
  readonly file: LocalFile;
  readonly storageIdentifier: string;
  readonly checksum: { readonly algorithm: string; readonly value: string };
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

const OUTCOMES = `outcomes { file { dataFile { databaseId } } warning refusal { code message } }`;
const ADD = `mutation ($input: AddFilesInput!) { added: addFiles(input: $input) { ${OUTCOMES} } }`;
const REPLACE = `mutation ($input: ReplaceFilesInput!) { added: replaceFiles(input: $input) { ${OUTCOMES} } }`;
const addedShape = z.object({
  added: z.object({
    outcomes: z.array(
      z.object({
        file: z.object({ dataFile: z.object({ databaseId: z.number() }) }).nullable(),
        warning: z.string().nullable(),
        refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
      }),
    ),
  }),
});

function inputOf({ file, storageIdentifier, checksum }: SentFile) {
  return {
    storageIdentifier,
    fileName: file.label,
    label: file.label,
    sizeBytes: file.sizeBytes,
    checksum,
    ...(file.folder === '' ? {} : { directoryLabel: file.folder }),
  };
}

async function addAlike(client: Client, dataset: number, files: readonly SentFile[], replace: boolean): Promise<AddedFile[]> {
  if (files.length === 0) return [];
  const sent = replace
    ? files.map((file) => ({ replaces: { databaseId: file.replaces }, file: inputOf(file), forceReplace: true }))
    : files.map(inputOf);
  const { added } = await client.ask(addedShape, replace ? REPLACE : ADD, { input: { dataset: { databaseId: dataset }, files: sent } });
  return files.map((file, position) => {
    const outcome = added.outcomes[position];
    return {
      sent: file,
      databaseId: outcome?.file?.dataFile.databaseId,
      warning: outcome?.warning ?? undefined,
      refusal: outcome?.refusal ?? undefined,
    };
  });
}

/** Adds files, or puts them in the place of others; each is added or refused on its own. @throws CliFailure */
export async function addFiles(client: Client, dataset: number, files: readonly SentFile[]): Promise<AddedFile[]> {
  const isReplacement = ({ replaces }: SentFile): boolean => replaces !== undefined;
  return [
    ...(await addAlike(
      client,
      dataset,
      files.filter((file) => !isReplacement(file)),
      false,
    )),
    ...(await addAlike(client, dataset, files.filter(isReplacement), true)),
  ];
}
