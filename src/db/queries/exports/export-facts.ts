import { sql } from 'drizzle-orm';
import type { VersionState } from '../../../vocabulary/datasets.ts';
import type { Queryable } from '../../client.ts';

/** A collection above a dataset. */
export interface CollectionAbove {
  readonly alias: string;
  readonly name: string;
  readonly description: string | null;
}

/** What an export has to know of a version beside its row and that of its dataset. */
export interface ExportFacts {
  /** Of the licence; null without one. */
  readonly shortDescription: string | null;
  readonly anyRestricted: boolean;
  /** Files of this version and those before it. */
  readonly fileCount: number;
  /** First day after the given one on which an embargo ends or a retention period is over; null if none does. */
  readonly changesOn: string | null;
  /** State of the newest version; a draft does not count, unless it is this version. */
  readonly newestState: VersionState;
  /** From the one that holds the dataset up to the root. */
  readonly collections: readonly CollectionAbove[];
}

/** Reads the facts of a version by its id, on a day, `yyyy-MM-dd`. @throws Error when it is gone. */
export async function readExportFacts(db: Queryable, versionId: number, day: string): Promise<ExportFacts> {
  const [row] = await db.execute<{ facts: ExportFacts }>(sql`
    select json_build_object(
      'shortDescription', (select l.short_description from license l where l.id = v.license_id),
      'anyRestricted', exists (
        select from file_metadata f
        where f.dataset_id = v.dataset_id and f.restricted and f.valid_from <= v.ordinal and (f.valid_to is null or f.valid_to > v.ordinal)
      ),
      'fileCount', (select count(distinct f.data_file_id)::int from file_metadata f where f.dataset_id = v.dataset_id and f.valid_from <= v.ordinal),
      'changesOn', (
        select min(change.day) from file_metadata f join data_file bytes on bytes.id = f.data_file_id
        cross join lateral (values (bytes.embargo_date_available), (bytes.retention_date_unavailable + 1)) change(day)
        where f.dataset_id = v.dataset_id and f.valid_from <= v.ordinal and (f.valid_to is null or f.valid_to > v.ordinal) and change.day > ${day}::date
      ),
      'newestState', (
        select newest.state from dataset_version newest
        where newest.dataset_id = v.dataset_id and (newest.state <> 'DRAFT' or newest.id = v.id) order by newest.ordinal desc limit 1
      ),
      'collections', (
        select coalesce(json_agg(json_build_object('alias', c.alias, 'name', c.name, 'description', c.description) order by above.place desc), '[]'::json)
        from node n, unnest(n.path) with ordinality above(id, place) join collection c on c.id = above.id
        where n.id = v.dataset_id
      )
    ) as facts
    from dataset_version v where v.id = ${versionId}::int`);
  if (row === undefined) throw new Error(`There is no version ${versionId}.`);
  return row.facts;
}
