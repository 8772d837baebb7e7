import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { canonicalSettingName } from '../../src/model/settings/setting-catalog.ts';
import { trackedFiles } from './tracked-files.ts';

async function namesIn(paths: readonly string[], pattern: RegExp): Promise<Set<string>> {
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name ?? '')));
}

const DOCUMENT = 'docs/how-to/settings.md';
const sources = trackedFiles('src/**/*.ts').filter((path) => !path.startsWith('src/model/settings/'));

test(`${DOCUMENT} lists the settings that the code reads, and no others`, async () => {
  const read = await namesIn(sources, /\bget(?:In)?\((?:[^()]*, )?'(:[A-Za-z]+)'\)/g);
  const rows = (await readFile(DOCUMENT, 'utf8')).split('\n').filter((line) => line.startsWith('| `:'));
  // The first cell names the settings of the row.
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(:[A-Za-z]+)`/g)].map(([, name]) => name ?? ''));
  expect(read.size).toBeGreaterThan(20);
  expect(listed.toSorted()).toEqual([...read].toSorted());
  expect(listed.filter((name) => canonicalSettingName(name) !== name)).toEqual([]);
});
