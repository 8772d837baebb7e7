import { randomBytes } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DomainError } from '../../../src/errors/domain-error.ts';
import { prepareStores } from '../../../src/storage/prepare-stores.ts';
import { type Fault, type FaultyProxy, startFaultyProxy } from '../../support/faulty-proxy.ts';
import { s3ServerAbsence } from '../../support/s3-server.ts';
import { emptyBucket, useS3Server } from './s3-world.ts';
import { descriptorsBelow, eventually, filesBelow, placeIn, textFile } from './storage-world.ts';

const MIB = 1024 * 1024;
/** One request, and several. */
const SMALL = 300_000;
const LARGE = 33 * MIB;
const unavailable = { code: 'STORAGE_UNAVAILABLE' };

const server = useS3Server();

async function behindProxy(options: { idleMs?: number } = {}) {
  const proxy = await startFaultyProxy(server().endpoint);
  onTestFinished(() => proxy.stop());
  const world = await emptyBucket(server(), { endpoint: proxy.url, ...options });
  return { ...world, proxy };
}

const isPut = ({ method }: IncomingMessage): boolean => method === 'PUT';
const isPart = ({ url = '' }: IncomingMessage): boolean => url.includes('partNumber=');
const isCompletion = ({ method, url = '' }: IncomingMessage): boolean => method === 'POST' && url.includes('uploadId=');
const isGet = ({ method }: IncomingMessage): boolean => method === 'GET';

async function firstOf<T>(list: AsyncIterable<T>): Promise<T | undefined> {
  for await (const one of list) return one;
  return undefined;
}

/** Strikes the first so many requests that fit; how many it has struck. */
function strike(
  proxy: FaultyProxy,
  fits: (request: IncomingMessage) => boolean,
  fault: Fault,
  times = Number.POSITIVE_INFINITY,
): () => number {
  let struck = 0;
  proxy.fault = (request) => {
    if (!fits(request) || struck >= times) return undefined;
    struck += 1;
    return fault;
  };
  return () => struck;
}

describe.skipIf(s3ServerAbsence !== undefined)(`a bucket${s3ServerAbsence === undefined ? '' : ` (${s3ServerAbsence})`}`, () => {
  it.each([
    ['answers 500 twice', isPut, SMALL, { status: 500 }, 2],
    ['answers 503 once to a part', isPart, LARGE, { status: 503 }, 1],
    ['resets an upload', isPut, SMALL, { cutUploadAfter: 100_000 }, 1],
    ['resets parts', isPart, LARGE, { cutUploadAfter: MIB }, 2],
    ['loses the answer to an upload', isPut, SMALL, 'lose-answer', 1],
    ['loses the answer to the completion', isCompletion, LARGE, 'lose-answer', 1],
  ] as const)('that %s has the file in the end', async (_what, fits, size, fault, times) => {
    const { storage, proxy, bucket, stagingFolder } = await behindProxy();
    const bytes = randomBytes(size);
    const place = placeIn(storage);
    const staged = await storage.stage(Readable.from([bytes]), textFile);
    const struck = strike(proxy, fits, fault, times);
    await storage.keep(staged, place);
    expect(struck()).toBe(times);
    expect((await buffer(await storage.open(place))).equals(bytes)).toBe(true);
    expect(await server().keysOf(bucket)).toEqual([`10.5072/FK2/ABCDEF/${place.storageId}`]);
    expect(await filesBelow(stagingFolder)).toEqual([]);
    expect(descriptorsBelow(stagingFolder)).toEqual([]);
  });

  it.each([
    ['answers 500', isPut, SMALL, { status: 500 }],
    ['answers 500 to parts', isPart, LARGE, { status: 500 }],
    ['answers 500 to the completion', isCompletion, LARGE, { status: 500 }],
    ['resets every upload', isPut, SMALL, { cutUploadAfter: 100_000 }],
    ['resets every part', isPart, LARGE, { cutUploadAfter: MIB }],
    ['loses every answer to an upload', isPut, SMALL, 'lose-answer'],
    ['refuses', isPut, SMALL, { status: 403 }],
  ] as const)('that %s refuses the file, and nothing of it stays', async (_what, fits, size, fault) => {
    const { storage, proxy, bucket, stagingFolder } = await behindProxy();
    const place = placeIn(storage);
    const staged = await storage.stage(Readable.from([randomBytes(size)]), textFile);
    strike(proxy, fits, fault);
    const refusal: unknown = await storage.bring(staged, place).catch((error: unknown) => error);
    expect(refusal).toMatchObject(unavailable);
    expect((refusal as DomainError).message).not.toContain('inner words');
    expect(JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))).not.toContain(process.env['AWS_SECRET_ACCESS_KEY']);
    await storage.discard(staged);
    proxy.fault = () => undefined;
    expect(await server().keysOf(bucket)).toEqual([]);
    // Whatever upload in parts were left would be swept now.
    expect(await storage.sweepStaging(-2000)).toBe(0);
    expect(await filesBelow(stagingFolder)).toEqual([]);
    expect(descriptorsBelow(stagingFolder)).toEqual([]);
    expect(proxy.underWay()).toBe(0);
  });

  it('that never answers is given up after a time', async () => {
    const { storage, proxy, bucket } = await behindProxy({ idleMs: 200 });
    const place = placeIn(storage);
    const staged = await storage.stage(Readable.from(['bytes']), textFile);
    strike(proxy, () => true, 'hang');
    await expect(storage.keep(staged, place)).rejects.toMatchObject(unavailable);
    await expect(storage.open(place)).rejects.toMatchObject(unavailable);
    await expect(storage.sizeOf(place)).rejects.toMatchObject(unavailable);
    await expect(firstOf(storage.list('s3'))).rejects.toMatchObject(unavailable);
    proxy.fault = () => undefined;
    await storage.keep(staged, place);
    expect(await server().keysOf(bucket)).toHaveLength(1);
  });

  it('that cuts a download is taken up where it was cut', async () => {
    const { storage, proxy } = await behindProxy();
    const bytes = randomBytes(5 * MIB);
    const place = placeIn(storage);
    await storage.keep(await storage.stage(Readable.from([bytes]), textFile), place);
    const thrice = strike(proxy, isGet, { cutDownloadAfter: MIB + 7 }, 3);
    expect((await buffer(await storage.open(place))).equals(bytes)).toBe(true);
    expect(thrice()).toBe(3);
    const twice = strike(proxy, isGet, { cutDownloadAfter: 70_000 }, 2);
    expect((await buffer(await storage.open(place, { start: 5, end: 400_000 }))).equals(bytes.subarray(5, 400_001))).toBe(true);
    expect(twice()).toBe(2);
  });

  it('that cuts every download makes it fail, and never end short', async () => {
    const { storage, proxy } = await behindProxy();
    const place = placeIn(storage);
    await storage.keep(await storage.stage(Readable.from([randomBytes(MIB)]), textFile), place);
    let answered = 0;
    proxy.fault = (request) => {
      if (!isGet(request)) return undefined;
      answered += 1;
      return answered === 1 ? { cutDownloadAfter: 1000 } : { status: 500 };
    };
    await expect(buffer(await storage.open(place))).rejects.toMatchObject(unavailable);
    strike(proxy, isGet, 'hang');
    await eventually(() => proxy.underWay() === 0);
  });

  it('whose object changes while it is read makes the download fail', async () => {
    const { storage, proxy } = await behindProxy();
    const place = placeIn(storage);
    await storage.keep(await storage.stage(Readable.from([randomBytes(3 * MIB)]), textFile), place);
    strike(proxy, isGet, { cutDownloadAfter: MIB }, 1);
    const stream = await storage.open(place);
    await storage.remove(place);
    await storage.keep(await storage.stage(Readable.from([randomBytes(3 * MIB)]), textFile), place);
    await expect(buffer(stream)).rejects.toMatchObject({ code: 'FILE_BYTES_MISSING' });
  });

  it('lets go of its connection when a reader leaves, early or before it has begun', async () => {
    const { storage, proxy } = await behindProxy();
    const place = placeIn(storage);
    await storage.keep(await storage.stage(Readable.from([randomBytes(20 * MIB)]), textFile), place);
    const unread = await storage.open(place);
    const partly = await storage.open(place);
    await new Promise((resolve) => partly.once('data', resolve));
    expect(proxy.underWay()).toBe(2);
    unread.destroy();
    partly.destroy();
    await eventually(() => proxy.underWay() === 0);
  });

  it('says so when staged bytes are gone, and keeps nothing', async () => {
    const { storage, bucket } = await behindProxy();
    for (const size of [SMALL, LARGE]) {
      const staged = await storage.stage(Readable.from([randomBytes(size)]), textFile);
      await unlink(storage.stagedPath(staged));
      await expect(storage.keep(staged, placeIn(storage))).rejects.toMatchObject({ code: 'FILE_BYTES_MISSING' });
    }
    expect(await server().keysOf(bucket)).toEqual([]);
    expect(await storage.sweepStaging(-2000)).toBe(0);
  });

  it('signs addresses that work without credentials, for one object and one purpose, until they expire', async () => {
    const { storage } = await emptyBucket(server());
    const place = { ...placeIn(storage), identifier: 'FK2/ü +(1)' };
    const uploads = storage.uploadsOf('s3');
    const sent = await fetch(await uploads.signFile(place, 60), { method: 'PUT', body: 'sent past the server' });
    expect(sent.status).toBe(200);
    const wanted = { contentDisposition: 'attachment; filename="a%20b.txt"', contentType: 'text/plain; name="a%20b.txt"' };
    const address = (await storage.downloadUrl(place, { ...wanted, expiresInSeconds: 60 })) ?? '';
    expect(address).not.toContain(process.env['AWS_SECRET_ACCESS_KEY']);
    const read = await fetch(address, { headers: { Range: 'bytes=5-8' } });
    expect([read.status, await read.text(), read.headers.get('content-disposition'), read.headers.get('content-type')]).toEqual([
      206,
      'past',
      wanted.contentDisposition,
      wanted.contentType,
    ]);
    expect((await fetch(address, { method: 'PUT', body: 'x' })).status).toBe(403);
    expect((await fetch(address.replace('Expires=60', 'Expires=61'))).status).toBe(403);
    const expired = (await storage.downloadUrl(place, { ...wanted, expiresInSeconds: 1 })) ?? '';
    await eventually(async () => (await fetch(expired)).status === 403);

    const upload = await uploads.begin(placeIn(storage));
    const part = await fetch(await uploads.signPart(upload, 1, 60), { method: 'PUT', body: 'part' });
    const etag = part.headers.get('etag')?.replaceAll('"', '') ?? '';
    expect(await uploads.complete(upload, [{ partNumber: 1, etag }])).toBe(4);
    expect((await buffer(await storage.open(upload.location))).toString()).toBe('part');
  });

  it('that does not exist stops the start; one that does not answer does not', async () => {
    const proxy = await startFaultyProxy(server().endpoint);
    onTestFinished(() => proxy.stop());
    const faults: unknown[] = [];
    const prepare = (bucket: string): Promise<void> =>
      prepareStores(
        { storageUrl: `s3://${bucket}?endpoint=${proxy.url}`, furtherStores: [] },
        { folder: () => Promise.resolve(), onFault: (error, driver) => faults.push([driver, error]) },
      );
    await expect(prepare('no-such-bucket')).rejects.toThrow('"no-such-bucket"');
    const bucket = await server().makeBucket();
    await prepare(bucket);
    expect(faults).toEqual([]);
    proxy.fault = () => ({ status: 500 });
    await prepare(bucket);
    expect(faults).toEqual([['s3', expect.objectContaining(unavailable)]]);
  });
});
