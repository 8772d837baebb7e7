import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

const RULE = 'src/db/queries/gate/visible.ts';

/** What a statement that decides by itself whether something may be seen would say. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  'asks for the permission to see what is unpublished': /ViewUnpublished(?:Collection|Dataset)/u,
  'asks whether a node is published': /published_?[aA]t\}? is (?:not )?null/u,
  'asks whether a document of the index is public': /\bdoc\.public\b/u,
  'asks which versions files are shown by': /\b(?:released|draft)_ordinal\b/u,
};

/** Statements that show one of the signs and decide nothing about what may be seen. */
const REASONS: Readonly<Record<string, string>> = {
  'src/db/queries/collections/contents-page.ts': 'the text of a cursor for an order by date',
  'src/db/queries/search/search-columns.ts': 'publication statuses and versions of what was found',
  'src/db/queries/search/repair-index.ts': 'the index is compared with what it describes',
  'src/db/queries/search/find-documents.ts': 'versions of files for the rule, looked up one by one',
  'src/db/queries/search/found-documents.ts': 'the version that a file found is cited by',
  'src/db/queries/search/facet-counts.ts': 'publication statuses and dates of what was found',
};

/** Lists that show each caller what it may see, and so stand on the rule. */
const LISTS = [
  'src/db/queries/collection-with-contents.ts',
  'src/db/queries/collections/collection-tree.ts',
  'src/db/queries/collections/contents-page.ts',
  'src/db/queries/collections/contents.ts',
  'src/db/queries/datasets/dataset-with-latest.ts',
  'src/db/queries/events/feed.ts',
  'src/db/queries/harvesting/oai-records.ts',
  'src/db/queries/metrics/installation-metrics.ts',
  'src/db/queries/search/engine-facts.ts',
  'src/db/queries/search/find-by-words.ts',
  'src/db/queries/search/find-documents.ts',
  'src/db/queries/search/found-documents.ts',
  'src/db/queries/search/kept-hits.ts',
  'src/db/queries/search/near-documents.ts',
  'src/db/queries/versions/versions.ts',
] as const;

describe('the rule of visibility', () => {
  const statements = trackedFiles('src/db/queries/**/*.ts', 'src/oai/**/*.ts').filter((path) => path !== RULE);

  test('has more than a hundred files of statements to look at', () => {
    expect(statements.length).toBeGreaterThan(100);
  });

  test('stands in one place', async () => {
    const found: Record<string, string[]> = {};
    for (const path of statements) {
      const text = await readFile(path, 'utf8');
      const signs = Object.keys(SIGNS).filter((sign) => SIGNS[sign]?.test(text));
      if (signs.length > 0 && !(path in REASONS)) found[path] = signs;
    }
    expect(found).toEqual({});
  });

  test('has no exception that is none', async () => {
    for (const path of Object.keys(REASONS)) {
      const text = await readFile(path, 'utf8');
      expect(
        Object.values(SIGNS).some((sign) => sign.test(text)),
        path,
      ).toBe(true);
    }
  });

  test.each(LISTS)('is what %s stands on', async (path) => {
    expect(await readFile(path, 'utf8')).toMatch(/from '(?:\.\.?\/)+gate\/visible\.ts'/u);
  });
});
