/** What pages of a dataset tell beside it: short lists and sums of many tables, in one statement however many of them are asked for. */
import { sql } from 'drizzle-orm';
import { preparedRows, type Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { dataset } from '../../schema/dataset.ts';
import type { DatasetLockRow } from '../gate/locks.ts';
import { persistentIdOf } from '../identifiers/persistent-id.ts';

export interface DatasetAsides {
  /** Oldest first. */
  readonly locks: readonly DatasetLockRow[];
  /** Addresses of works that cite it, sorted. */
  readonly citations: readonly string[];
  /** Tags of its files in any version, each once, sorted. */
  readonly categories: readonly string[];
  /** The same in released versions alone. */
  readonly releasedCategories: readonly string[];
  /** How often its files were downloaded, all added up, and how often on days whose usage is not counted. */
  readonly downloads: { readonly all: number; readonly outsideUsage: number };
}

export type DatasetAside = keyof DatasetAsides;

/** A part of these that was asked for of a dataset. */
export interface AsideKey {
  readonly datasetId: number;
  readonly part: DatasetAside;
}

const PARTS = ['locks', 'citations', 'categories', 'releasedCategories', 'downloads'] as const satisfies readonly DatasetAside[];

type LockCells = readonly [
  id: number,
  lockType: DatasetLockRow['lockType'],
  message: string | null,
  createdAt: string,
  userName: string,
  persistentId: string,
];

/** Parts that were not asked for are null. */
interface AsidesJson extends Omit<{ readonly [Part in DatasetAside]: DatasetAsides[Part] | null }, 'locks' | 'downloads'> {
  readonly datasetId: number;
  readonly locks: readonly LockCells[] | null;
  readonly downloads: readonly [all: number, outsideUsage: number] | null;
}

/** SQL for a part if it is asked for. Through a subquery, so that the kept plan is not taken for dearer than one in which parts are missing. */
const ifAsked = (part: DatasetAside, json: ReturnType<typeof sql>) =>
  sql`case when (select ${sql.placeholder(part)}::boolean) then ${json} end as ${sql.identifier(part)}`;

/** Whether a version is released is asked once for all records with the same tags in the same versions. */
const categories = (condition: ReturnType<typeof sql>) => sql`(
  select coalesce(json_agg(found.category order by found.category), '[]'::json) from (
    select distinct unnest(fm.categories) as category from (
      select r.categories, r.valid_from, r.valid_to from file_metadata r where r.dataset_id = ${dataset.id} group by r.categories, r.valid_from, r.valid_to) fm
    where ${condition}) found)`;

const released = sql`exists (
  select from dataset_version v
  where v.dataset_id = ${dataset.id} and v.state = 'RELEASED' and v.ordinal >= fm.valid_from and (fm.valid_to is null or v.ordinal < fm.valid_to))`;

/** An array in place of a join for the downloads, since its plan serves datasets of any size. */
const statement = preparedRows<AsidesJson>(
  () => sql`
    select ${dataset.id} as "datasetId",
      ${ifAsked(
        'locks',
        sql`(select coalesce(json_agg(json_build_array(l.id, l.lock_type, l.message, l.created_at, u.user_name, ${persistentIdOf(dataset)}) order by l.id), '[]'::json)
          from dataset_lock l inner join user_account u on u.id = l.user_account_id where l.dataset_id = ${dataset.id})`,
      )},
      ${ifAsked('citations', sql`(select coalesce(json_agg(c.url order by c.url), '[]'::json) from dataset_citation c where c.dataset_id = ${dataset.id})`)},
      ${ifAsked('categories', categories(sql`true`))},
      ${ifAsked('releasedCategories', categories(released))},
      ${ifAsked(
        'downloads',
        sql`(select json_build_array(coalesce(sum(fd.downloads), 0), coalesce(sum(fd.downloads_outside_usage), 0)) from file_download fd
          where fd.data_file_id = any(array(select df.id from data_file df where df.dataset_id = ${dataset.id})))`,
      )}
    from ${dataset} where ${dataset.id} = ${anyOf(sql.placeholder('datasetIds'), 'int')}`,
);

function asidesOf({ locks, citations, categories: tags, releasedCategories, downloads }: AsidesJson): DatasetAsides {
  return {
    locks: (locks ?? []).map(([id, lockType, message, createdAt, userName, datasetPersistentId]) => ({
      id,
      lockType,
      message,
      createdAt: new Date(createdAt),
      userName,
      datasetPersistentId,
    })),
    citations: citations ?? [],
    categories: tags ?? [],
    releasedCategories: releasedCategories ?? [],
    downloads: downloads === null ? { all: 0, outsideUsage: 0 } : { all: downloads[0], outsideUsage: downloads[1] },
  };
}

/** Those of a dataset that is gone. */
export const NO_ASIDES: DatasetAsides = {
  locks: [],
  citations: [],
  categories: [],
  releasedCategories: [],
  downloads: { all: 0, outsideUsage: 0 },
};

/** Reads all parts that any of the keys asks for, by dataset id; a dataset that is gone has no entry. Other parts are empty. */
export async function listAsides(db: Queryable, keys: readonly AsideKey[]): Promise<Map<number, DatasetAsides>> {
  const asked = new Set(keys.map(({ part }) => part));
  const rows = await statement(db).execute({
    datasetIds: [...new Set(keys.map(({ datasetId }) => datasetId))],
    ...Object.fromEntries(PARTS.map((part) => [part, asked.has(part)])),
  });
  return new Map(rows.map((row) => [row.datasetId, asidesOf(row)]));
}
