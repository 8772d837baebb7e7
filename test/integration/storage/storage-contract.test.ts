// What every store has to do, run against a folder of this machine and against a bucket of a real S3 server.
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { FileLocation, FileStorage, ListingScope, StagedFile } from '../../../src/storage/file-storage.ts';
import { s3ServerAbsence } from '../../support/s3-server.ts';
import { emptyBucket, useS3Server } from './s3-world.ts';
import { emptyStorage, filesBelow, placeIn, textFile } from './storage-world.ts';

const MIB = 1024 * 1024;
const server = useS3Server();

/** A fresh storage, and the names of everything that lies in it or waits for it. */
interface World {
  readonly storage: FileStorage;
  leftovers(): Promise<string[]>;
}

const worlds: readonly { readonly store: string; readonly absence: string | undefined; readonly start: () => Promise<World> }[] = [
  {
    store: 'a folder',
    absence: undefined,
    start: async () => {
      const { root, storage } = await emptyStorage();
      return { storage, leftovers: () => filesBelow(root) };
    },
  },
  {
    store: s3ServerAbsence === undefined ? 'a bucket' : `a bucket (${s3ServerAbsence})`,
    absence: s3ServerAbsence,
    start: async () => {
      const { storage, bucket, stagingFolder } = await emptyBucket(server());
      return { storage, leftovers: async () => [...(await server().keysOf(bucket)), ...(await filesBelow(stagingFolder))] };
    },
  },
];

function stage(storage: FileStorage, bytes: Buffer | string): Promise<StagedFile> {
  return storage.stage(Readable.from([Buffer.from(bytes)]), textFile);
}

async function keep(storage: FileStorage, bytes: Buffer | string, place = placeIn(storage)): Promise<FileLocation> {
  await storage.keep(await stage(storage, bytes), place);
  return place;
}

async function listed(storage: FileStorage, scope?: ListingScope): Promise<string[]> {
  const found: string[] = [];
  for await (const { location, sizeBytes } of storage.list(storage.driver, scope)) {
    found.push(`${location.authority}/${location.identifier}/${location.storageId} ${sizeBytes}`);
  }
  return found.sort();
}

const missing = { code: 'FILE_BYTES_MISSING' };

describe.each(worlds)('files in $store', ({ absence, start }) => {
  it.skipIf(absence !== undefined)('are kept byte by byte, whatever their size', async () => {
    const { storage, leftovers } = await start();
    const places: string[] = [];
    // Around the size at which a bucket takes a file in parts.
    for (const size of [0, 1, 70_000, 16 * MIB, 16 * MIB + 1, 33 * MIB]) {
      const bytes = randomBytes(size);
      const staged = await stage(storage, bytes);
      expect(staged.checksum.value).toBe(createHash('md5').update(bytes).digest('hex'));
      const place = placeIn(storage);
      await storage.keep(staged, place);
      places.push(`10.5072/FK2/ABCDEF/${place.storageId}`);
      expect(await storage.sizeOf(place)).toBe(size);
      expect((await buffer(await storage.open(place))).equals(bytes)).toBe(true);
    }
    expect(await leftovers()).toEqual(places.sort());
  });

  it.skipIf(absence !== undefined)('are moved to an unused path, and to no other', async () => {
    const { storage, leftovers } = await start();
    const bytes = randomBytes(70_000);
    const [place, taken] = [await keep(storage, bytes), await keep(storage, 'other bytes')];
    const aside = { ...place, authority: '.aside', identifier: 'some day/10.5072/FK2/A B' };
    await expect(storage.move(place, taken)).rejects.toThrow('already exists');
    expect((await buffer(await storage.open(place))).equals(bytes)).toBe(true);
    await storage.move(place, aside);
    expect((await buffer(await storage.open(aside))).equals(bytes)).toBe(true);
    expect(await text(await storage.open(taken))).toBe('other bytes');
    await expect(storage.move(place, aside)).rejects.toMatchObject(missing);
    expect(await leftovers()).toHaveLength(2);
  });

  it.skipIf(absence !== undefined)('are read in ranges', async () => {
    const { storage } = await start();
    const bytes = randomBytes(3 * MIB);
    const place = await keep(storage, bytes);
    for (const [from, to] of [
      [0, 0],
      [0, bytes.length - 1],
      [1, MIB],
      [bytes.length - 1, bytes.length - 1],
    ] as const) {
      const read = await buffer(await storage.open(place, { start: from, end: to }));
      expect(read.equals(bytes.subarray(from, to + 1))).toBe(true);
    }
  });

  it.skipIf(absence !== undefined)('are missing if they were not kept, or if they are shorter than the range', async () => {
    const { storage } = await start();
    const nowhere = placeIn(storage);
    await expect(storage.open(nowhere)).rejects.toMatchObject(missing);
    await expect(storage.open(nowhere, { start: 0, end: 3 })).rejects.toMatchObject(missing);
    expect(await storage.sizeOf(nowhere)).toBeUndefined();
    const place = await keep(storage, '1234');
    await expect(storage.open(place, { start: 0, end: 4 })).rejects.toMatchObject(missing);
    await expect(storage.open(place, { start: 4, end: 5 })).rejects.toMatchObject(missing);
  });

  it.skipIf(absence !== undefined)('are never replaced', async () => {
    const { storage } = await start();
    const place = await keep(storage, 'first');
    const second = await stage(storage, 'second');
    await expect(storage.keep(second, place)).rejects.toThrow('already exists');
    expect(await text(await storage.open(place))).toBe('first');
    const elsewhere = placeIn(storage);
    await storage.keep(second, elsewhere);
    expect(await text(await storage.open(elsewhere))).toBe('second');
  });

  it.skipIf(absence !== undefined)('are gone after their removal, which can be repeated', async () => {
    const { storage, leftovers } = await start();
    const place = await keep(storage, 'bytes');
    await storage.remove(place);
    await storage.remove(place);
    expect(await storage.sizeOf(place)).toBeUndefined();
    expect(await leftovers()).toEqual([]);
  });

  it.skipIf(absence !== undefined)('lie nowhere else, whatever the names', async () => {
    const { storage, leftovers } = await start();
    for (const bad of [
      { ...placeIn(storage), identifier: '../up' },
      { ...placeIn(storage), authority: 'temp' },
      { ...placeIn(storage), storageId: 'a/b' },
      { ...placeIn(storage), identifier: 'x'.repeat(200).concat('/', 'y'.repeat(200), '/').repeat(3).concat('z') },
    ]) {
      const staged = await stage(storage, 'x');
      for (const attempt of [
        () => storage.keep(staged, bad),
        () => storage.open(bad),
        () => storage.sizeOf(bad),
        () => storage.remove(bad),
        () => storage.uploadsOf(storage.driver).begin(bad),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
      }
      await storage.discard(staged);
    }
    expect(await leftovers()).toEqual([]);
  });

  it.skipIf(absence !== undefined)('keep names that are odd but harmless', async () => {
    const { storage } = await start();
    const place = { ...placeIn(storage), identifier: 'S0165-1684(00)00168-5;x y/ü+%20&a=b' };
    await keep(storage, 'odd', place);
    expect(await text(await storage.open(place))).toBe('odd');
    expect(await listed(storage)).toEqual([`10.5072/${place.identifier}/${place.storageId} 3`]);
    expect(await listed(storage, place)).toEqual([`10.5072/${place.identifier}/${place.storageId} 3`]);
    await storage.remove(place);
    expect(await listed(storage)).toEqual([]);
  });

  it.skipIf(absence !== undefined)('are listed, all or those of a folder, and what waits is not', async () => {
    const { storage } = await start();
    const place = await keep(storage, '1');
    const belongs = { ...place, storageId: `${place.storageId}.thumb64` };
    await keep(storage, '22', belongs);
    const below = await keep(storage, '333', { ...placeIn(storage), identifier: 'FK2/ABCDEF/deeper' });
    const other = await keep(storage, '4444', { ...placeIn(storage), identifier: 'FK2/ABCDEFG' });
    await stage(storage, 'waiting');
    const upload = await storage.uploadsOf(storage.driver).begin(placeIn(storage));

    const name = ({ authority, identifier, storageId }: FileLocation) => `${authority}/${identifier}/${storageId}`;
    expect(await listed(storage)).toEqual([`${name(place)} 1`, `${name(belongs)} 2`, `${name(below)} 3`, `${name(other)} 4`].sort());
    const folder = { authority: '10.5072', identifier: 'FK2/ABCDEF' };
    expect(await listed(storage, folder)).toEqual([`${name(place)} 1`, `${name(belongs)} 2`]);
    expect(await listed(storage, { ...folder, startingWith: `${place.storageId}.` })).toEqual([`${name(belongs)} 2`]);
    expect(await listed(storage, { authority: '10.5072', identifier: 'FK2/NOBODY' })).toEqual([]);
    await storage.uploadsOf(storage.driver).abort(upload);
  });

  it.skipIf(absence !== undefined)('can be brought before they are kept, and go when they are discarded', async () => {
    const { storage, leftovers } = await start();
    const [one, other] = [await stage(storage, 'one'), await stage(storage, 'other')];
    const [place, elsewhere] = [placeIn(storage), placeIn(storage)];
    await storage.bring(one, place);
    await storage.bring(other, elsewhere);
    await storage.keep(one, storage.broughtTo(one) ?? place);
    await storage.discard(one);
    await storage.discard(other);
    expect(await text(await storage.open(place))).toBe('one');
    expect(await leftovers()).toEqual([`10.5072/FK2/ABCDEF/${place.storageId}`]);
    expect(storage.broughtTo(one)).toBeUndefined();
  });

  it.skipIf(absence !== undefined)('of a store that is not configured are refused by a code of their own', async () => {
    const { storage } = await start();
    const place = { ...placeIn(storage), driver: 'elsewhere' };
    const refusal = { code: 'STORAGE_NOT_CONFIGURED' };
    const staged = await stage(storage, 'x');
    await expect(storage.open(place)).rejects.toMatchObject(refusal);
    await expect(storage.sizeOf(place)).rejects.toMatchObject(refusal);
    await expect(storage.keep(staged, place)).rejects.toMatchObject(refusal);
    await expect(storage.bring(staged, place)).rejects.toMatchObject(refusal);
    expect(() => storage.list('elsewhere')).toThrow(expect.objectContaining(refusal));
    expect(() => storage.uploadsOf('elsewhere')).toThrow(expect.objectContaining(refusal));
    expect(storage.storageIdentifier('elsewhere', 'a-b')).toBe('elsewhere://a-b');
  });
});

describe.each(worlds)('an upload in parts to $store', ({ absence, start }) => {
  const partBytes = 5 * MIB;
  const whole = randomBytes(2 * partBytes + 1000);
  const partOf = (number: number): Buffer => whole.subarray((number - 1) * partBytes, number * partBytes);
  const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');

  async function begin(): Promise<
    World & { place: FileLocation; send: (number: number, bytes?: Buffer) => Promise<string> } & {
      uploads: ReturnType<FileStorage['uploadsOf']>;
      upload: { location: FileLocation; uploadId: string };
    }
  > {
    const world = await start();
    const place = placeIn(world.storage);
    const uploads = world.storage.uploadsOf(world.storage.driver);
    const upload = await uploads.begin(place);
    const send = async (partNumber: number, bytes = partOf(partNumber)): Promise<string> => {
      const part = { partNumber, sizeBytes: bytes.length, maximumBytes: partBytes, md5: md5(bytes) };
      return (await uploads.receivePart(upload, part, Readable.from([bytes]))).etag;
    };
    return { ...world, place, uploads, upload, send };
  }

  it.skipIf(absence !== undefined)('becomes a file when the parts are complete, in whatever order they came', async () => {
    const { storage, place, uploads, upload, send, leftovers } = await begin();
    const etags = new Map<number, string>();
    await send(2, randomBytes(partBytes));
    for (const number of [3, 1, 2]) etags.set(number, await send(number));
    expect(await uploads.listParts(upload)).toEqual(
      [1, 2, 3].map((partNumber) => ({ partNumber, etag: md5(partOf(partNumber)), sizeBytes: partOf(partNumber).length })),
    );
    expect(await storage.sizeOf(place)).toBeUndefined();
    const parts = [1, 2, 3].map((partNumber) => ({ partNumber, etag: etags.get(partNumber) ?? '' }));
    expect(await uploads.complete(upload, parts)).toBe(whole.length);
    expect((await buffer(await storage.open(place))).equals(whole)).toBe(true);
    expect(await leftovers()).toEqual([`10.5072/FK2/ABCDEF/${place.storageId}`]);
    await expect(uploads.listParts(upload)).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
    await expect(send(1)).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
  });

  it.skipIf(absence !== undefined)('refuses parts that are not what their sender says, and goes on', async () => {
    const { storage, place, uploads, upload, send } = await begin();
    const bytes = partOf(3);
    const part = { partNumber: 1, sizeBytes: bytes.length, maximumBytes: partBytes, md5: null };
    const source = (): Readable => Readable.from([bytes.subarray(0, 400), bytes.subarray(400)]);
    await expect(uploads.receivePart(upload, { ...part, md5: md5(Buffer.from('other')) }, source())).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await expect(uploads.receivePart(upload, { ...part, sizeBytes: bytes.length + 1 }, source())).rejects.toMatchObject({
      code: 'UPLOAD_INCOMPLETE',
    });
    await expect(uploads.receivePart(upload, { ...part, sizeBytes: 999, maximumBytes: 999 }, source())).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
    const broken = new Readable({ read() {} });
    broken.push(bytes.subarray(0, 400));
    setImmediate(() => broken.destroy(new Error('gone')));
    await expect(uploads.receivePart(upload, part, broken)).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
    expect(await uploads.listParts(upload)).toEqual([]);

    const etag = await send(1, bytes);
    await expect(uploads.complete(upload, [{ partNumber: 1, etag: md5(Buffer.from('other')) }])).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await expect(uploads.complete(upload, [])).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await storage.sizeOf(place)).toBeUndefined();
    expect(await uploads.complete(upload, [{ partNumber: 1, etag }])).toBe(bytes.length);
    expect((await buffer(await storage.open(place))).equals(bytes)).toBe(true);
  });

  it.skipIf(absence !== undefined)('leaves nothing when it is given up, by its sender or the sweeper', async () => {
    const { storage, place, uploads, upload, send, leftovers } = await begin();
    await send(1);
    await uploads.abort(upload);
    await uploads.abort(upload);
    await expect(uploads.listParts(upload)).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
    const forgotten = await uploads.begin(placeIn(storage));
    await uploads.receivePart(forgotten, { partNumber: 1, sizeBytes: 3, maximumBytes: 3, md5: null }, Readable.from([Buffer.from('abc')]));
    expect(await storage.sweepStaging(60_000)).toBe(0);
    expect(await uploads.listParts(forgotten)).toHaveLength(1);
    // Services tell the time of an upload in whole seconds.
    expect(await storage.sweepStaging(-2000)).toBe(1);
    await expect(uploads.listParts(forgotten)).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
    expect(await storage.sizeOf(place)).toBeUndefined();
    expect(await leftovers()).toEqual([]);
  });

  it.skipIf(absence !== undefined)('never replaces a file', async () => {
    const { storage, place, uploads, upload, send } = await begin();
    await keep(storage, 'first', place);
    const etag = await send(1, Buffer.from('second'));
    await expect(uploads.complete(upload, [{ partNumber: 1, etag }])).rejects.toThrow('already exists');
    expect(await text(await storage.open(place))).toBe('first');
  });
});
