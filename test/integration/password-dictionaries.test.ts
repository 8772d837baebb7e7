import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswordDictionaries } from '../../src/domain/access/sign-in/password-dictionaries.ts';
import { writeDictionary } from '../support/password-dictionary.ts';

let folder: string;
const logged: unknown[] = [];
const log = { error: (...given: unknown[]) => void logged.push(given) };
const dictionaries = () => createPasswordDictionaries({ folder, log });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archivolt-dictionaries-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a word anywhere in a password is found, in any case, in any of the files', async () => {
  const first = await writeDictionary(folder, 'first.txt', ['Summer', '', '  ', 'dragon\r']);
  const second = await writeDictionary(folder, 'second.txt', ['Zürich']);
  const found = (password: string) => dictionaries().findsWordIn(password, [first, second]);
  expect(await found('mySUMMER2026')).toBe(true);
  expect(await found('a-dragon-7')).toBe(true);
  expect(await found('zÜRICH-1')).toBe(true);
  expect(await found('winter 2026')).toBe(false);
  expect(await dictionaries().findsWordIn('summer', [])).toBe(false);
});

test('an edited file counts at once', async () => {
  const path = await writeDictionary(folder, 'edited.txt', ['before']);
  const one = dictionaries();
  expect(await one.findsWordIn('afterwards', [path])).toBe(false);
  await writeDictionary(folder, 'edited.txt', ['afterwards']);
  expect(await one.findsWordIn('afterwards', [path])).toBe(true);
});

test('only files of the folder are read, and none that is too large or gone; a gone one is told to the operator', async () => {
  const path = await writeDictionary(folder, 'good.txt', ['word']);
  expect(await dictionaries().fault(path)).toBeUndefined();
  for (const bad of ['/etc/passwd', 'good.txt', join(folder, '..', 'good.txt'), folder, join(folder, 'absent.txt')]) {
    expect(await dictionaries().fault(bad)).toMatchObject({ message: expect.any(String) });
  }
  const large = await writeDictionary(folder, 'large.txt', ['word']);
  await truncate(large, 5_000_001);
  expect((await dictionaries().fault(large))?.message).toContain('5000000');
  expect((await createPasswordDictionaries({ folder: undefined, log }).fault(path))?.message).toContain('PASSWORD_DICTIONARIES_DIR');
  expect(logged).toEqual([]);
  expect(await dictionaries().findsWordIn('word', ['/etc/passwd', path])).toBe(true);
  expect(logged).toHaveLength(1);
});
