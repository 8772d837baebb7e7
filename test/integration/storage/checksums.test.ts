import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it, test } from 'vitest';
import { emptyStorage, inPieces, textFile } from './storage-world.ts';

const MEGABYTE = 1024 * 1024;
/** Several writes, the last one short. */
const LARGE = randomBytes(6 * MEGABYTE + 13);

test.each([
  ['MD5', 'md5'],
  ['SHA-1', 'sha1'],
  ['SHA-256', 'sha256'],
  ['SHA-512', 'sha512'],
] as const)('%s and CRC-32 are those of the bytes, in whatever pieces they come', async (checksumAlgorithm, name) => {
  const { storage } = await emptyStorage();
  const sizes = [0, 1, MEGABYTE, MEGABYTE + 1, 4 * MEGABYTE - 1, 4 * MEGABYTE, LARGE.length];
  for (const size of sizes) {
    const bytes = LARGE.subarray(0, size);
    for (const pieceBytes of [99_983, 7 * MEGABYTE]) {
      const staged = await storage.stage(inPieces(bytes, pieceBytes), { ...textFile, checksumAlgorithm });
      expect({ size, pieceBytes, ...staged.checksum, crc32: staged.crc32, sizeBytes: staged.sizeBytes }).toEqual({
        size,
        pieceBytes,
        algorithm: checksumAlgorithm,
        value: createHash(name).update(bytes).digest('hex'),
        crc32: crc32(bytes),
        sizeBytes: size,
      });
      await storage.discard(staged);
    }
  }
});

it('keeps checksums apart that are computed at the same time', async () => {
  const { storage } = await emptyStorage();
  const uploads = Array.from({ length: 12 }, (_, index) => LARGE.subarray(index * 1000, LARGE.length - index * 777));
  const staged = await Promise.all(uploads.map((bytes) => storage.stage(inPieces(bytes, 100_003), textFile)));
  expect(staged.map(({ checksum }) => checksum.value)).toEqual(uploads.map((bytes) => createHash('md5').update(bytes).digest('hex')));
});

test.each([MEGABYTE, MEGABYTE + 1, LARGE.length])('what lies on the disk is what came, %i bytes of it', async (size) => {
  const { storage, root } = await emptyStorage();
  const bytes = LARGE.subarray(0, size);
  for (const pieceBytes of [1009, 65_536, 1_000_003, 30 * MEGABYTE]) {
    const staged = await storage.stage(inPieces(bytes, pieceBytes), textFile);
    const names = await fs.readdir(root, { recursive: true });
    const name = names.find((one) => path.basename(one) === staged.handle) ?? '';
    expect((await fs.readFile(path.join(root, name))).equals(bytes)).toBe(true);
    await storage.discard(staged);
  }
});
