import type { Sql, TransactionSql } from 'postgres';

/** A table that has rows for each file: how rows of the sample are found, and what is another in a copy. `t` is a row of the sample, `p` one of `placed`. */
interface CopiedTable {
  readonly name: string;
  /** The rows of the samples, with their dataset as `sample`. */
  readonly rows: string;
  readonly differing: Readonly<Record<string, string>>;
}

const FILE = '(t.id + p.file_shift)';

/** In an order in which each row's owner is there before it. */
const TABLES: readonly CopiedTable[] = [
  {
    name: 'node',
    rows: `select n.*, n.owner_id as sample from node n where n.owner_id = any($1) and n.kind = 'DATAFILE'`,
    differing: { id: FILE, owner_id: 'p.id', path: `p.path || ${FILE}`, permission_path: `${FILE} || p.permission_path` },
  },
  {
    name: 'data_file',
    rows: 'select f.*, f.dataset_id as sample from data_file f where f.dataset_id = any($1)',
    differing: { id: FILE, dataset_id: 'p.id', checksum_value: `md5(${FILE}::text)`, storage_id: `'bench-' || ${FILE}` },
  },
  {
    name: 'file_metadata',
    rows: 'select m.*, m.dataset_id as sample from file_metadata m where m.dataset_id = any($1)',
    differing: { id: FILE, dataset_id: 'p.id', data_file_id: 't.data_file_id + p.file_shift' },
  },
  {
    name: 'search_document',
    rows: `select d.*, d.dataset_id as sample from search_document d where d.dataset_id = any($1) and d.kind = 'DATAFILE'`,
    differing: { row_id: 't.row_id + p.file_shift', node_id: 't.node_id + p.file_shift', dataset_id: 'p.id' },
  },
  {
    name: 'search_name',
    rows: `select n.*, m.dataset_id as sample from search_name n join file_metadata m on m.id = n.row_id where m.dataset_id = any($1) and n.kind = 'DATAFILE'`,
    differing: { row_id: 't.row_id + p.file_shift' },
  },
];

/** Tables that get rows for each file. */
export const FILE_TABLES = TABLES.map(({ name }) => name);

/** Copies what the samples have of files into temporary tables of the session, while they can still be found by indexes. */
export async function keepSampleFiles(sql: Sql, samples: readonly number[]): Promise<void> {
  for (const { name, rows } of TABLES) {
    await sql.unsafe(`create temporary table sample_${name} as ${rows.replace('$1', `'{${samples.join(',')}}'::int[]`)}`);
    await sql.unsafe(`analyze sample_${name}`);
  }
}

/**
 * Makes the files of the datasets in `placed` (id, template, path, permission_path, file_shift): all columns as the sample has them, but
 * those that differ. Triggers are to be off: what they would write is copied too.
 */
export async function copySampleFiles(sql: TransactionSql): Promise<void> {
  for (const { name, differing } of TABLES) {
    const columns = await sql<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;
    const names = columns.map((column) => column.name);
    await sql.unsafe(
      `insert into ${name} (${names.join(', ')}) overriding system value
       select ${names.map((column) => differing[column] ?? `t.${column}`).join(', ')}
       from placed p join sample_${name} t on t.sample = p.template order by p.id`,
    );
  }
}
