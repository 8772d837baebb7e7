import type { Sql } from 'postgres';

/** The text of an export that is kept; undefined when there is none. */
export async function keptExport(sql: Sql, asked: string): Promise<string | undefined> {
  const [exporter = '', persistentId = ''] = asked.split(',');
  const [row] = await sql<{ text: string }[]>`
    select e.first_piece as text from dataset d join metadata_export e on e.dataset_id = d.id
    where lower(d.protocol || ':' || d.authority || d.separator || d.identifier) = lower(${persistentId}) and e.exporter = ${exporter}`;
  return row?.text;
}
