import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { expect, it, test } from 'vitest';
import { breakChecksumThreads } from '../../support/break-checksum-threads.ts';
import { descriptorsBelow, emptyStorage, filesBelow, inPieces, textFile } from './storage-world.ts';

const MEGABYTE = 1024 * 1024;
/** Hashed by a thread, with a last block that is not full. */
const LARGE = randomBytes(6 * MEGABYTE + 13);

test.each([
  ['MD5', 'md5'],
  ['SHA-1', 'sha1'],
  ['SHA-256', 'sha256'],
  ['SHA-512', 'sha512'],
] as const)(
  '%s and CRC-32 are those of the bytes, on a thread and without, in whatever pieces they come',
  async (checksumAlgorithm, name) => {
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
  },
);

it('keeps checksums apart that are computed at the same time', async () => {
  const { storage } = await emptyStorage();
  const uploads = Array.from({ length: 12 }, (_, index) => LARGE.subarray(index * 1000, LARGE.length - index * 777));
  const staged = await Promise.all(uploads.map((bytes) => storage.stage(inPieces(bytes, 100_003), textFile)));
  expect(staged.map(({ checksum }) => checksum.value)).toEqual(uploads.map((bytes) => createHash('md5').update(bytes).digest('hex')));
});

it('ends with the process when uploads were aborted: their thread was given back', async () => {
  const { root } = await emptyStorage();
  const module = new URL('../../support/local-storage.ts', import.meta.url).href;
  const program = `
    import { Readable } from 'node:stream';
    const { createLocalStorage } = await import(${JSON.stringify(module)});
    const storage = createLocalStorage({ root: ${JSON.stringify(root)} });
    async function abort() {
      let sent = 0;
      const source = new Readable({ read() { if (++sent > 9) this.destroy(new Error('left')); else this.push(Buffer.alloc(1 << 20)); } });
      await storage.stage(source, ${JSON.stringify(textFile)}).then(() => process.exit(2), (error) => console.log(error.code));
    }
    await Promise.all([abort(), abort(), abort()]);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [code]] = await Promise.all([child.stdout.setEncoding('utf8').toArray(), once(child, 'exit')]);
  expect({ printed: printed.join(''), code }).toEqual({ printed: 'UPLOAD_INCOMPLETE\n'.repeat(3), code: 0 });
  expect(await filesBelow(root)).toEqual([]);
});

it('fails when its thread breaks down, leaves nothing, and goes on with another thread', async () => {
  const { root, storage } = await emptyStorage();
  let sent = 0;
  const source = new Readable({
    read() {
      sent += 1;
      if (sent === 8) void breakChecksumThreads().then(() => this.push(Buffer.alloc(MEGABYTE)));
      else this.push(sent > 20 ? null : Buffer.alloc(MEGABYTE));
    },
  });
  await expect(storage.stage(source, textFile)).rejects.toThrow(/typed array length/);
  expect(source.destroyed).toBe(true);
  expect(await filesBelow(root)).toEqual([]);
  expect(descriptorsBelow(root)).toEqual([]);
  const staged = await storage.stage(inPieces(LARGE, MEGABYTE), textFile);
  expect(staged.checksum.value).toBe(createHash('md5').update(LARGE).digest('hex'));
});
