/** The newest version of a dataset as JSON made by PostgreSQL, for lists of datasets that read it with them. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { briefJsonRow, jsonRow } from '../json-row.ts';
import { dataset, datasetVersion, license } from '../schema/dataset.ts';
import { type FileJson, filesOf } from './files/file-json.ts';
import { type FirstFiles, firstFilesJson } from './versions/first-pages.ts';
import { ownFactColumns, type VersionFacts } from './versions/versions.ts';

/** A newest version that was read together with its dataset. */
export interface ReadNewest {
  readonly version: VersionFacts;
  /** Where they were asked for. */
  readonly files: FirstFiles | null;
}

const wholeVersion = jsonRow(ownFactColumns);

/** What a plain list shows of a version, with what places and names it. */
const briefVersion = briefJsonRow(ownFactColumns, {
  id: ownFactColumns.id,
  ordinal: ownFactColumns.ordinal,
  versionNumber: ownFactColumns.versionNumber,
  versionMinorNumber: ownFactColumns.versionMinorNumber,
  title: ownFactColumns.title,
  internalVersionNumber: ownFactColumns.internalVersionNumber,
  releasedAt: ownFactColumns.releasedAt,
});

/** A version, and its first files where they were asked for. */
export type NewestJson = readonly [version: Parameters<typeof wholeVersion.read>[0], files: FileJson[] | null];

/** What is read of the newest version of a dataset together with it. */
export interface AskedOfNewest {
  /** SQL for how many files at most, the first by label; absent for none. */
  readonly files?: SQLWrapper;
  /** Whether no more is read of it, and of its files, than a plain list shows. */
  readonly brief?: boolean;
}

/**
 * SQL for the newest version of the dataset in `dataset`, with its first files where they are asked for. Null where that version is no released
 * one: whether it may be seen, or another one is, depends on who asks.
 */
export function newestJson({ files, brief = false }: AskedOfNewest): SQL<NewestJson | null> {
  const { json } = brief ? briefVersion : wholeVersion;
  const ofFiles = files === undefined ? sql`null` : firstFilesJson(files, brief);
  const licenses = brief ? sql`` : sql` left join ${license} on ${license.id} = ${datasetVersion.licenseId}`;
  return sql<NewestJson | null>`(select case when ${datasetVersion.state} = 'RELEASED' then json_build_array(${json}, ${ofFiles}) end from ${datasetVersion}${licenses} where ${datasetVersion.datasetId} = ${dataset.id} order by ${datasetVersion.ordinal} desc limit 1)`;
}

/** What the JSON was asked with; `firstFiles` is how many files at most, null for none. */
interface ReadWith {
  readonly datasetId: number;
  readonly firstFiles: number | null;
  readonly brief?: boolean;
}

/** Its facts with all columns. */
function wholeFacts(cells: NewestJson[0]): Omit<VersionFacts, 'datasetId' | 'state' | 'latestState'> {
  const row = wholeVersion.read(cells);
  return { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt), releasedAt: momentOf(row.releasedAt) };
}

function momentOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** The same with those that were read; a copy of such a row would not fail any more where others are asked for. */
function briefFacts(cells: NewestJson[0]): Omit<VersionFacts, 'datasetId' | 'state' | 'latestState'> {
  const row = briefVersion.read(cells);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other moments were not read
  return Object.assign(row as unknown as VersionFacts, { releasedAt: momentOf(row.releasedAt) });
}

/** The version that the JSON stands for. */
export function newestOf([cells, files]: NewestJson, { datasetId, firstFiles: limit, brief = false }: ReadWith): ReadNewest {
  const version = Object.assign(brief ? briefFacts(cells) : wholeFacts(cells), {
    datasetId,
    state: 'RELEASED',
    latestState: 'RELEASED',
  } as const);
  return { version, files: files === null || limit === null ? null : { limit, files: filesOf(files, brief) } };
}
