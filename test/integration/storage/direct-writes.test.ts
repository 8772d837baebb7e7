import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished, test } from 'vitest';
import { directFile } from '../../../src/storage/direct-file.ts';
import { BLOCK_BYTES, borrowBlock, returnBlock } from '../../../src/storage/memory-blocks.ts';
import { emptyStorage, inPieces, textFile } from './storage-world.ts';

const MEGABYTE = 1024 * 1024;
const BYTES = randomBytes(20 * MEGABYTE + 4096 + 7);

async function emptyFile(): Promise<fs.FileHandle> {
  const { root } = await emptyStorage();
  await fs.mkdir(root, { recursive: true });
  const file = await fs.open(path.join(root, 'file'), 'wx+');
  onTestFinished(async () => file.close());
  return file;
}

async function bytesOf(file: fs.FileHandle): Promise<Buffer> {
  const bytes = Buffer.alloc((await file.stat()).size);
  await file.read(bytes, 0, bytes.length, 0);
  return bytes;
}

test.each([4 * MEGABYTE, 4 * MEGABYTE + 1, 5 * MEGABYTE, 12 * MEGABYTE - 1, 20 * MEGABYTE, BYTES.length])(
  'what lies on the disk is what came, %i bytes of it',
  async (size) => {
    const { storage, root } = await emptyStorage();
    const bytes = BYTES.subarray(0, size);
    for (const pieceBytes of [65_536, 1_000_003, 30 * MEGABYTE]) {
      const staged = await storage.stage(inPieces(bytes, pieceBytes), textFile);
      const names = await fs.readdir(root, { recursive: true });
      const name = names.find((one) => path.basename(one) === staged.handle) ?? '';
      expect((await fs.readFile(path.join(root, name))).equals(bytes)).toBe(true);
      await storage.discard(staged);
    }
  },
);

it('writes whole blocks past the page cache where the file system is one of a local disk, and nothing where it is not', async () => {
  const file = await emptyFile();
  const isLocal = [0xef53, 0x58465342].includes((await fs.statfs(`/proc/self/fd/${file.fd}`)).type);
  const blocks = [borrowBlock(), borrowBlock()];
  for (const { bytes } of blocks) bytes.set(randomBytes(BLOCK_BYTES));
  const direct = directFile(file);
  const written = await direct.write(
    blocks.map(({ bytes }) => bytes),
    0,
  );
  expect(written).toBe(isLocal ? 2 * BLOCK_BYTES : 0);
  expect((await bytesOf(file)).equals(Buffer.concat(blocks.map(({ bytes }) => bytes)).subarray(0, written))).toBe(true);
  await direct.close();
  expect(await direct.write([Buffer.from('closed')], 0)).toBe(0);
  for (const block of blocks) returnBlock(block);
});

it('writes nothing of bytes that lie as the disk does not want them, and leaves them to the page cache from then on', async () => {
  const file = await emptyFile();
  const block = borrowBlock();
  const direct = directFile(file);
  expect(await direct.write([block.bytes.subarray(1, 1001)], 0)).toBe(0);
  expect(await direct.write([block.bytes], 0)).toBe(0);
  expect(await bytesOf(file)).toHaveLength(0);
  returnBlock(block);
});

it.each([true, false])("gives back chunks that are nobody else's, and no part of one (%s)", async (ownsChunks) => {
  const { storage } = await emptyStorage();
  const whole = Buffer.alloc(70_000, 'a');
  const part = Buffer.alloc(70_000, 'b');
  const staged = await storage.stage(Readable.from([whole, part.subarray(1)]), { ...textFile, ownsChunks });
  expect(staged).toMatchObject({
    sizeBytes: 139_999,
    checksum: {
      value: createHash('md5')
        .update('a'.repeat(70_000) + 'b'.repeat(69_999))
        .digest('hex'),
    },
  });
  expect(staged.head.toString('latin1')).toBe('a'.repeat(64 * 1024));
  expect(whole.length).toBe(ownsChunks ? 0 : 70_000);
  expect(part.length).toBe(70_000);
});

it('gives blocks beyond those that are kept, which are not for direct writes', () => {
  const borrowed = Array.from({ length: 20 }, borrowBlock);
  expect(new Set(borrowed).size).toBe(20);
  expect(borrowed.filter(({ aligned }) => aligned).length).toBeLessThanOrEqual(16);
  expect(borrowed.at(-1)?.aligned).toBe(false);
  for (const block of borrowed) returnBlock(block);
  const again = borrowBlock();
  expect(again.aligned).toBe(true);
  returnBlock(again);
});
