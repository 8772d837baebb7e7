/** Batched reads of files, in versions and by themselves. */
import DataLoader from 'dataloader';
import type { Database } from '../client.ts';
import { type AuxiliaryFileRow, listAuxiliaryFilesOf } from '../queries/files/auxiliary-files.ts';
import { type FileWithAccess, listFilesByIds } from '../queries/files/file-access.ts';
import type { FileRow } from '../queries/files/file-columns.ts';
import { countFileDownloads } from '../queries/files/file-downloads.ts';
import { type FileRegistrationRow, listFileRegistrations } from '../queries/identifiers/file-registration.ts';
import { type DataTableRow, listDataTablesOf } from '../queries/ingest/data-tables.ts';
import { type EditedVariableRow, listEditedVariables, listNewestEdits } from '../queries/ingest/variable-edits.ts';
import { type IngestStatusRow, listIngestStatusOf } from '../queries/ingest/ingest-requests.ts';
import { countDataFilesOf, countFilesOfVersions, listVersionFileRecords, type VersionFileKey } from '../queries/files/file-records.ts';
import { listFirstFiles } from '../queries/versions/first-pages.ts';
import type { LoaderTable } from './loader-table.ts';
import { byId, countsFrom, fromMap, pageLoaders, type PageLoaders } from './batched-reads.ts';

/** A variable, and whether what a draft says of it counts. */
export interface VariableKey {
  readonly id: number;
  readonly dataFileId: number;
  readonly withDraft: boolean;
}

/** What a record of a file says of a variable. */
export type VariableEditOfRecord = EditedVariableRow & { readonly recordId: number };

export interface FileLoaders {
  readonly file: DataLoader<number, FileWithAccess | undefined>;
  readonly versionFile: DataLoader<VersionFileKey, FileRow | undefined, string>;
  /** First pages of the files of versions, by version id. */
  readonly firstFiles: PageLoaders<number, FileRow>;
  readonly fileCountOfVersion: DataLoader<number, number>;
  /** Files of a dataset in any version. */
  readonly dataFileCount: DataLoader<number, number>;
  /** What was made from files, by file id. */
  readonly auxiliaryFiles: DataLoader<number, AuxiliaryFileRow[]>;
  /** What ingests have found in files, by file id. */
  readonly dataTable: DataLoader<number, DataTableRow | undefined>;
  /** What is said of variables in the newest version that counts. */
  readonly variableEdit: DataLoader<VariableKey, VariableEditOfRecord | undefined, number>;
  /** Ingests of files that are in view, under way or failed, by file id. */
  readonly ingest: DataLoader<number, IngestStatusRow | undefined>;
  /** How often a file was downloaded. */
  readonly fileDownloads: DataLoader<number, number>;
  /** By file id; undefined for a file without an identifier. */
  readonly fileRegistration: DataLoader<number, FileRegistrationRow | undefined>;
}

function versionFileLoader(db: Database): DataLoader<VersionFileKey, FileRow | undefined, string> {
  const keyOf = ({ versionId, recordId }: VersionFileKey): string => `${versionId}:${recordId}`;
  return new DataLoader(
    async (keys) => {
      const rows = await listVersionFileRecords(db, keys);
      const files = new Map(rows.map(({ versionId, file }) => [keyOf({ versionId, recordId: file.id }), file]));
      return keys.map((key) => files.get(keyOf(key)));
    },
    { cacheKeyFn: keyOf },
  );
}

function variableEditLoader(db: Database): DataLoader<VariableKey, VariableEditOfRecord | undefined, number> {
  return new DataLoader(
    async (keys) => {
      const files = new Map(keys.map(({ dataFileId, withDraft }) => [dataFileId, { dataFileId, withDraft }]));
      const records = new Map((await listNewestEdits(db, [...files.values()])).map(({ editsId, recordId }) => [editsId, recordId]));
      const ids = keys.map(({ id }) => id);
      const rows = await listEditedVariables(db, [...records.keys()], ids);
      const edits = new Map(rows.map((row) => [row.dataVariableId, { ...row, recordId: records.get(row.editsId) ?? 0 }]));
      return ids.map((id) => edits.get(id));
    },
    { cacheKeyFn: ({ id }) => id },
  );
}

/** How the loaders of files are made. */
export const fileLoaders: LoaderTable<FileLoaders> = {
  file: ({ db, onlooker }) => byId((ids) => listFilesByIds(db, ids, onlooker.identities)),
  versionFile: ({ db }) => versionFileLoader(db),
  firstFiles: ({ db }) =>
    pageLoaders(
      (ids, limit) => listFirstFiles(db, ids, limit),
      (id) => id,
    ),
  fileCountOfVersion: ({ db }) => countsFrom((ids) => countFilesOfVersions(db, ids)),
  dataFileCount: ({ db }) => countsFrom((ids) => countDataFilesOf(db, ids)),
  auxiliaryFiles: ({ db }) =>
    new DataLoader(async (ids) => {
      const files = Map.groupBy(await listAuxiliaryFilesOf(db, ids), ({ dataFileId }) => dataFileId);
      return ids.map((id) => files.get(id) ?? []);
    }),
  dataTable: ({ db }) => byId(async (ids) => (await listDataTablesOf(db, ids)).map((row) => ({ ...row, id: row.dataFileId }))),
  variableEdit: ({ db }) => variableEditLoader(db),
  ingest: ({ db }) => fromMap(async (ids) => new Map((await listIngestStatusOf(db, ids)).map((row) => [row.dataFileId, row]))),
  fileDownloads: ({ db }) => countsFrom((ids) => countFileDownloads(db, ids)),
  fileRegistration: ({ db }) => byId(async (ids) => (await listFileRegistrations(db, ids)).map((row) => ({ ...row, id: row.dataFileId }))),
};
