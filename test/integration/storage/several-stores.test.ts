import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createStorage } from '../../../src/storage/create-storage.ts';
import { createLocalStore } from '../../../src/storage/local-store.ts';
import { createStagingArea } from '../../../src/storage/staging-area.ts';
import { createFileStorage } from '../../../src/storage/stored-files.ts';
import { descriptorsBelow, filesBelow, placeIn, textFile } from './storage-world.ts';

async function folderIn(parent: string): Promise<string> {
  const folder = await mkdtemp(path.join(parent, 'several-stores-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

it('keeps each file where its location says', async () => {
  const [one, other] = [await folderIn(tmpdir()), await folderIn(tmpdir())];
  const storage = createStorage({
    storageUrl: `file://${one}`,
    furtherStores: [{ name: 'other', url: `file://${other}?label=Other` }],
    dataDir: tmpdir(),
  });
  const place = placeIn(storage);
  const elsewhere = { ...placeIn(storage), driver: 'other' };
  await storage.keep(await storage.stage(Readable.from(['here']), textFile), place);
  await storage.keep(await storage.stage(Readable.from(['there']), textFile), elsewhere);
  expect(await filesBelow(one)).toEqual([`10.5072/FK2/ABCDEF/${place.storageId}`]);
  expect(await filesBelow(other)).toEqual([`10.5072/FK2/ABCDEF/${elsewhere.storageId}`]);
  expect(await text(await storage.open(elsewhere))).toBe('there');
  expect(await storage.sizeOf({ ...elsewhere, driver: 'local' })).toBeUndefined();
  expect(storage.localPath(elsewhere)).toBe(path.join(other, '10.5072/FK2/ABCDEF', elsewhere.storageId));
});

it('copies what was staged on another file system, atomically for readers', async (context) => {
  const root = await folderIn(tmpdir());
  const memory = await folderIn('/dev/shm').catch(() => undefined);
  const same = memory === undefined || (await stat(memory)).dev === (await stat(root)).dev;
  if (same) context.skip('there is no second file system here that this user may write');
  const store = createLocalStore({ driver: 'local', label: 'Local', directUpload: true, root });
  const storage = createFileStorage({ stores: [store], staging: createStagingArea(memory ?? '') });
  const place = placeIn(storage);
  const staged = await storage.stage(Readable.from(['from afar']), textFile);
  await storage.keep(staged, place);
  expect(await text(await storage.open(place))).toBe('from afar');
  expect(await filesBelow(root)).toEqual([`10.5072/FK2/ABCDEF/${place.storageId}`]);
  expect(await filesBelow(memory ?? '')).toEqual([]);
  expect(descriptorsBelow(root)).toEqual([]);

  const second = await storage.stage(Readable.from(['second']), textFile);
  await expect(storage.keep(second, place)).rejects.toThrow('already exists');
  expect(await filesBelow(root)).toHaveLength(1);
  await expect(storage.keep({ ...second, handle: staged.handle }, placeIn(storage))).rejects.toMatchObject({ code: 'FILE_BYTES_MISSING' });
  expect(await filesBelow(root)).toHaveLength(1);
});
