/** Whether the bytes of every file are those that its row tells of. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Installation } from './installation.ts';

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Reads them all from the folder of files; how many, and which are not whole. */
export async function compareBytes({
  dataDir,
  look,
}: Installation): Promise<{ readonly files: number; readonly bytes: number; readonly faults: string[] }> {
  const storage = join(dataDir, 'files');
  const entries = await readdir(storage, { recursive: true, withFileTypes: true });
  const paths = new Map(entries.filter((entry) => entry.isFile()).map((entry) => [entry.name, join(entry.parentPath, entry.name)]));
  const rows = await look(
    (sql) => sql<{ id: number; storageId: string; checksum: string; sizeBytes: number }[]>`
      select id, storage_id as "storageId", checksum_value as checksum, size_bytes::int as "sizeBytes" from data_file order by id`,
  );
  const faults: string[] = [];
  let bytes = 0;
  for (const { id, storageId, checksum, sizeBytes } of rows) {
    const path = paths.get(storageId);
    bytes += sizeBytes;
    if (path === undefined) faults.push(`file ${id} has no bytes`);
    else if ((await md5Of(path)) !== checksum) faults.push(`file ${id} has other bytes than its checksum tells`);
  }
  return { files: rows.length, bytes, faults };
}
