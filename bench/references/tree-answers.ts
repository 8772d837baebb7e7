import type { Sql } from 'postgres';

/** The answer to a REST client who asks for the storage size of a collection with everything below it. */
export async function restStorageSize(sql: Sql, collectionId: number): Promise<unknown> {
  const [row] = await sql<{ bytes: string }[]>`
    select coalesce(sum(f.size_bytes), 0) as bytes from data_file f
    where f.dataset_id in (select n.id from node n where n.kind = 'DATASET' and n.path @> array[${collectionId}::int])`;
  const bytes = Number(row?.bytes).toLocaleString('en-US');
  return { status: 'OK', data: { message: `Size of the files stored in this collection: ${bytes} bytes` } };
}

interface AncestorRow {
  readonly id: number;
  readonly alias: string;
  readonly name: string;
}

/** The answer to a GraphQL client who asks for the ancestors of a collection. */
export async function graphqlAncestors(sql: Sql, collectionId: number): Promise<unknown> {
  const rows = await sql<AncestorRow[]>`
    select c.id, c.alias, c.name from node n join collection c on c.id = any(n.path)
    where n.id = ${collectionId} and n.published_at is not null and c.id <> n.id
    order by array_position(n.path, c.id) desc`;
  return {
    data: {
      collection: { databaseId: collectionId, ancestors: rows.map(({ id, alias, name }) => ({ databaseId: id, alias, name })) },
    },
  };
}
