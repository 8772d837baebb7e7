/** Parts of lists with the exports of their records, in one statement; see docs/adr/0071-stamped-exports.md. */
import { type SQL, sql } from 'drizzle-orm';
import { preparedRows, type Queryable } from '../../client.ts';
import { BETWEEN_TEXTS, isOfToday, type KeptExport, surroundingsKeyOf } from '../exports/kept-exports.ts';
import {
  afterStamps,
  type GiveStamps,
  type HeadValues,
  type OaiListing,
  type OaiSlice,
  placesOf,
  recordOf,
  recordsOf,
  setsOf,
  surroundings,
  type Surroundings,
  valuesOf,
} from './oai-records.ts';

/** An export whose stamp is that of now. */
export interface StampedExport extends KeptExport {
  /** Null where it was not read. */
  readonly firstPiece: string | null;
}

/** A part of a list with what is kept of its exports. */
export interface OaiPage extends OaiSlice {
  /** By dataset; an export without the stamp of now is not among them, whether it is good or not. */
  readonly stamped: ReadonlyMap<number, StampedExport>;
}

/** `createdAt` in milliseconds since 1970. All of the export is null where there is none. */
type PageValues = readonly [
  ...HeadValues,
  id: number | null,
  checksum: string,
  sizeBytes: number,
  pieceCount: number,
  createdAt: number,
  isRead: boolean,
];

interface PageRow extends Surroundings {
  /** Null without any. */
  readonly records: readonly PageValues[] | null;
  /** Texts of the same records, an empty one where none was read. */
  readonly texts: string | null;
}

/** Without any sets, records are not looked up in them. */
const specsOf = (asked: SQL) => sql`case when exists (select from oai_set) then ${setsOf(asked)} else '{}' end`;

/**
 * What is outside the datasets is compared once for all that have the same licence and collections. All facts are one value and all texts
 * another: the driver takes as long for each value as for all else.
 */
function pageStatement(ofSet: boolean) {
  return preparedRows<PageRow>(
    () => sql`
    with page as materialized (
      select r.dataset_id, r.identifier, r.deleted, r.stamp_micros, ${specsOf(ofSet ? sql`${sql.placeholder('set')}` : sql`null`)} as sets,
        e.id, e.license_id, e.owner_ids, e.surroundings_key, e.checksum, e.size_bytes, e.piece_count, e.created_at, e.first_piece
      from (${recordsOf(ofSet)}) r left join metadata_export e on not r.deleted and e.dataset_id = r.dataset_id and e.exporter = ${sql.placeholder('exporter')}
        and e.export_revision = r.export_revision and ${isOfToday('e')}),
    outside as materialized (
      select o.license_id, o.owner_ids, ${surroundingsKeyOf(sql`o.license_id`, sql`o.owner_ids`)} as said
      from (select distinct license_id, owner_ids from page where id is not null) o),
    found as (
      select page.*, outside.said is not null as is_good,
        sum(case when outside.said is not null then page.size_bytes end) over (order by page.stamp_micros, page.dataset_id) <= ${sql.placeholder('mostBytes')}::bigint as fits
      from page left join outside on outside.said = page.surroundings_key and outside.owner_ids = page.owner_ids and outside.license_id is not distinct from page.license_id)
    select a.*, p.records, p.texts from (${surroundings}) a, (
      select json_agg(json_build_array(f.dataset_id, f.identifier, f.deleted, f.stamp_micros, f.sets, case when f.is_good then f.id end, f.checksum, f.size_bytes, f.piece_count,
          (extract(epoch from f.created_at) * 1000)::float8, f.is_good and f.fits) order by f.stamp_micros, f.dataset_id) as records,
        string_agg(case when f.is_good and f.fits then f.first_piece else '' end, ${BETWEEN_TEXTS}::text order by f.stamp_micros, f.dataset_id) as texts
      from found f) p`,
  );
}

const pageOfAll = pageStatement(false);
const pageOfSet = pageStatement(true);

function stampedOf({ records, texts }: PageRow): Map<number, StampedExport> {
  const apart = (texts ?? '').split(BETWEEN_TEXTS);
  // A text that holds what stands between them is read by itself.
  const isApart = apart.length === records?.length;
  const stamped = new Map<number, StampedExport>();
  for (const [place, values] of (records ?? []).entries()) {
    const [datasetId, , , , , id, checksum, sizeBytes, pieceCount, createdAt, isRead] = values;
    if (id === null) continue;
    const firstPiece = isRead && isApart ? (apart[place] ?? null) : null;
    stamped.set(datasetId, { id, checksum, sizeBytes, pieceCount, createdAt: new Date(createdAt), firstPiece });
  }
  return stamped;
}

/** Reads records as `listOaiRecords` does, with their exports in a format. Texts are read up to `mostBytes` together. */
export async function listOaiPage(
  db: Queryable,
  listing: OaiListing,
  asked: { readonly exporter: string; readonly installation: string; readonly mostBytes: number },
  giveStamps: GiveStamps,
): Promise<OaiPage> {
  const values = { ...valuesOf(listing), ...asked };
  const read = () => (listing.set === null ? pageOfAll(db).execute(values) : pageOfSet(db).execute({ ...values, set: listing.set }));
  const [row] = await afterStamps(read, giveStamps);
  const rows = (row?.records ?? []).map(([datasetId, identifier, deleted, stampMicros, sets]) =>
    recordOf([datasetId, identifier, deleted, stampMicros, sets]),
  );
  return { rows, ...placesOf(row, listing), stamped: row === undefined ? new Map() : stampedOf(row) };
}
