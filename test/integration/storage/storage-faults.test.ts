import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { createLocalStorage } from '../../support/local-storage.ts';
import { descriptorsBelow, emptyStorage, eventually, filesBelow, placeIn, textFile } from './storage-world.ts';

/** A file system of 8 MB, or `undefined` where this user may not mount one. */
async function smallDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'small-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => {
    execFileSync('umount', [folder]);
  });
  return folder;
}

it('leaves nothing on a disk that fills up, and goes on working', async (context) => {
  const root = await smallDisk();
  if (root === undefined) context.skip('this user may not mount a file system');
  const storage = createLocalStorage({ root: root ?? '' });
  const tooMuch = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(256 * 1024)));
  await expect(storage.stage(tooMuch, textFile)).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
  expect(await filesBelow(root ?? '')).toEqual([]);
  expect(descriptorsBelow(root ?? '')).toEqual([]);

  const staged = await storage.stage(Readable.from([Buffer.alloc(1_000_000)]), textFile);
  const place = placeIn(storage);
  await storage.keep(staged, place);
  expect(await storage.sizeOf(place)).toBe(1_000_000);
});

it('leaves no kept file when the process is killed while it receives one, and the sweeper takes the rest', async () => {
  const { root, storage } = await emptyStorage();
  const module = new URL('../../support/local-storage.ts', import.meta.url).href;
  const program = `
    import { Readable } from 'node:stream';
    const { createLocalStorage } = await import(${JSON.stringify(module)});
    const storage = createLocalStorage({ root: ${JSON.stringify(root)} });
    const source = new Readable({ read() { setTimeout(() => this.push(Buffer.alloc(1 << 20)), 1); } });
    const staged = await storage.stage(source, ${JSON.stringify(textFile)});
    await storage.keep(staged, { driver: 'local', authority: '10.5072', identifier: 'FK2/ABCDEF', storageId: 'a-b' });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
  const exit = once(child, 'exit');
  await eventually(async () => (await filesBelow(root)).length === 1);
  child.kill('SIGKILL');
  expect(await exit).toEqual([null, 'SIGKILL']);

  expect(await filesBelow(root)).toEqual([expect.stringMatching(/^temp\//)]);
  expect(await storage.sweepStaging(-60_000)).toBe(1);
  expect(await filesBelow(root)).toEqual([]);
});
