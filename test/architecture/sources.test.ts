import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

const LONGEST_FILE = 300;

/** Files that may be longer, with the reason. */
const LONG_FILES: Readonly<Record<string, string>> = {};

/** Files that may read the environment, with the reason. */
const ENVIRONMENT_READERS: Readonly<Record<string, string>> = {
  'src/config.ts': 'the one place of settings',
  'src/main.ts': 'hands the environment to the reader of the settings',
  'src/db/embedded/cluster.ts': 'hands the PATH, and nothing else, to the programs of PostgreSQL',
};

const sources = await Promise.all(trackedFiles('src/**/*.ts').map(async (path) => ({ path, text: await readFile(path, 'utf8') })));

describe('the sources', () => {
  test(`have no file over ${LONGEST_FILE} lines`, () => {
    const written = sources.filter(({ path }) => !/\/generated\//.test(path));
    expect(written.length).toBeGreaterThan(100);
    const long = written.filter(({ text }) => text.trimEnd().split('\n').length > LONGEST_FILE).map(({ path }) => path);
    expect(long).toEqual(Object.keys(LONG_FILES));
  });

  test(`have no part of the schema over ${LONGEST_FILE} lines`, async () => {
    const parts = await Promise.all(
      trackedFiles('schema/**/*.graphql').map(async (path) => ({ path, text: await readFile(path, 'utf8') })),
    );
    expect(parts.length).toBeGreaterThan(50);
    expect(parts.filter(({ text }) => text.trimEnd().split('\n').length > LONGEST_FILE).map(({ path }) => path)).toEqual([]);
  });

  test('pass lists to statements in the form whose plans are kept', () => {
    // `= any($1::int[])` is planned anew at each execution where the list is short.
    const planned = [/= any\(\$\{[^`]*?\}::\w+\[\]\)/, /\bunnest\(\$\{sql\.placeholder\(/];
    const plain = sources.filter(({ path, text }) => path.startsWith('src/db/queries/') && planned.some((form) => form.test(text)));
    expect(plain.map(({ path }) => path)).toEqual([]);
  });

  test('read the environment in one place', () => {
    const readers = sources.filter(({ text }) => /\bprocess\.env\b|\benv\b.*from 'node:process'/.test(text)).map(({ path }) => path);
    expect(readers).toContain('src/config.ts');
    expect(readers.filter((path) => !Object.hasOwn(ENVIRONMENT_READERS, path))).toEqual([]);
  });
});
