import { usageFailure } from './failure.ts';

/** How the API names a dataset. */
export type DatasetReference = { readonly databaseId: number } | { readonly persistentId: string };

const PERSISTENT_ID = /^(doi|hdl|perma):.+|^https?:\/\/.+/i;

/** A dataset by its number, its persistent identifier, or the address of that. @throws CliFailure */
export function datasetReference(typed: string): DatasetReference {
  if (/^[0-9]+$/.test(typed)) return { databaseId: Number(typed) };
  if (/^10\.[0-9]{4,}/.test(typed)) return { persistentId: `doi:${typed}` };
  if (PERSISTENT_ID.test(typed)) return { persistentId: typed };
  throw usageFailure(`"${typed}" names no dataset: give its number, or its identifier such as doi:10.5072/FK2/ABC123.`);
}

/** A collection by its alias or number; `root` is the root. */
export function collectionReference(typed: string): Readonly<Record<string, unknown>> {
  if (/^[0-9]+$/.test(typed)) return { databaseId: Number(typed) };
  return typed === 'root' || typed === ':root' ? { root: true } : { alias: typed };
}
