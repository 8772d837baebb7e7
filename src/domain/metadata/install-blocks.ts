import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Queryable } from '../../db/client.ts';
import { listMetadataBlocks, lockMetadataCatalog } from '../../db/queries/metadata/metadata-blocks.ts';
import { parseBlockFile } from './block-file.ts';
import { blockFileRows } from './block-file-rows.ts';
import { loadBlockCatalog } from './load-block-catalog.ts';
import { ProblemList } from '../../errors/problem-list.ts';
import { STANDARD_BLOCKS } from './standard-blocks.ts';
import { storeBlocks } from './store-blocks.ts';

/** Loads those standard blocks that are missing from `<directory>/<block name>.json`, all or none; reads no file when none is missing. */
export async function installStandardBlocks(db: Database, directory: string): Promise<void> {
  const missing = await listMissing(db);
  const files = await Promise.all(missing.map((name) => readFile(join(directory, `${name}.json`), 'utf8')));
  if (files.length === 0) return;
  const definitions = files.map((text) => parseBlockFile(JSON.parse(text)));
  await db.transaction(async (tx) => {
    await lockMetadataCatalog(tx);
    // Asked again under the lock: two servers may start on one empty database.
    const stillMissing = new Set(await listMissing(tx));
    const wanted = definitions.filter(({ name }) => stillMissing.has(name));
    if (wanted.length === 0) return;
    const rows = wanted.flatMap((definition) => blockFileRows(definition, `/${definition.name}`));
    await storeBlocks(tx, await loadBlockCatalog(tx), rows, new ProblemList());
  });
}

async function listMissing(db: Queryable): Promise<string[]> {
  const installed = new Set((await listMetadataBlocks(db)).blocks.map((block) => block.name));
  return STANDARD_BLOCKS.filter((name) => !installed.has(name));
}
