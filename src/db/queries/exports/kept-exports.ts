/** Exports that are kept, and the state that each was made of. */
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { type Queryable, prepared, preparedRows } from '../../client.ts';
import { metadataExport } from '../../schema/metadata-export.ts';
import { dataset, datasetVersion } from '../../schema/dataset.ts';

/** An export that is kept. */
export interface KeptExport {
  readonly id: number;
  readonly checksum: string;
  readonly sizeBytes: number;
  readonly pieceCount: number;
  readonly createdAt: Date;
}

/** By what an export is recognised as still good without its state: see docs/adr/0071-stamped-exports.md. */
export interface ExportStamp {
  /** Of the dataset's record for harvesters; null without one. In digits, as the driver gives it. */
  readonly exportRevision: string | null;
  readonly licenseId: number | null;
  /** Collections above the dataset, from the root. */
  readonly ownerIds: readonly number[];
  readonly surroundingsKey: string;
}

/** A version of a dataset as exports see it. */
export interface ExportState extends ExportStamp {
  /** Changes with everything in the database that an export is made of. */
  readonly stateKey: string;
  /** Whether it is the newest released version of its dataset. */
  readonly isCurrent: boolean;
}

const changedByOthers = new Set<string>([
  'modifiedAt',
  'guestbookAtRequest',
  'pidGenerator',
  'registrationState',
  'registrationAttempts',
  'registrationError',
  'registeredAt',
  'registrationRevision',
] satisfies (keyof typeof dataset.$inferSelect)[]);
const ofDataset = sql.join(
  Object.entries(getTableColumns(dataset))
    .filter(([name]) => !changedByOthers.has(name))
    .map(([, { name }]) => sql`d.${sql.identifier(name)}`),
  sql`, `,
);

/**
 * SQL for what exports of the released version `v` are made of, as far as it is in the database. All of the dataset's row counts but what
 * drafts and registrations change, so that a column that is added counts too; as a row, which is written in a fifth of the time of JSON. Dates of files count as changes of the versions; other facts
 * of their bytes are not in the key: what changes those drops the exports.
 */
function stateKeyWith({ licenseText, collectionTexts }: { readonly licenseText: SQL; readonly collectionTexts: SQL }): SQL<string> {
  return sql<string>`(
  select md5(concat_ws('|', ${sql.placeholder('installation')}::text, (select max(r.id) from metadata_export_run r where r.forgets), v.id, v.internal_version_number, v.state, v.updated_at, n.published_at, n.path,
    row(${ofDataset}),
    ${licenseText}, (select concat(newest.id, newest.state) from dataset_version newest where newest.dataset_id = v.dataset_id and newest.state <> 'DRAFT' order by newest.ordinal desc limit 1),
    ${collectionTexts}))
  from dataset d join node n on n.id = d.id
  where d.id = v.dataset_id
)`;
}

/** The collections above a dataset, as `path` names them. */
export const textsOfCollections = (path: SQL): SQL =>
  sql`(select string_agg(c::text, '|' order by c.id) from collection c where c.id = any(${path}))`;

export const stateKey: SQL<string> = stateKeyWith({
  licenseText: sql`(select l::text from license l where l.id = v.license_id)`,
  collectionTexts: textsOfCollections(sql`n.path`),
});

/** SQL for what exports are made of outside their dataset, by its licence and the collections above it. */
export function surroundingsKeyOf(licenseId: SQL, ownerIds: SQL): SQL<string> {
  return sql<string>`md5(concat_ws('|', ${sql.placeholder('installation')}::text, (select max(r.id) from metadata_export_run r where r.forgets),
    coalesce((select l::text from license l where l.id = ${licenseId}), ''), ${textsOfCollections(ownerIds)}))`;
}

const owners = sql`(select n.path[1:cardinality(n.path) - 1] from node n where n.id = v.dataset_id)::int[]`;
/** SQL for the stamp of exports of the version `v`. */
export const stampColumns = {
  exportRevision: sql<string | null>`(select r.export_revision from oai_record r where r.dataset_id = v.dataset_id)`.as('export_revision'),
  licenseId: sql<number | null>`v.license_id`.as('license_id'),
  ownerIds: sql<readonly number[]>`${owners}`.as('owner_ids'),
  surroundingsKey: surroundingsKeyOf(sql`v.license_id`, owners).as('surroundings_key'),
};

const isCurrent = sql<boolean>`(v.state = 'RELEASED' and not exists (select from dataset_version later where later.dataset_id = v.dataset_id and later.state = 'RELEASED' and later.ordinal > v.ordinal))`;

const stateStatement = prepared((db) =>
  db
    .select({ stateKey, isCurrent, ...stampColumns })
    .from(sql`${datasetVersion} v`)
    .where(sql`v.id = ${sql.placeholder('versionId')}`)
    .prepare('export_state'),
);

/** The state of a version for exports; undefined when it is gone. `installation` stands for what is not in the database. */
export async function findExportState(db: Queryable, versionId: number, installation: string): Promise<ExportState | undefined> {
  const [row] = await stateStatement(db).execute({ versionId, installation });
  return row;
}

/** SQL condition: no day has come since on which an embargo ended or a retention period was over. */
export function isOfToday(of = 'metadata_export'): SQL {
  return sql`coalesce(${sql.identifier(of)}.stale_on > (now() at time zone 'UTC')::date, true)`;
}

/** What is read of a kept export. */
export const keptColumns = {
  id: metadataExport.id,
  checksum: metadataExport.checksum,
  sizeBytes: metadataExport.sizeBytes,
  pieceCount: metadataExport.pieceCount,
  createdAt: metadataExport.createdAt,
} as const;

const keptStatement = prepared((db) => {
  const version = sql`(select v.dataset_id, ${stateKey} as state_key, ${isCurrent} as is_current from ${datasetVersion} v where v.id = ${sql.placeholder('versionId')}) s`;
  const madeOfIt = sql`${metadataExport.datasetId} = s.dataset_id and ${metadataExport.stateKey} = s.state_key and ${metadataExport.exporter} = ${sql.placeholder('exporter')} and ${isOfToday()}`;
  return db
    .select({ isCurrent: sql<boolean>`s.is_current`, kept: keptColumns, firstPiece: metadataExport.firstPiece })
    .from(version)
    .leftJoin(metadataExport, madeOfIt)
    .prepare('export_kept');
});

/** Names an export in a state. */
export interface ExportKey {
  readonly datasetId: number;
  readonly exporter: string;
  readonly stateKey: string;
}

/** A version with its export in a format. */
export interface FoundExport extends Pick<ExportState, 'isCurrent'> {
  /** Null when none is kept that was made of the present state. */
  readonly kept: KeptExport | null;
  readonly firstPiece: string | null;
}

/** The export of a version in a format, with its first piece; undefined when the version is gone. */
export async function findKeptExport(
  db: Queryable,
  asked: { readonly versionId: number; readonly exporter: string; readonly installation: string },
): Promise<FoundExport | undefined> {
  const [row] = await keptStatement(db).execute({ ...asked });
  return row;
}

/** The newest released version of a dataset, with what is kept of an export of it. */
export interface ExportedDataset {
  readonly datasetId: number;
  readonly versionId: number;
  /** The export, if it was made of the state of now. */
  readonly kept: KeptExport | undefined;
  /** The beginning of its text; null where it was not read. */
  readonly firstPiece: string | null;
}

/** `createdAt` in milliseconds since 1970. */
type ExportedValues = readonly [
  datasetId: number,
  versionId: number,
  id: number | null,
  checksum: string,
  sizeBytes: number,
  pieceCount: number,
  createdAt: number,
  isRead: boolean,
];

interface ExportedPage {
  /** Null without any. */
  readonly facts: readonly ExportedValues[] | null;
  /** Texts of the same datasets, an empty one where none was read. */
  readonly texts: string | null;
}

/** Stands in no text of a format that is XML or JSON. A text of another format that has it is read by itself. */
export const BETWEEN_TEXTS = '\u001E';

/**
 * What datasets share, licences and collections, is written once for all of them. All facts are one value and all texts another: the driver
 * took as long for each by itself as for all else.
 */
const manyStatement = preparedRows<ExportedPage>(
  () => sql`
    with released as materialized (
      select asked.place, v.id, v.dataset_id, v.internal_version_number, v.state, v.updated_at, v.license_id, n.path[1:cardinality(n.path) - 1] as owners
      from unnest((select ${sql.placeholder('datasetIds')}::int[])) with ordinality asked(id, place)
      join lateral (select * from dataset_version r where r.dataset_id = asked.id and r.state = 'RELEASED' order by r.ordinal desc limit 1) v on true
      join node n on n.id = v.dataset_id),
    licenses as materialized (select l.id, l::text as said from license l),
    places as materialized (
      select o.owners, ${textsOfCollections(sql`o.owners`)} as said from (select distinct owners from released) o),
    found as (
      select v.place, v.dataset_id, v.id as version_id, e.id, e.checksum, e.size_bytes, e.piece_count, (extract(epoch from e.created_at) * 1000)::float8 as created_at,
        case when sum(e.size_bytes) over (order by v.place) <= ${sql.placeholder('mostBytes')}::bigint then e.first_piece end as text
      from released v join places on places.owners = v.owners left join licenses on licenses.id = v.license_id
      left join ${metadataExport} e on e.dataset_id = v.dataset_id and e.exporter = ${sql.placeholder('exporter')} and e.state_key = ${stateKeyWith({ licenseText: sql`licenses.said`, collectionTexts: sql`places.said` })} and ${isOfToday('e')})
    select json_agg(json_build_array(f.dataset_id, f.version_id, f.id, f.checksum, f.size_bytes, f.piece_count, f.created_at, f.text is not null) order by f.place) as facts,
      string_agg(coalesce(f.text, ''), ${BETWEEN_TEXTS}::text order by f.place) as texts
    from found f`,
);

/** The texts of a page, by dataset; undefined where one holds what stands between them. */
function textsOf({ facts, texts }: ExportedPage): readonly (string | undefined)[] {
  const apart = (texts ?? '').split(BETWEEN_TEXTS);
  return apart.length === facts?.length ? apart : [];
}

/**
 * The newest released versions of datasets, in the order given, with what is kept of their exports. Texts are read up to `mostBytes`
 * together. A dataset without a released version is left out.
 */
export async function listKeptExports(
  db: Queryable,
  datasetIds: readonly number[],
  asked: { readonly exporter: string; readonly installation: string; readonly mostBytes: number },
): Promise<readonly ExportedDataset[]> {
  const [page] = await manyStatement(db).execute({ ...asked, datasetIds });
  if (page === undefined) return [];
  const texts = textsOf(page);
  return (page.facts ?? []).map(([datasetId, versionId, id, checksum, sizeBytes, pieceCount, createdAt, isRead], place) => {
    const kept = id === null ? undefined : { id, checksum, sizeBytes, pieceCount, createdAt: new Date(createdAt) };
    return { datasetId, versionId, kept, firstPiece: isRead ? (texts[place] ?? null) : null };
  });
}

/** All exports of a dataset that were made of a state, by the names of their formats. */
export async function listExportsOfState(db: Queryable, state: Omit<ExportKey, 'exporter'>): Promise<Map<string, KeptExport>> {
  const rows = await db
    .select({ exporter: metadataExport.exporter, ...keptColumns })
    .from(metadataExport)
    .where(and(eq(metadataExport.datasetId, state.datasetId), eq(metadataExport.stateKey, state.stateKey), isOfToday()));
  return new Map(rows.map(({ exporter, ...kept }) => [exporter, kept]));
}

const pieceStatement = prepared((db) =>
  db
    .select({
      content: sql<
        string | null
      >`case when ${sql.placeholder('position')}::int = 0 then ${metadataExport.firstPiece} else (select p.content from metadata_export_piece p where p.export_id = ${metadataExport.id} and p.position = ${sql.placeholder('position')}::int) end`,
    })
    .from(metadataExport)
    .where(sql`${metadataExport.id} = ${sql.placeholder('id')}`)
    .prepare('export_piece'),
);

/** A piece of an export, from 0; undefined when the export is kept no more. */
export async function readExportPiece(db: Queryable, id: number, position: number): Promise<string | undefined> {
  const [row] = await pieceStatement(db).execute({ id, position });
  return row?.content ?? undefined;
}

/** Makes other transactions wait that make exports of the dataset too. */
export async function lockExportsOf(tx: Queryable, datasetId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.metadataExports}, ${datasetId}::int)`);
}

/** Removes the exports of a dataset whose state has changed. */
export async function deleteExports(db: Queryable, datasetId: number): Promise<void> {
  await db.execute(sql`delete from metadata_export where dataset_id = ${datasetId}::int`);
}

/**
 * Forgets the exports of a dataset: for changes of its files that no state tells of. One that is being made is waited for, since it may have
 * read the files before.
 */
export async function dropExports(db: Queryable, datasetId: number): Promise<void> {
  await lockExportsOf(db, datasetId);
  await deleteExports(db, datasetId);
}

/** Exports that are kept, those included that do not count any more. */
export async function countKeptExports(db: Queryable): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(metadataExport);
  return row?.count ?? 0;
}
