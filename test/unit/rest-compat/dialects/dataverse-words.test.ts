import { expect, test } from 'vitest';
import { dataverse } from '../../../../src/rest-compat/dialects/dataverse.ts';
import { pathInDialect } from '../../../../src/rest-compat/dialects/dialect.ts';
import { openApiDocument } from '../../../../src/rest-compat/openapi.ts';
import { routeTable } from '../../../../src/rest-compat/route-table.ts';
import { PERMISSIONS } from '../../../../src/vocabulary/access.ts';
import { settingCatalog } from '../../../../src/model/settings/setting-catalog.ts';

/** Words that are the same in Dataverse, or that it has not, with the reason. */
const SHARED: Readonly<Record<string, string>> = {
  sizeOfCollection: 'a field of the terms of use',
  collections: 'of a search item, with show_collections',
  show_collections: 'a parameter of its search',
  collection: 'of events and sets for harvesters, which are ours',
  allowedCollections: 'a path that it calls so',
};

interface Found {
  readonly keys: Set<string>;
  readonly words: Set<string>;
}

/** Keys and fixed words of a document. */
function collect(node: unknown, found: Found): Found {
  if (Array.isArray(node)) for (const one of node) collect(one, found);
  else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const name of Object.keys(value as object)) found.keys.add(name);
      if (key === 'name') found.keys.add(String(value));
      const words: unknown[] = key === 'enum' && Array.isArray(value) ? value : key === 'const' ? [value] : [];
      for (const word of words) found.words.add(String(word));
      collect(value, found);
    }
  }
  return found;
}

test('every key and word of a record that says collection is in the table, or shared for a reason', () => {
  const { paths, components } = openApiDocument(routeTable, { version: '0' });
  const { keys, words } = collect({ paths, components }, { keys: new Set(), words: new Set() });
  // Names of parameters in paths are no part of a request.
  const inPaths = new Set(routeTable.flatMap(({ path }) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)));
  const known = new Set([...Object.keys(dataverse.keys), ...Object.keys(SHARED)]);
  const named = (word: string) => /collection/i.test(word);
  expect([...keys].filter((key) => named(key) && !known.has(key) && !inPaths.has(key))).toEqual([]);
  const knownWords = new Set(Object.values(dataverse.words).flatMap((names) => Object.keys(names)));
  expect([...words].filter((word) => named(word) && !knownWords.has(word))).toEqual([]);
});

test('every permission and setting that says collection is in the table', () => {
  const named = (word: string) => /Collection/.test(word);
  expect(Object.keys(dataverse.words['permissions'] ?? {}).toSorted()).toEqual(PERMISSIONS.filter(named).toSorted());
  const shared = [':AllowEnablingFilePIDsPerCollection', ':ProvCollectionEnabled'];
  expect(
    Object.keys(settingCatalog).filter((name) => named(name) && !shared.includes(name) && dataverse.words['name']?.[name] === undefined),
  ).toEqual([]);
});

test('no path of the dialect is one of ours with another meaning', () => {
  const own = new Set(routeTable.map(({ method, path }) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`));
  const renamed = routeTable.filter(({ path }) => pathInDialect(path, dataverse) !== path);
  expect(renamed.length).toBeGreaterThan(50);
  expect(renamed.filter(({ method, path }) => own.has(`${method} ${pathInDialect(path, dataverse).replace(/\{[^}]+\}/g, '{}')}`))).toEqual(
    [],
  );
});

test('words are renamed one to one, so that each can be turned back', () => {
  for (const names of [dataverse.keys, dataverse.segments, dataverse.headers, ...Object.values(dataverse.words)]) {
    const theirs = Object.values(names);
    expect(new Set(theirs).size).toBe(theirs.length);
  }
});
