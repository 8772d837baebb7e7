/** Collections of 20 datasets with 12 files each, or as many as are wanted: for rows that read first pages within pages. */
import type { Sql } from 'postgres';
import { COLLECTION_SIZE, copyDatasets, copyFiles, type IdRange, TEMPLATE_ALIAS } from './seed.ts';
import { insertBelowRoot, makeCollections } from './seed-large.ts';
import { FILES_PER_DATASET } from './seed-templates.ts';

/** How much there is. */
interface Filling {
  readonly collections: number;
  /** How often each dataset has the files of its template. */
  readonly copies: number;
}

/** A first page of 10 does not show all files. */
const USUAL: Filling = { collections: 100, copies: 4 };

/** What lies where. */
export interface SeededFilled {
  readonly collections: IdRange;
  readonly datasets: IdRange;
}

/** Copies the template datasets into collections of their own and analyses every table. */
export async function seedFilled(sql: Sql, filling: Filling = USUAL): Promise<SeededFilled> {
  const [facts] = await sql<{ last: number; templates: number[] }[]>`
    select (select last_value::int from node_id_seq) as last,
      (select array_agg(n.id order by n.id) from node n join collection c on c.id = n.owner_id where c.alias = ${TEMPLATE_ALIAS}) as templates`;
  if (facts === undefined || facts.templates.length === 0) throw new Error('The database has no template datasets.');
  const { templates } = facts;
  const { copies } = filling;
  const collections = { first: facts.last + 1, count: filling.collections };
  const datasets = { first: collections.first + collections.count, count: collections.count * COLLECTION_SIZE };
  await sql.begin(async (tx) => {
    await makeCollections(tx, collections.first, collections.count, (within) =>
      insertBelowRoot(within, collections.first, collections.count),
    );
    await tx`
      create temporary table placed on commit drop as
      select ${datasets.first}::int + i as id, ${datasets.first + datasets.count}::int + i * ${FILES_PER_DATASET * copies}::int as first_file,
        (${tx.array([...templates])}::int[])[1 + i % ${templates.length}::int] as template, ${collections.first}::int + i / ${COLLECTION_SIZE}::int as owner_id
      from generate_series(0, ${datasets.count}::int - 1) i`;
    await copyDatasets(tx);
    await copyFiles(tx, copies);
    await tx`select setval('node_id_seq', (select max(id) from node))`;
  });
  await sql`vacuum analyze`;
  return { collections, datasets };
}
