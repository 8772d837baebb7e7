// A whole server whose files lie in a bucket: what it does, and what becomes of it when the bucket fails.
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type S3Server, s3ServerAbsence, startS3Server } from '../support/s3-server.ts';
import {
  descriptorsOf,
  memoryOf,
  type ServerProcess,
  startServerProcess,
  stopServer,
  until,
  UNHURRIED,
} from '../support/server-process.ts';
import {
  addedFileId,
  createDataset,
  download,
  fileRows,
  filesIn,
  md5,
  openUpload,
  randomFile,
  rest,
  temporaryFolder,
  TOKEN,
  upload,
} from './depositor.ts';

const MIB = 1024 * 1024;
let s3: S3Server;
beforeAll(async () => {
  if (s3ServerAbsence === undefined) s3 = await startS3Server();
});
afterAll(() => s3?.stop());

interface World {
  readonly server: ServerProcess;
  readonly proxy: FaultyProxy;
  readonly bucket: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Folder of the further store `disk`. */
  readonly disk: string;
  readonly env: Readonly<Record<string, string>>;
}

async function start(): Promise<World> {
  const [database, dataDir, disk] = await Promise.all([createTestDatabase('installed'), temporaryFolder(), temporaryFolder()]);
  const bucket = await s3.makeBucket();
  const proxy = await startFaultyProxy(s3.endpoint);
  onTestFinished(() => proxy.stop());
  const env = {
    ...s3.credentials,
    DATABASE_URL: database.url,
    SUPERUSER_API_TOKEN: TOKEN,
    STORAGE_URL: `s3://${bucket}?endpoint=${proxy.url}&timeoutSeconds=5`,
    FURTHER_STORES: `disk=${pathToFileURL(disk).href}?label=Disk`,
  };
  const server = await startServerProcess({ dataDir, env });
  return { server, proxy, bucket, databaseUrl: database.url, dataDir, disk, env };
}

async function part(server: ServerProcess, file: number, range: string): Promise<{ status: number; bytes: Buffer; range: string | null }> {
  const answer = await fetch(`${server.url}/api/access/datafile/${file}`, { headers: { 'X-Service-key': TOKEN, Range: range } });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), range: answer.headers.get('content-range') };
}

describe.skipIf(s3ServerAbsence !== undefined)(
  `a server on a bucket${s3ServerAbsence === undefined ? '' : ` (${s3ServerAbsence})`}`,
  () => {
    test('adds, lists, gives out, removes and publishes files, which lie in the bucket alone', UNHURRIED, async () => {
      const { server, bucket, dataDir } = await start();
      const dataset = await createDataset(server);
      const [small, large] = [randomFile(1000), randomFile(40 * MIB)];
      const first = addedFileId(await upload(server, dataset, small, 'small.bin'));
      const second = addedFileId(await upload(server, dataset, large, 'large.bin'));
      const third = addedFileId(await upload(server, dataset, randomFile(10), 'third.bin'));
      const listed = await rest(server, 'GET', `/datasets/${dataset}/versions/:draft/files`);
      expect(JSON.stringify(listed.data).match(new RegExp(`s3://${bucket}:[0-9a-f]{11}-[0-9a-f]{12}`, 'g'))).toHaveLength(3);
      expect(await s3.keysOf(bucket)).toHaveLength(3);
      expect(filesIn(dataDir)).toMatchObject({ staged: [] });

      expect(md5((await download(server, second)).bytes)).toBe(md5(large));
      expect(await part(server, second, 'bytes=16777000-16777999')).toEqual({
        status: 206,
        bytes: Buffer.from(large.subarray(16_777_000, 16_778_000)),
        range: `bytes 16777000-16777999/${large.length}`,
      });
      expect((await part(server, first, 'bytes=1000-')).status).toBe(416);

      expect((await rest(server, 'DELETE', `/files/${third}`)).httpStatus).toBe(200);
      await until('the bytes are removed', async () => (await s3.keysOf(bucket)).length === 2);
      expect((await rest(server, 'POST', `/datasets/${dataset}/actions/:publish?type=major`)).httpStatus).toBe(200);
      expect(md5((await download(server, first)).bytes)).toBe(md5(small));
    });

    test('keeps new files where the dataset or its collection says, and gives out what lies elsewhere', UNHURRIED, async () => {
      const { server, bucket, disk, dataDir, env } = await start();
      const dataset = await createDataset(server);
      const bytes = randomFile(5000);
      const inBucket = addedFileId(await upload(server, dataset, bytes, 'in-bucket.bin'));
      expect((await rest(server, 'PUT', `/datasets/${dataset}/storageDriver`, 'Disk')).httpStatus).toBe(200);
      expect((await rest(server, 'GET', `/datasets/${dataset}/storageDriver`)).data).toMatchObject({ name: 'disk', type: 'file' });
      const onDisk = addedFileId(await upload(server, dataset, randomFile(10), 'on-disk.bin'));
      expect(filesIn(disk).kept).toHaveLength(1);
      expect((await rest(server, 'DELETE', `/datasets/${dataset}/storageDriver`)).httpStatus).toBe(200);
      expect((await rest(server, 'PUT', '/admin/collection/root/storageDriver', 'Disk')).httpStatus).toBe(200);
      expect((await rest(server, 'GET', `/datasets/${dataset}/storageDriver`)).data).toMatchObject({ name: 'disk' });
      addedFileId(await upload(server, dataset, randomFile(20), 'by-collection.bin'));
      expect(filesIn(disk).kept).toHaveLength(2);
      expect(await s3.keysOf(bucket)).toHaveLength(1);
      expect(md5((await download(server, inBucket)).bytes)).toBe(md5(bytes));
      expect((await download(server, onDisk)).httpStatus).toBe(200);

      // The same installation without the bucket.
      await stopServer(server);
      const { STORAGE_URL: _bucket, FURTHER_STORES: _disk, ...others } = env;
      const without = await startServerProcess({ dataDir, env: { ...others, FURTHER_STORES: `disk=${pathToFileURL(disk).href}` } });
      const answer = await rest(without, 'GET', `/access/datafile/${inBucket}`);
      expect([answer.httpStatus, answer.errorCode]).toEqual([503, 'STORAGE_NOT_CONFIGURED']);
      expect((await download(without, onDisk)).httpStatus).toBe(200);
      const listed = await rest(without, 'GET', `/datasets/${dataset}/versions/:draft/files`);
      expect(JSON.stringify(listed.data)).toMatch(/s3:\/\/[0-9a-f]{11}-/);
      expect((await rest(without, 'PUT', '/admin/collection/root/storageDriver', 'S3')).httpStatus).toBe(400);
    });

    test('lives on when the bucket fails: uploads are refused whole, downloads break off', UNHURRIED, async () => {
      const { server, proxy, bucket, databaseUrl, dataDir } = await start();
      const dataset = await createDataset(server);
      const bytes = randomFile(20 * MIB);
      const file = addedFileId(await upload(server, dataset, bytes, 'whole.bin'));
      const keys = await s3.keysOf(bucket);
      await until('the upload is over', () => proxy.underWay() === 0);
      const before = descriptorsOf(server.pid).filter((name) => !name.startsWith('socket')).length;

      proxy.fault = ({ method }) => (method === 'PUT' ? { status: 500 } : undefined);
      for (const size of [1000, 20 * MIB]) {
        const refused = await upload(server, dataset, randomFile(size), 'refused.bin');
        expect([refused.httpStatus, refused.errorCode]).toEqual([503, 'STORAGE_UNAVAILABLE']);
        expect(String(refused.message)).not.toMatch(/inner words|127\.0\.0\.1|test-/);
      }
      proxy.fault = ({ method }) => (method === 'PUT' ? { cutUploadAfter: MIB } : undefined);
      expect((await upload(server, dataset, randomFile(20 * MIB), 'cut.bin')).httpStatus).toBe(503);
      proxy.fault = () => 'hang';
      const hung = await rest(server, 'GET', `/access/datafile/${file}`);
      expect([hung.httpStatus, hung.errorCode]).toEqual([503, 'STORAGE_UNAVAILABLE']);

      let answers = 0;
      proxy.fault = ({ method }) => {
        if (method !== 'GET') return undefined;
        answers += 1;
        return answers === 1 ? { cutDownloadAfter: 3 * MIB } : { status: 503 };
      };
      await expect(download(server, file)).rejects.toThrow('terminated');

      // A client that goes away while its bytes are on their way to the server.
      proxy.fault = () => undefined;
      const outgoing = openUpload(server, dataset, 'REST');
      await outgoing.send(randomFile(6 * MIB));
      await outgoing.cut();

      await until('nothing is under way', () => proxy.underWay() === 0 && filesIn(dataDir).staged.length === 0);
      await until('no file is left open', () => descriptorsOf(server.pid).filter((name) => !name.startsWith('socket')).length <= before);
      expect(await s3.keysOf(bucket)).toEqual(keys);
      expect(await fileRows(databaseUrl)).toHaveLength(1);
      expect(md5((await download(server, file)).bytes)).toBe(md5(bytes));
      expect((await upload(server, dataset, randomFile(1000), 'again.bin')).httpStatus).toBe(200);
      expect(server.stderr()).not.toContain(s3.credentials.AWS_SECRET_ACCESS_KEY);
    });

    test('sends and reads large files without holding them in memory', UNHURRIED, async () => {
      const { server } = await start();
      const dataset = await createDataset(server);
      addedFileId(await upload(server, dataset, randomFile(40 * MIB), 'warm.bin'));
      const before = memoryOf(server.pid, 'VmRSS');
      const bytes = randomFile(200 * MIB);
      const file = addedFileId(await upload(server, dataset, bytes, 'large.bin'));
      expect(md5((await download(server, file)).bytes)).toBe(md5(bytes));
      expect(memoryOf(server.pid, 'VmHWM') - before).toBeLessThan(160 * MIB);
    });
  },
);
