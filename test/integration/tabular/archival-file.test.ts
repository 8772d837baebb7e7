import { createHash } from 'node:crypto';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writingFile } from '../../../src/tabular/archival-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archivolt-archival-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('holds what was written, in its order, also when it went to the disk on the way', async () => {
  const path = join(folder, 'long');
  const wanted = createHash('sha256');
  const piece = Buffer.alloc(5_000_000);
  const pieces = await writingFile(path, async (file) => {
    for (let turn = 0; turn < 20; turn += 1) {
      piece.fill(turn);
      wanted.update(piece);
      await file.write(piece);
    }
    return 20;
  });
  expect(pieces).toBe(20);
  expect(
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  ).toBe(wanted.digest('hex'));
});

it('leaves no file where the writing fails', async () => {
  const path = join(folder, 'failed');
  const failing = writingFile(path, async (file) => {
    await file.write(Buffer.alloc(40_000_000));
    throw new Error('No more.');
  });
  await expect(failing).rejects.toThrow('No more.');
  await expect(access(path)).rejects.toThrow('ENOENT');
});

it('leaves a file alone that is there before', async () => {
  const path = join(folder, 'there');
  await writeFile(path, 'before');
  await expect(writingFile(path, (file) => file.write(Buffer.from('after')))).rejects.toThrow('EEXIST');
  expect(await readFile(path, 'utf8')).toBe('before');
});
