/** Fills a database with very many files: a few real datasets, copied in parts, with what triggers would have written. */
import type { Sql, TransactionSql } from 'postgres';
import { copyDatasets, copyFiles, type IdRange, TEMPLATE_ALIAS } from '../seed.ts';
import { FILES_PER_DATASET } from '../seed-templates.ts';
import { copyDatasetDocuments, keepSampleDocuments } from './copy-dataset-documents.ts';
import { copySampleFiles, FILE_TABLES, keepSampleFiles } from './copy-files.ts';
import { withoutIndexes } from './without-indexes.ts';

const DATASETS_PER_PART = 5_000;
/** Parts that are made side by side; on two cores, one more than these, as each waits for the disk now and then. */
const AT_ONCE = 3;
/** By which a dataset's rows of the index of search are found, when it is described. */
const NEEDED_INDEXES = ['data_file_pkey', 'file_metadata_pkey', 'node_pkey', 'search_document_pk', 'search_document_node_idx'];

/** Where the datasets lie, and their ids. */
interface Plan {
  readonly collections: IdRange;
  readonly datasets: IdRange;
  /** Each dataset has the files of its template so often. */
  readonly copies: number;
}

/** Which datasets of the plan, and of what they are copies. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly templates: readonly number[];
}

/** What copies read: the path is that of the dataset, and files have ids so much further on than those of the sample. */
async function placeDatasets(sql: TransactionSql, { collections, datasets, copies }: Plan, { from, to, templates }: Part): Promise<void> {
  const files = FILES_PER_DATASET * copies;
  await sql`
    create temporary table placed on commit drop as
    select p.*, o.path || p.id as path, array[p.id, p.owner_id] as permission_path from (
      select ${datasets.first}::int + i as id, ${datasets.first + datasets.count}::int + i * ${files}::int as first_file,
        ${collections.first}::int + i % ${collections.count}::int as owner_id,
        (${sql.array([...templates])}::int[])[1 + i % ${templates.length}::int] as template, (i - i % ${templates.length}::int) * ${files}::int as file_shift
      from generate_series(${from}::int, ${to}::int - 1) i) p join node o on o.id = p.owner_id`;
}

/** Copies one dataset of each template with all triggers; the ids of the copies, of which the others are copies again. */
async function makeSamples(sql: Sql, plan: Plan): Promise<number[]> {
  const [facts] = await sql<{ templates: number[] }[]>`
    select array_agg(n.id order by n.id) as templates from node n join collection c on c.id = n.owner_id where c.alias = ${TEMPLATE_ALIAS}`;
  const templates = (facts?.templates ?? []).slice(0, plan.datasets.count);
  if (templates.length === 0) throw new Error('The database has no template datasets.');
  await sql.begin(async (tx) => {
    await placeDatasets(tx, plan, { from: 0, to: templates.length, templates });
    await copyDatasets(tx);
    await copyFiles(tx, plan.copies);
  });
  return templates.map((_, index) => plan.datasets.first + index);
}

/** Makes a part without triggers, with what they would write. */
async function copyPart(sql: Sql, plan: Plan, part: Part): Promise<void> {
  await sql.begin(async (tx) => {
    await placeDatasets(tx, plan, part);
    await copyDatasets(tx);
    // Plans that were made for smaller tables read these as a whole.
    await tx`discard plans`;
    await copyDatasetDocuments(tx);
    await copySampleFiles(tx);
  });
}

async function copyParts(
  connect: () => Sql,
  plan: Plan,
  { samples, report }: { readonly samples: readonly number[]; readonly report: (line: string) => void },
): Promise<void> {
  const began = performance.now();
  let [next, done] = [samples.length, samples.length];
  const work = async (): Promise<void> => {
    const sql = connect();
    try {
      await sql`select set_config('session_replication_role', 'replica', false), set_config('synchronous_commit', 'off', false), set_config('work_mem', '128MB', false)`;
      await keepSampleDocuments(sql, samples);
      await keepSampleFiles(sql, samples);
      while (next < plan.datasets.count) {
        const from = next;
        const to = Math.min(from + DATASETS_PER_PART, plan.datasets.count);
        next = to;
        await copyPart(sql, plan, { from, to, templates: samples });
        done += to - from;
        report(`${done} of ${plan.datasets.count} datasets, ${Math.round((performance.now() - began) / 1000)} s`);
      }
    } finally {
      await sql.end();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/**
 * Fills a database that no server uses with so many datasets in the collections, in turn, and analyses every table.
 * @param connect gives a connection of its own
 * @param copies so often each dataset has the files of its template
 */
export async function fill(
  connect: () => Sql,
  {
    report,
    ...wanted
  }: { readonly count: number; readonly copies: number; readonly collections: IdRange; readonly report: (line: string) => void },
): Promise<IdRange> {
  const sql = connect();
  try {
    const [facts] = await sql<{ last: number }[]>`select last_value::int as last from node_id_seq`;
    const { collections, copies, count } = wanted;
    const first = (facts?.last ?? 0) + 1;
    const plan = { collections, copies, datasets: { first, count } };
    const samples = await makeSamples(sql, plan);
    await withoutIndexes(connect, { tables: FILE_TABLES, kept: NEEDED_INDEXES, report }, () =>
      copyParts(connect, plan, { samples, report }),
    );
    await sql`
      insert into published_children (owner_id, part, count)
      select owner_id, 0, count(*)::int from node where id between ${first + samples.length}::int and ${first + count - 1}::int group by owner_id
      on conflict (owner_id, part) do update set count = published_children.count + excluded.count`;
    await sql`select setval('node_id_seq', (select max(id) from node)), setval(pg_get_serial_sequence('file_metadata', 'id'), (select max(id) from file_metadata))`;
    report('vacuum');
    // With all buffers: a ring of a few would write each page at once.
    await sql`vacuum (analyze, buffer_usage_limit 0)`;
    return plan.datasets;
  } finally {
    await sql.end();
  }
}
