import { and, eq, type SQL, sql } from 'drizzle-orm';
import { forShortReads, type Queryable, prepared } from '../../client.ts';
import { dataset, datasetVersion, license } from '../../schema/dataset.ts';
import { node } from '../../schema/node.ts';
import { briefDataset } from './brief-dataset.ts';
import { type DatasetKey, type DatasetRow, datasetColumns, type DatasetWithGrants } from './datasets.ts';
import type { FileRow } from '../files/file-columns.ts';
import { type FileJson, filesOf } from '../files/file-json.ts';
import { firstFilesJson } from '../versions/first-pages.ts';
import { grantedOn } from '../gate/granted.ts';
import { isShown, type Onlooker, seesDraftsBy } from '../gate/visible.ts';
import { type NewestJson, newestJson, newestOf } from '../newest-version-json.ts';
import { findIdByAlternative } from '../identifiers/alternatives.ts';
import { persistentIdOf } from '../identifiers/persistent-id.ts';
import { factColumns, type ShownVersion, versionColumns } from '../versions/versions.ts';

/** A dataset with its newest visible version and, if asked for, that version's metadata and first files. */
export interface DatasetWithLatest {
  /** Without `granted` where nothing depended on it. */
  readonly dataset: DatasetRow & Partial<Pick<DatasetWithGrants, 'granted'>>;
  readonly latest: ShownVersion | null;
  /** By label. Null when they were not asked for, or there is no visible version. */
  readonly files: FileRow[] | null;
}

const granted = grantedOn(node.permissionPath, sql.placeholder('identities'));

/** The draft for those who may see it, else the newest released version. Source: datasets.md 1.2. */
const newestVisible = sql`(select v.id from dataset_version v where v.dataset_id = ${dataset.id} and ${isShown(sql`v.state`, seesDraftsBy(granted))} order by v.ordinal desc limit 1)`;

/** The newest of all. */
const newest = sql`(select v.id from dataset_version v where v.dataset_id = ${dataset.id} order by v.ordinal desc limit 1)`;

/** What is asked for beside the facts. */
export interface AskedOfLatest {
  /** At most so many of its files; null for none. */
  readonly files: number | null;
  readonly metadata: boolean;
  /** Whether what the onlooker holds on the dataset is read with it in any case. */
  readonly granted: boolean;
  /** Whether no more is asked of it, its version and files than a plain list shows: neither metadata nor what is held. */
  readonly brief?: boolean;
}

type KeyKind = 'id' | 'persistentId';

function isNamed(key: KeyKind): SQL {
  return key === 'id' ? eq(dataset.id, sql.placeholder('key')) : sql`lower(${persistentIdOf(dataset)}) = lower(${sql.placeholder('key')})`;
}

/** What of it decides on the statement. */
interface Shape {
  readonly files: boolean;
  readonly metadata: boolean;
}

function filesOfVersion({ files }: Shape): SQL<FileRow[] | null> {
  return files ? firstFilesJson(sql.placeholder('limit')).mapWith((json: readonly FileJson[]) => filesOf(json)) : sql<null>`null`;
}

/** Metadata that were not requested are absent from the row, which the shared type of both statements cannot express. */
function columnsOf({ metadata }: Shape): typeof factColumns {
  return metadata ? versionColumns : factColumns;
}

function nameOf({ files, metadata }: Shape): string {
  return `${files ? 'files' : 'bare'}_${metadata ? 'whole' : 'facts'}`;
}

/**
 * Reads a dataset whose newest version is released, which is public: permissions do not matter then, and looking them up took a tenth of
 * the statement. Without a version in the answer they do, and `visibleStatement` has to be asked.
 */
function openStatement(key: KeyKind, asked: Shape) {
  return prepared((db) =>
    db
      .select({
        dataset: datasetColumns,
        versionId: datasetVersion.id,
        latest: { ...columnsOf(asked), latestState: datasetVersion.state },
        files: filesOfVersion(asked),
      })
      .from(dataset)
      .innerJoin(node, eq(node.id, dataset.id))
      .leftJoin(datasetVersion, and(eq(datasetVersion.id, newest), eq(datasetVersion.state, 'RELEASED')))
      .leftJoin(license, eq(license.id, datasetVersion.licenseId))
      .where(isNamed(key))
      .prepare(`open_dataset_with_latest_by_${key}_${nameOf(asked)}`),
  );
}

/** The same of those who ask for no more than a plain list shows: one column, which is read in one piece. */
function briefStatement(key: KeyKind, files: boolean) {
  const newestOne = newestJson({ brief: true, ...(files && { files: sql.placeholder('limit') }) });
  return prepared((db) =>
    db
      .select({
        read: sql<
          readonly [Parameters<typeof briefDataset.read>[0], NewestJson | null]
        >`json_build_array(${briefDataset.json}, ${newestOne})`,
      })
      .from(dataset)
      .innerJoin(node, eq(node.id, dataset.id))
      .where(isNamed(key))
      .prepare(`brief_dataset_with_latest_by_${key}_${files ? 'files' : 'bare'}`),
  );
}

function visibleStatement(key: KeyKind, asked: Shape) {
  return prepared((db) =>
    db
      .select({
        dataset: { ...datasetColumns, granted },
        versionId: datasetVersion.id,
        latest: columnsOf(asked),
        files: filesOfVersion(asked),
      })
      .from(dataset)
      .innerJoin(node, eq(node.id, dataset.id))
      .leftJoin(datasetVersion, eq(datasetVersion.id, newestVisible))
      .leftJoin(license, eq(license.id, datasetVersion.licenseId))
      .where(isNamed(key))
      .prepare(`dataset_with_latest_by_${key}_${nameOf(asked)}`),
  );
}

const shapes: readonly Shape[] = [true, false].flatMap((files) => [true, false].map((metadata) => ({ files, metadata })));

function statementsBy(key: KeyKind) {
  return new Map(
    shapes.map((asked) => [nameOf(asked), { open: openStatement(key, asked), visible: visibleStatement(key, asked) }] as const),
  );
}

const briefStatements = {
  id: { files: briefStatement('id', true), bare: briefStatement('id', false) },
  persistentId: { files: briefStatement('persistentId', true), bare: briefStatement('persistentId', false) },
} as const;

/** Finds a dataset without what is not asked for; null where its newest version is not released. */
async function findBriefly(
  db: Queryable,
  [by, key]: readonly [by: KeyKind, key: number | string],
  limit: number | null,
): Promise<DatasetWithLatest | null | undefined> {
  const statement = briefStatements[by][limit === null ? 'bare' : 'files'];
  const [row] = await statement(forShortReads(db, 1 + (limit ?? 0))).execute({ key, limit });
  if (row === undefined) return undefined;
  const [cells, json] = row.read;
  if (json === null) return null;
  const found = briefDataset.read(cells);
  const { version, files } = newestOf(json, { datasetId: found.id, firstFiles: limit, brief: true });
  const { publishedAt } = found;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other moments were not read, and fail
  const shown = Object.assign(found as unknown as DatasetRow, { publishedAt: publishedAt === null ? null : new Date(publishedAt) });
  return { dataset: shown, latest: version, files: files === null ? null : [...files.files] };
}

const statements = { id: statementsBy('id'), persistentId: statementsBy('persistentId') };

/**
 * Finds a dataset, also by an identifier that it had before, together with its newest visible version: one statement for the most common read, two if the newest version is a draft or
 * deaccessioned and what is held was not asked for.
 */
export async function findDatasetWithLatest(
  db: Queryable,
  named: DatasetKey,
  onlooker: Onlooker,
  asked: AskedOfLatest,
): Promise<DatasetWithLatest | undefined> {
  const [by, key]: [KeyKind, number | string] = 'id' in named ? ['id', named.id] : ['persistentId', named.persistentId];
  const statement = statements[by].get(nameOf({ files: asked.files !== null, metadata: asked.metadata }));
  if (statement === undefined) throw new Error('There is a statement for each shape.');
  const { open, visible } = statement;
  const brief = asked.brief === true ? await findBriefly(db, [by, key], asked.files) : null;
  if (brief) return brief;
  const readRow = async () => {
    const values = { key, limit: asked.files };
    // Known not to be open where permissions are asked for, or where a brief look has told so.
    if (!asked.granted && asked.brief !== true) {
      const [row] = await open(db).execute(values);
      if (row === undefined || row.versionId !== null) return row;
    }
    const [row] = await visible(db).execute({ ...values, ...onlooker });
    return row;
  };
  const row = brief === undefined ? undefined : await readRow();
  if (row === undefined) {
    const id = by === 'id' ? undefined : await findIdByAlternative(db, String(key));
    return id === undefined ? undefined : findDatasetWithLatest(db, { id }, onlooker, asked);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all columns are there when the id is; a left join's type cannot say so
  const latest = row.versionId === null ? null : (row.latest as ShownVersion);
  return { dataset: row.dataset, latest, files: latest === null ? null : row.files };
}
