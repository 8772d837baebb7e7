import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { descriptorsOf, memoryOf, UNHURRIED, until } from '../support/server-process.ts';
import { createDataset, type Door, fileRows, md5OfStream, openUpload, rest, startFreshServer } from './depositor.ts';

const MEGABYTE = 1024 * 1024;
const SIZE_MB = Number(process.env['FAULT_LARGE_MB'] ?? 300);
/** Loose, since the bench has the exact figure; a file held in memory would be far above it. */
const GROWTH_LIMIT = 200 * MEGABYTE;
const LEAVERS = 20;

async function openDownload(door: Door, file: number): Promise<IncomingMessage> {
  const [response] = await once(
    get(`${door.url}/api/access/datafile/${file}`, { agent: false, headers: { 'X-Service-key': door.token } }),
    'response',
  );
  return response;
}

test('a large file goes in and out whole while the memory of the server stays flat', UNHURRIED, async () => {
  const { server, databaseUrl, dataDir } = await startFreshServer();
  const dataset = await createDataset(server);
  await rest(server, 'GET', '/info/version');
  const before = memoryOf(server.pid, 'VmRSS');

  const block = randomBytes(MEGABYTE);
  const sent = createHash('md5');
  const outgoing = openUpload(server, dataset, 'REST', 'large.bin');
  for (let count = 0; count < SIZE_MB; count++) {
    const bytes = Buffer.from(block);
    bytes.writeUInt32BE(count);
    sent.update(bytes);
    await outgoing.send(bytes);
  }
  const checksum = sent.digest('hex');
  expect(await outgoing.finish()).toMatchObject({ httpStatus: 200 });
  const [row] = await fileRows(databaseUrl);
  expect(row).toMatchObject({ checksum, sizeBytes: SIZE_MB * MEGABYTE });

  expect(await md5OfStream(await openDownload(server, row?.id ?? 0))).toBe(checksum);
  expect(memoryOf(server.pid, 'VmHWM') - before).toBeLessThan(GROWTH_LIMIT);

  // Clients that leave in the middle.
  const descriptors = descriptorsOf(server.pid).length;
  for (let leaver = 0; leaver < LEAVERS; leaver++) {
    const response = await openDownload(server, row?.id ?? 0);
    await once(response, 'data');
    response.destroy();
  }
  const storage = join(dataDir, 'files');
  await until('the file is closed', () => !descriptorsOf(server.pid).some((name) => name.startsWith(storage)));
  await until('no descriptor is left over', () => descriptorsOf(server.pid).length <= descriptors);
  expect(memoryOf(server.pid, 'VmHWM') - before).toBeLessThan(GROWTH_LIMIT);
  expect((await rest(server, 'GET', '/info/version')).httpStatus).toBe(200);
});
