import type postgres from 'postgres';

/** Nodes whose place does not follow from their owner's, told in words: none in a sound tree. */
export async function treeFaults(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ fault: string }[]>`
    select format('%s %s has path %s under %s', n.kind, n.id, n.path, o.path) as fault
    from node n left join node o on o.id = n.owner_id
    where n.path <> coalesce(o.path, '{}') || n.id
    union all
    select format('%s %s has permission path %s under %s', n.kind, n.id, n.permission_path, o.permission_path)
    from node n left join node o on o.id = n.owner_id left join collection c on c.id = n.id
    where n.permission_path <> case when coalesce(c.permission_root, false) or o.id is null then array[n.id] else n.id || o.permission_path end`;
  return rows.map(({ fault }) => fault);
}
