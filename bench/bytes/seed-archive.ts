import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Sql } from 'postgres';

/** Makes copies of a dataset's only file, bytes and all, until the dataset has that many; quicker than one upload each. */
export async function copyOnlyFile(sql: Sql, dataset: number, firstPath: string, count: number): Promise<void> {
  const bytes = await readFile(firstPath);
  const names = Array.from({ length: count - 1 }, (_, index) => `bench-${dataset}-${index}`);
  for (const name of names) await writeFile(join(dirname(firstPath), name), bytes);
  await sql.begin(async (tx) => {
    await tx`
      create temporary table copied on commit drop as
      select nextval('node_id_seq')::int as id, name, place::int from unnest(${names}::text[]) with ordinality as given(name, place)`;
    await tx`
      insert into node (id, kind, owner_id, path, permission_path, creator_id, created_at, published_at)
      select c.id, n.kind, n.owner_id, d.path || c.id, c.id || d.permission_path, n.creator_id, n.created_at, n.published_at
      from copied c, data_file f join node n on n.id = f.id join node d on d.id = f.dataset_id where f.dataset_id = ${dataset}`;
    await tx`
      insert into data_file (id, dataset_id, content_type, size_bytes, checksum_algorithm, checksum_value, crc32, storage_driver, storage_id, restricted)
      select c.id, f.dataset_id, f.content_type, f.size_bytes, f.checksum_algorithm, f.checksum_value, f.crc32, f.storage_driver, c.name, f.restricted
      from copied c, data_file f where f.dataset_id = ${dataset} and f.storage_id not like 'bench-%'`;
    await tx`
      insert into file_metadata (dataset_id, data_file_id, valid_from, label, directory_label, description, restricted, categories)
      select m.dataset_id, c.id, m.valid_from, 'copy-' || c.place || '.txt', 'folder-' || c.place % 100, m.description, m.restricted, m.categories
      from copied c, file_metadata m where m.dataset_id = ${dataset}`;
  });
  await sql`analyze node, data_file, file_metadata`;
}
