import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ByteRange } from '../../../src/storage/file-storage.ts';
import type { ZipEntry } from '../../../src/storage/zip/zip-entry.ts';
import { layOutZip } from '../../../src/storage/zip/zip-layout.ts';
import { zipStream } from '../../../src/storage/zip/zip-stream.ts';
import { readZip } from '../../support/read-zip.ts';

const modifiedAt = new Date('2026-03-04T05:06:08Z');

interface Opened {
  readonly path: string;
  readonly range: ByteRange;
}

function entryOf(path: string, content: string | Buffer, opened: Opened[] = []): ZipEntry {
  const bytes = Buffer.from(content);
  return {
    path,
    sizeBytes: bytes.length,
    crc32: crc32(bytes),
    modifiedAt,
    open: async (range) => {
      opened.push({ path, range });
      return Readable.from([bytes.subarray(range.start, range.end + 1)]);
    },
  };
}

async function all(entries: readonly ZipEntry[], range?: ByteRange): Promise<Buffer> {
  return buffer(zipStream(layOutZip(entries), range));
}

describe('an archive', () => {
  it('holds what was put into it, folders and empty files too, and has the size that was laid out', async () => {
    const entries = [
      entryOf('ä/', ''),
      entryOf('ä/größe.txt', 'one'),
      entryOf('empty', ''),
      entryOf('large.bin', Buffer.alloc(300_000, 7)),
    ];
    const bytes = await all(entries);
    expect(bytes).toHaveLength(layOutZip(entries).sizeBytes);
    const read = await readZip(bytes);
    expect(read.map(({ path, bytes: content }) => [path, content.length])).toEqual([
      ['ä/', 0],
      ['ä/größe.txt', 3],
      ['empty', 0],
      ['large.bin', 300_000],
    ]);
  });

  it('is the same each time, and each range of it is part of the whole', async () => {
    const entries = [entryOf('a.txt', 'first'), entryOf('b/', ''), entryOf('b/c.txt', 'second')];
    const bytes = await all(entries);
    for (let start = 0; start < bytes.length; start += 1) {
      for (const end of [start, Math.min(start + 40, bytes.length - 1), bytes.length - 1]) {
        expect((await all(entries, { start, end })).equals(bytes.subarray(start, end + 1))).toBe(true);
      }
    }
  });

  it('does not read what lies before a range or behind it', async () => {
    const opened: Opened[] = [];
    const entries = [entryOf('a', 'aaaa', opened), entryOf('b', 'bbbb', opened), entryOf('c', 'cccc', opened)];
    const { offsets } = layOutZip(entries);
    const begin = (offsets[1] ?? 0) + 31;
    await all(entries, { start: begin + 1, end: begin + 2 });
    expect(opened).toEqual([{ path: 'b', range: { start: 1, end: 2 } }]);
  });

  it('breaks off at bytes that are not those that were recorded', async () => {
    const entry = { ...entryOf('a.txt', 'as recorded'), open: async () => Readable.from([Buffer.from('as it lies!')]) };
    await expect(all([entry])).rejects.toThrow(/a\.txt do not match their record/);
  });

  it('breaks off before its end at bytes whose checksum is not the recorded one', async () => {
    const sent: Buffer[] = [];
    const value = createHash('sha256').update('other').digest('hex');
    const entry = { ...entryOf('a.txt', 'bytes'), checksum: { algorithm: 'SHA-256', value } } as const;
    const reading = async () => {
      for await (const chunk of zipStream(layOutZip([entry]))) sent.push(chunk as Buffer);
    };
    await expect(reading()).rejects.toThrow(/a\.txt do not match their record/);
    await expect(readZip(Buffer.concat([...sent, Buffer.alloc(30)]))).rejects.toThrow(/central directory/i);
  });

  it('names more entries than 16 bits count', async () => {
    const entries = Array.from({ length: 70_000 }, (_, index) => entryOf(`f${index}`, ''));
    expect(await readZip(await all(entries))).toHaveLength(70_000);
  });

  it('closes its source when it is abandoned', async () => {
    const source = new Readable({ read: () => undefined });
    source.push(Buffer.alloc(10));
    const stream = zipStream(layOutZip([{ ...entryOf('a', ''), sizeBytes: 1000, open: async () => source }]));
    stream.resume();
    await new Promise((resolve) => setImmediate(resolve));
    stream.destroy();
    await new Promise((resolve) => source.once('close', resolve));
    expect(source.destroyed).toBe(true);
  });
});

describe('an archive with a file of 5 GB', () => {
  const size = 5 * 1024 ** 3;
  const large: ZipEntry = {
    ...entryOf('large.bin', ''),
    sizeBytes: size,
    crc32: 1,
    open: async ({ start, end }) => Readable.from([Buffer.alloc(end - start + 1)]),
  };
  const entries = [large, entryOf('after.txt', 'behind it')];

  it('is as large as its parts, and says so in 64 bits', async () => {
    const { sizeBytes, offsets, directory } = layOutZip(entries);
    expect([...offsets]).toEqual([0, 30 + 9 + 20 + size]);
    const head = await all(entries, { start: 0, end: 30 + 9 + 20 - 1 });
    expect([head.readUInt32LE(18), head.readUInt32LE(22), head.readBigUInt64LE(39 + 4)]).toEqual([0xffff_ffff, 0xffff_ffff, BigInt(size)]);
    const tail = await all(entries, { start: directory.offset, end: sizeBytes - 1 });
    expect(tail).toHaveLength(sizeBytes - directory.offset);
    const end64 = tail.length - 22 - 20 - 56;
    expect(tail.readUInt32LE(end64)).toBe(0x0606_4b50);
    expect([tail.readBigUInt64LE(end64 + 24), tail.readBigUInt64LE(end64 + 48)]).toEqual([2n, BigInt(directory.offset)]);
  });

  it('is found its way about by a reader that has the parts it needs', async () => {
    const { fromRandomAccessReaderPromise, RandomAccessReader } = await import('yauzl');
    class Parts extends RandomAccessReader {
      override _readStreamForRange(start: number, end: number): Readable {
        return zipStream(layOutZip(entries), { start, end: end - 1 });
      }
    }
    const zip = await fromRandomAccessReaderPromise(new Parts(), layOutZip(entries).sizeBytes, { lazyEntries: true });
    const read: [string, number][] = [];
    for await (const entry of zip.eachEntry()) read.push([entry.fileName, entry.uncompressedSize]);
    expect(read).toEqual([
      ['large.bin', size],
      ['after.txt', 9],
    ]);
  });
});
