/** The newest version of a dataset as JSON made by PostgreSQL, for lists of datasets that read it with them. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { dataset, datasetVersion, license, type VersionTerms } from '../schema/dataset.ts';
import type { FileJson } from './files/file-json.ts';
import { filesOf, type FirstFiles, firstFilesJson } from './versions/first-pages.ts';
import { licenseJson, type LicenseRow, type VersionFacts } from './versions/versions.ts';

/** A newest version that was read together with its dataset. */
export interface ReadNewest {
  readonly version: VersionFacts;
  /** Where they were asked for. */
  readonly files: FirstFiles | null;
}

/** A version's columns in the order of `newestJson`. */
export type NewestJson = readonly [
  id: number,
  ordinal: number,
  versionNumber: number | null,
  versionMinorNumber: number | null,
  title: string,
  license: LicenseRow | null,
  licenseId: number | null,
  terms: VersionTerms,
  fileAccessRequest: boolean,
  versionNote: string | null,
  deaccessionNote: string | null,
  deaccessionLink: string | null,
  internalVersionNumber: number,
  createdAt: string,
  updatedAt: string,
  releasedAt: string | null,
  files: FileJson[] | null,
];

const columns = [
  datasetVersion.id,
  datasetVersion.ordinal,
  datasetVersion.versionNumber,
  datasetVersion.versionMinorNumber,
  datasetVersion.title,
  licenseJson,
  datasetVersion.licenseId,
  datasetVersion.terms,
  datasetVersion.fileAccessRequest,
  datasetVersion.versionNote,
  datasetVersion.deaccessionNote,
  datasetVersion.deaccessionLink,
  datasetVersion.internalVersionNumber,
  datasetVersion.createdAt,
  datasetVersion.updatedAt,
  datasetVersion.releasedAt,
];

/**
 * SQL for the newest version of the dataset in `dataset`, at most `files` of its files with it. Null where that version is no released
 * one: whether it may be seen, or another one is, depends on who asks.
 */
export function newestJson(files?: SQLWrapper): SQL<NewestJson | null> {
  return sql<NewestJson | null>`(select case when ${datasetVersion.state} = 'RELEASED' then json_build_array(${sql.join(columns, sql`, `)}, ${files === undefined ? sql`null` : firstFilesJson(files)}) end from ${datasetVersion} left join ${license} on ${license.id} = ${datasetVersion.licenseId} where ${datasetVersion.datasetId} = ${dataset.id} order by ${datasetVersion.ordinal} desc limit 1)`;
}

/** The version that the JSON stands for; `firstFiles` is how many files were asked for at most, null for none. */
export function newestOf(
  json: NewestJson,
  { datasetId, firstFiles: limit }: { readonly datasetId: number; readonly firstFiles: number | null },
): ReadNewest {
  const files = json[16];
  return {
    version: {
      id: json[0],
      datasetId,
      ordinal: json[1],
      state: 'RELEASED',
      latestState: 'RELEASED',
      versionNumber: json[2],
      versionMinorNumber: json[3],
      title: json[4],
      license: json[5],
      licenseId: json[6],
      terms: json[7],
      fileAccessRequest: json[8],
      versionNote: json[9],
      deaccessionNote: json[10],
      deaccessionLink: json[11],
      internalVersionNumber: json[12],
      createdAt: new Date(json[13]),
      updatedAt: new Date(json[14]),
      releasedAt: json[15] === null ? null : new Date(json[15]),
    },
    files: files === null || limit === null ? null : { limit, files: filesOf(files) },
  };
}
