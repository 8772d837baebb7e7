import { type SQL, sql } from 'drizzle-orm';
import { dataset } from '../../schema/dataset.ts';

/** The folder of the files of a dataset in any store, in two parts; as `folderOf` has it. Source: files.md 18. */
export const folderColumns: { readonly authority: SQL<string>; readonly identifier: SQL<string> } = {
  authority: sql<string>`coalesce(split_part(${dataset.storageFolder}, '/', 1), ${dataset.authority})`,
  identifier: sql<string>`coalesce(substr(${dataset.storageFolder}, strpos(${dataset.storageFolder}, '/') + 1), ${dataset.identifier})`,
};
