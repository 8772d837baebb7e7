import type postgres from 'postgres';

/** Copies a published dataset without files so many times, each with an identifier of its own; the ids of the copies. */
export async function copyDatasets(sql: postgres.Sql, template: number, count: number): Promise<number[]> {
  const copies = await sql<{ id: number }[]>`select nextval('node_id_seq')::int as id from generate_series(1, ${count})`;
  const ids = copies.map(({ id }) => id);
  await sql`insert into node select (jsonb_populate_record(n, jsonb_build_object('id', c.id, 'path', n.path[:cardinality(n.path) - 1] || c.id,
      'permission_path', c.id || n.permission_path[2:]))).* from node n, unnest(${ids}::int[]) c(id) where n.id = ${template}`;
  await sql`insert into dataset select (jsonb_populate_record(d, jsonb_build_object('id', c.id, 'identifier', 'FK2/C' || c.id))).*
    from dataset d, unnest(${ids}::int[]) c(id) where d.id = ${template}`;
  await sql`insert into dataset_version
    select (jsonb_populate_record(v, jsonb_build_object('id', nextval(pg_get_serial_sequence('dataset_version', 'id')), 'dataset_id', c.id))).*
    from dataset_version v, unnest(${ids}::int[]) c(id) where v.dataset_id = ${template}`;
  await sql`insert into oai_record (dataset_id, identifier, deleted)
    select d.id, d.protocol || ':' || d.authority || d.separator || d.identifier, false from dataset d where d.id = any(${ids}::int[])`;
  await sql`analyze`;
  return ids;
}
