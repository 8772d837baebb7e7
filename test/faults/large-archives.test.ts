import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { memoryOf, UNHURRIED } from '../support/server-process.ts';
import { zipOf } from '../support/zip-archive.ts';
import { createDataset, fileRows, filesIn, rest, startFreshServer, upload } from './depositor.ts';

const MEGABYTE = 1024 * 1024;
const ENTRY_MB = 150;
const SMALL_FILES = 900;
/** Loose; an entry, or the first bytes of every one, held in memory would be above it. */
const GROWTH_LIMIT = 130 * MEGABYTE;

test('an archive of a large and of many small files is unpacked while the memory of the server stays flat', UNHURRIED, async () => {
  const { server, databaseUrl, dataDir } = await startFreshServer();
  const dataset = await createDataset(server);
  await rest(server, 'GET', '/info/version');
  const before = memoryOf(server.pid, 'VmRSS');

  const large = Buffer.alloc(ENTRY_MB * MEGABYTE, 'tide ');
  const checksum = createHash('md5').update(large).digest('hex');
  const small = Array.from({ length: SMALL_FILES }, (_none, index) => ({
    path: `small/${index}.txt`,
    content: Buffer.alloc(70_000, `${index} `),
    deflated: true,
  }));
  const archive = zipOf([{ path: 'large.txt', content: large, deflated: true }, ...small]);
  expect(await upload(server, dataset, new Uint8Array(archive), 'all.zip')).toMatchObject({ httpStatus: 200 });

  const rows = await fileRows(databaseUrl);
  expect(rows).toHaveLength(SMALL_FILES + 1);
  expect(rows.find(({ sizeBytes }) => sizeBytes === large.length)).toMatchObject({ checksum });
  expect(filesIn(`${dataDir}/files`)).toMatchObject({ staged: [] });
  expect(memoryOf(server.pid, 'VmHWM') - before).toBeLessThan(GROWTH_LIMIT);
});
