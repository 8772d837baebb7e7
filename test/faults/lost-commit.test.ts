import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createDataset, fileRows, filesIn, md5, randomFile, temporaryFolder, TOKEN, upload } from './depositor.ts';

/**
 * A loopback door to PostgreSQL that lets the commit of the first added file through and cuts the connection instead of
 * passing the answer on: the moment in which only the database knows that it is committed.
 */
async function startTreacherousGateway(target: number): Promise<number> {
  let betrayed = false;
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    let addsFile = false;
    client
      .on('error', () => undefined)
      .on('data', (bytes: Buffer) => {
        addsFile ||= bytes.includes('insert into "data_file"');
        upstream.write(bytes);
      });
    upstream
      .on('error', () => undefined)
      .on('data', (bytes: Buffer) => {
        // The question may name a prepared statement without its text; the tag of the answer is always there.
        if (addsFile && !betrayed && bytes.includes('COMMIT')) {
          betrayed = true;
          client.destroy();
        } else {
          client.write(bytes);
        }
      });
    upstream.once('close', () => client.destroy());
    client.once('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port.');
  return address.port;
}

test('a file whose commit was not answered keeps its bytes, since it may be committed', async () => {
  const database = await createTestDatabase('installed');
  const url = new URL(database.url);
  url.port = String(await startTreacherousGateway(Number(url.port)));
  const dataDir = await temporaryFolder();
  const server = await startServerProcess({ dataDir, env: { DATABASE_URL: url.href, SUPERUSER_API_TOKEN: TOKEN } });
  const dataset = await createDataset(server);
  const bytes = randomFile(100_000);
  expect(await upload(server, dataset, bytes, 'unsure.bin')).toMatchObject({ httpStatus: 503, errorCode: 'SERVICE_UNAVAILABLE' });

  const rows = await fileRows(database.url);
  expect(rows).toHaveLength(1);
  const { kept } = filesIn(join(dataDir, 'files'));
  expect(kept.map(({ storageId }) => storageId)).toEqual(rows.map(({ storageId }) => storageId));
  expect(md5(readFileSync(kept[0]?.path ?? ''))).toBe(rows[0]?.checksum);
});
