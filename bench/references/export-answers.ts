import type { Sql } from 'postgres';

/** The text of an export that is kept; undefined when there is none. */
export async function keptExport(sql: Sql, asked: string): Promise<string | undefined> {
  const [exporter = '', persistentId = ''] = asked.split(',');
  const [row] = await sql<{ text: string }[]>`
    select e.first_piece as text from dataset d join metadata_export e on e.dataset_id = d.id
    where lower(d.protocol || ':' || d.authority || d.separator || d.identifier) = lower(${persistentId}) and e.exporter = ${exporter}`;
  return row?.text;
}

/** The texts of the first hundred exports in a format, by dataset, as one document. */
export async function keptPage(sql: Sql, exporter: string): Promise<string> {
  const rows = await sql<{ text: string }[]>`
    select e.first_piece as text from oai_record r join metadata_export e on e.dataset_id = r.dataset_id and e.exporter = ${exporter}
    order by r.stamp_micros, r.dataset_id limit 100`;
  return `<records>${rows.map(({ text }) => text).join('')}</records>`;
}
