import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { errorCatalog } from '../../src/errors/catalog.ts';
import { trackedFiles } from './tracked-files.ts';

/** Codes that nothing gives yet, with the reason. A code leaves the list with the operation that gives it. */
const NOT_GIVEN_YET: Readonly<Record<string, string>> = {};

const paths = trackedFiles('src/**/*.ts').filter((path) => path !== 'src/errors/catalog.ts' && !path.startsWith('src/generated/'));
const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));

/** Codes that stand as a literal somewhere; tsc refuses to throw one that is not in the catalogue. */
const given = new Set(texts.flatMap((text) => [...text.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)'/g)].map(([, code]) => code)));

test('the error catalogue holds no code that nothing gives', () => {
  const unused = Object.keys(errorCatalog).filter((code) => !given.has(code));
  expect(unused.toSorted()).toEqual(Object.keys(NOT_GIVEN_YET).toSorted());
});
