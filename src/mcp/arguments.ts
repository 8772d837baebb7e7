/** Arguments that several tools have. Lists and texts are bounded before anything is done with them. */
import { z } from 'zod';

export const datasetArgument = z
  .string()
  .min(1)
  .max(500)
  .describe('Persistent identifier of the dataset, such as doi:10.5072/FK2/ABC123, or its number');

export const fileArgument = z.int().min(1).max(2_147_483_647).describe('Number of the file, as search and list_files give it');

export const versionArgument = z
  .string()
  .max(50)
  .default(':latest')
  .describe('Version: ":latest" is the newest one that the caller may see, else ":draft", ":latest-published" or a number such as "1.0"');

export const cursorArgument = z.string().max(5_000).optional().describe('endCursor of the page before');

export const collectionArgument = z.string().min(1).max(100).describe('Alias of a collection; "root" is the whole repository');

export function datasetReference(typed: string): { databaseId: number } | { persistentId: string } {
  return /^[0-9]{1,9}$/.test(typed) ? { databaseId: Number(typed) } : { persistentId: typed };
}

export function collectionReference(alias: string): { root: true } | { alias: string } {
  return alias === 'root' ? { root: true } : { alias };
}
