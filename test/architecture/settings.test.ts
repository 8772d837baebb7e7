import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { furtherSettingNames } from '../../src/model/settings/further-setting-names.ts';
import { canonicalSettingName, settingCatalog } from '../../src/model/settings/setting-catalog.ts';
import { settingDefinitions } from '../../src/model/settings/setting-definition.ts';
import { trackedFiles } from './tracked-files.ts';

async function namesIn(paths: readonly string[], pattern: RegExp): Promise<Set<string>> {
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name ?? '')));
}

const DOCUMENT = 'docs/how-to/settings.md';
const sources = trackedFiles('src/**/*.ts').filter((path) => !path.startsWith('src/model/settings/'));

const readNames = (): Promise<Set<string>> => namesIn(sources, /\bget(?:In)?\((?:[^()]*, )?'(:[A-Za-z]+)'\)/g);

test('the settings that the code reads are described, and no others; each setting that there is stands once among the definitions', async () => {
  const described = settingDefinitions.filter(({ description }) => description !== null).map(({ name }) => name);
  expect(described.toSorted()).toEqual([...(await readNames())].toSorted());
  const names = settingDefinitions.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => canonicalSettingName(name) !== name)).toEqual([]);
  expect(names.toSorted()).toEqual([...Object.keys(settingCatalog), ...furtherSettingNames].toSorted());
});

test(`${DOCUMENT} lists the settings that the code reads, and no others`, async () => {
  const read = await readNames();
  const rows = (await readFile(DOCUMENT, 'utf8')).split('\n').filter((line) => line.startsWith('| `:'));
  // The first cell names the settings of the row.
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(:[A-Za-z]+)`/g)].map(([, name]) => name ?? ''));
  expect(read.size).toBeGreaterThan(20);
  expect(listed.toSorted()).toEqual([...read].toSorted());
  expect(listed.filter((name) => canonicalSettingName(name) !== name)).toEqual([]);
});
