import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { CHECKSUM_ALGORITHMS } from '../../../src/vocabulary/files.ts';
import { bytesHeldOutsideHeap } from '../../support/held-memory.ts';
import { descriptorsBelow, emptyStorage, eventually, filesBelow, placeIn, textFile } from './storage-world.ts';

/** `count` chunks of 64 KB, made as they are read. */
function generated(count: number): Readable {
  return Readable.from(
    (function* chunks() {
      for (let index = 0; index < count; index += 1) yield Buffer.alloc(64 * 1024, index);
    })(),
    { objectMode: false },
  );
}

/** More than is gathered before there is a file. */
const FIRST_WRITTEN_BYTES = 2 * 1024 * 1024;

describe('staging', () => {
  it('describes what has arrived, and shows nothing but a private staging file', async () => {
    const { root, storage } = await emptyStorage();
    const staged = await storage.stage(Readable.from([Buffer.from('hello '), Buffer.from('world')]), {
      ...textFile,
      suppliedContentType: 'text/markdown',
    });
    expect(staged).toMatchObject({
      sizeBytes: 11,
      checksum: { algorithm: 'MD5', value: '5eb63bbbe01eeed093cb22bb8f5acdc3' },
      fileName: 'a.txt',
      suppliedContentType: 'text/markdown',
    });
    expect(staged.head.toString()).toBe('hello world');
    expect(await filesBelow(root)).toEqual([path.join('temp', staged.handle)]);
    expect((await stat(path.join(root, 'temp', staged.handle))).mode & 0o777).toBe(0o600);
    expect(descriptorsBelow(root)).toEqual([]);
  });

  it.each(CHECKSUM_ALGORITHMS)('hashes with %s', async (algorithm) => {
    const { storage } = await emptyStorage();
    const staged = await storage.stage(Readable.from([Buffer.from('abc')]), { ...textFile, checksumAlgorithm: algorithm });
    const name = algorithm.toLowerCase().replace('-', '');
    expect(staged.checksum).toEqual({ algorithm, value: createHash(name).update('abc').digest('hex') });
  });

  it('takes a file without bytes', async () => {
    const { storage } = await emptyStorage();
    const staged = await storage.stage(Readable.from([]), textFile);
    expect(staged).toMatchObject({ sizeBytes: 0, checksum: { value: 'd41d8cd98f00b204e9800998ecf8427e' } });
    const place = placeIn(storage);
    await storage.keep(staged, place);
    expect(await buffer(await storage.open(place))).toHaveLength(0);
  });

  it('writes every byte in order, whatever the size of the chunks', async () => {
    const { storage } = await emptyStorage();
    const whole = Buffer.from(Array.from({ length: 9_000_000 }, (_, index) => (index * 31) & 0xff));
    const source = Readable.from(
      (function* pieces() {
        for (let at = 0, size = 1; at < whole.length; at += size, size = (size * 7) % 100_003) yield whole.subarray(at, at + size);
      })(),
    );
    const staged = await storage.stage(source, textFile);
    const place = placeIn(storage);
    await storage.keep(staged, place);
    expect((await buffer(await storage.open(place))).equals(whole)).toBe(true);
    expect(staged.checksum.value).toBe(createHash('md5').update(whole).digest('hex'));
    expect(staged.head.equals(whole.subarray(0, 65_536))).toBe(true);
  });

  it('keeps memory flat while 200 MB pass', async () => {
    const { storage } = await emptyStorage();
    const before = bytesHeldOutsideHeap();
    let highest = before;
    let chunks = 0;
    const source = generated(3200);
    source.on('data', () => {
      chunks += 1;
      if (chunks % 200 === 0) highest = Math.max(highest, bytesHeldOutsideHeap());
    });
    source.pause();
    const staged = await storage.stage(source, textFile);
    expect(staged.sizeBytes).toBe(3200 * 65_536);
    expect(highest - before).toBeLessThan(64 * 1024 * 1024);
    await storage.discard(staged);
  });

  it('makes no file for a source that has sent little and stands still', async () => {
    const { root, storage } = await emptyStorage();
    const source = new PassThrough();
    const staging = storage.stage(source, textFile);
    const settled = expect(staging).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
    source.write(Buffer.alloc(10_000));
    await eventually(() => source.readableLength === 0);
    expect(await filesBelow(root)).toEqual([]);
    source.destroy();
    await settled;
    expect(await filesBelow(root)).toEqual([]);
  });

  it('leaves nothing when the caller aborts in the middle', async () => {
    const { root, storage } = await emptyStorage();
    const source = new PassThrough();
    const controller = new AbortController();
    const staging = storage.stage(source, { ...textFile, signal: controller.signal });
    const settled = expect(staging).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
    source.write(Buffer.alloc(FIRST_WRITTEN_BYTES));
    await eventually(async () => (await filesBelow(root)).length === 1);
    controller.abort();
    await settled;
    expect(source.destroyed).toBe(true);
    expect(await filesBelow(root)).toEqual([]);
    expect(descriptorsBelow(root)).toEqual([]);
  });

  it.each([
    ['fails', (source: PassThrough) => source.destroy(new Error('line cut'))],
    ['closes too early', (source: PassThrough) => source.destroy()],
  ])('leaves nothing when the source %s', async (_how, end) => {
    const { root, storage } = await emptyStorage();
    const source = new PassThrough();
    source.write(Buffer.alloc(FIRST_WRITTEN_BYTES));
    const staging = storage.stage(source, textFile);
    const settled = expect(staging).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
    await eventually(async () => (await filesBelow(root)).length === 1);
    end(source);
    await settled;
    expect(await filesBelow(root)).toEqual([]);
    expect(descriptorsBelow(root)).toEqual([]);
  });

  it('refuses a source that was over before it began', async () => {
    const { root, storage } = await emptyStorage();
    const source = new PassThrough();
    source.on('error', () => {});
    source.destroy(new Error('line cut'));
    await expect(storage.stage(source, textFile)).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
    expect(await filesBelow(root)).toEqual([]);
  });

  it('lets a file of exactly the limit pass and names both sizes of a larger one', async () => {
    const { root, storage } = await emptyStorage();
    const limited = { ...textFile, maximumBytes: 1024 };
    const staged = await storage.stage(Readable.from([Buffer.alloc(1024)]), limited);
    await storage.discard(staged);
    await expect(storage.stage(Readable.from([Buffer.alloc(1000), Buffer.alloc(740)]), limited)).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: expect.stringMatching(/1\.7 KB.*1\.0 KB/),
    });
    await expect(storage.stage(Readable.from([Buffer.alloc(1025)]), limited)).rejects.toMatchObject({
      message: expect.stringMatching(/1025 bytes.*1024 bytes/),
    });
    expect(await filesBelow(root)).toEqual([]);
    expect(descriptorsBelow(root)).toEqual([]);
  });

  it('does not count an endless file to its end', async () => {
    const { root, storage } = await emptyStorage();
    const chunk = Buffer.alloc(1024 * 1024);
    const endless = new Readable({
      read() {
        this.push(chunk);
      },
    });
    await expect(storage.stage(endless, { ...textFile, maximumBytes: 10 })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: expect.stringContaining('more than'),
    });
    expect(endless.destroyed).toBe(true);
    expect(await filesBelow(root)).toEqual([]);
  });
});

describe('keeping', () => {
  it('moves the bytes to the folder of the dataset', async () => {
    const { root, storage } = await emptyStorage();
    const staged = await storage.stage(Readable.from([Buffer.from('kept')]), textFile);
    const place = placeIn(storage);
    await storage.keep(staged, place);
    expect(await filesBelow(root)).toEqual([`10.5072/FK2/ABCDEF/${place.storageId}`]);
    expect(await storage.sizeOf(place)).toBe(4);
    await storage.discard(staged);
    expect(await text(await storage.open(place))).toBe('kept');
  });

  it('never replaces a file', async () => {
    const { storage } = await emptyStorage();
    const place = placeIn(storage);
    await storage.keep(await storage.stage(Readable.from([Buffer.from('first')]), textFile), place);
    const second = await storage.stage(Readable.from([Buffer.from('second')]), textFile);
    await expect(storage.keep(second, place)).rejects.toThrow('already exists');
    expect(await text(await storage.open(place))).toBe('first');
    // The refused bytes are still there to be kept elsewhere.
    const elsewhere = placeIn(storage);
    await storage.keep(second, elsewhere);
    expect(await text(await storage.open(elsewhere))).toBe('second');
  });

  it('keeps the bytes of one upload once', async () => {
    const { storage } = await emptyStorage();
    const staged = await storage.stage(Readable.from([Buffer.from('x')]), textFile);
    const outcomes = await Promise.allSettled([storage.keep(staged, placeIn(storage)), storage.discard(staged)]);
    expect(outcomes[1]?.status).toBe('fulfilled');
    await expect(storage.keep(staged, placeIn(storage))).rejects.toMatchObject({ code: 'FILE_BYTES_MISSING' });
  });

  it('goes nowhere else, whatever the names', async () => {
    const { root, storage } = await emptyStorage();
    const staged = await storage.stage(Readable.from([Buffer.from('x')]), textFile);
    const bad = { ...placeIn(storage), identifier: '../../escaped' };
    for (const attempt of [
      () => storage.keep(staged, bad),
      () => storage.open(bad),
      () => storage.sizeOf(bad),
      () => storage.remove(bad),
      () => storage.keep({ ...staged, handle: '../../etc/passwd' }, placeIn(storage)),
      () => storage.discard({ ...staged, handle: '../10.5072' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    }
    expect(await filesBelow(root)).toEqual([path.join('temp', staged.handle)]);
  });
});

describe('reading', () => {
  it('opens ranges, both ends included, over the edges of chunks', async () => {
    const { root, storage } = await emptyStorage();
    const whole = Buffer.from(Array.from({ length: 2_500_000 }, (_, index) => (index * 13) & 0xff));
    const place = placeIn(storage);
    await storage.keep(await storage.stage(Readable.from([whole]), textFile), place);
    for (const [start, end] of [
      [0, 0],
      [0, 2_499_999],
      [1_048_570, 1_048_580],
      [2_499_999, 2_499_999],
    ] as const) {
      const bytes = await buffer(await storage.open(place, { start, end }));
      expect(bytes.equals(whole.subarray(start, end + 1))).toBe(true);
    }
    await eventually(() => descriptorsBelow(root).length === 0);
  });

  it('says that bytes are missing: no file, a folder, or fewer than asked for', async () => {
    const { root, storage } = await emptyStorage();
    const place = placeIn(storage);
    const missing = { code: 'FILE_BYTES_MISSING' };
    await expect(storage.open(place)).rejects.toMatchObject(missing);
    expect(await storage.sizeOf(place)).toBeUndefined();
    await storage.keep(await storage.stage(Readable.from([Buffer.from('1234')]), textFile), place);
    await expect(storage.open(place, { start: 0, end: 4 })).rejects.toMatchObject(missing);
    await mkdir(path.join(root, '10.5072/FK2/ABCDEF/folder'));
    await expect(storage.open({ ...place, storageId: 'folder' })).rejects.toMatchObject(missing);
    expect(descriptorsBelow(root)).toEqual([]);
  });

  it('fails rather than ending early when the file shrinks under the reader', async () => {
    const { root, storage } = await emptyStorage();
    const place = placeIn(storage);
    await storage.keep(await storage.stage(Readable.from([Buffer.alloc(3_000_000)]), textFile), place);
    const stream = await storage.open(place);
    const target = path.join(root, place.authority, place.identifier, place.storageId);
    await chmod(target, 0o600);
    await writeFile(target, 'short');
    await expect(buffer(stream)).rejects.toThrow('early');
    await eventually(() => descriptorsBelow(root).length === 0);
  });

  it('closes the file when the reader leaves', async () => {
    const { root, storage } = await emptyStorage();
    const place = placeIn(storage);
    await storage.keep(await storage.stage(Readable.from([Buffer.alloc(3_000_000)]), textFile), place);
    const unread = await storage.open(place);
    const partly = await storage.open(place);
    partly.once('data', () => partly.destroy());
    unread.destroy();
    await eventually(() => descriptorsBelow(root).length === 0);
  });
});

describe('removing', () => {
  it('can be repeated', async () => {
    const { root, storage } = await emptyStorage();
    const place = placeIn(storage);
    await storage.keep(await storage.stage(Readable.from([Buffer.from('x')]), textFile), place);
    await storage.remove(place);
    await storage.remove(place);
    expect(await filesBelow(root)).toEqual([]);
  });
});

describe('sweeping', () => {
  it('removes old staging files alone', async () => {
    const { root, storage } = await emptyStorage();
    expect(await storage.sweepStaging(0)).toBe(0);
    const [old, fresh] = [
      await storage.stage(Readable.from([Buffer.from('old')]), textFile),
      await storage.stage(Readable.from([Buffer.from('fresh')]), textFile),
    ];
    const kept = placeIn(storage);
    await storage.keep(await storage.stage(Readable.from([Buffer.from('kept')]), textFile), kept);
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(path.join(root, 'temp', old.handle), yesterday, yesterday);
    await utimes(path.join(root, kept.authority, kept.identifier, kept.storageId), yesterday, yesterday);
    await writeFile(path.join(root, 'temp', 'README'), 'not ours');
    await utimes(path.join(root, 'temp', 'README'), yesterday, yesterday);

    expect(await storage.sweepStaging(3_600_000)).toBe(1);
    expect(await readFile(path.join(root, 'temp', fresh.handle), 'utf8')).toBe('fresh');
    expect(await storage.sizeOf(kept)).toBe(4);
    expect(await filesBelow(path.join(root, 'temp'))).toEqual(['README', fresh.handle].sort());
  });
});
