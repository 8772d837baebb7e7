// Whatever is asked, the answer is a bounded one or a refusal that names the place; never a fault of the server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { search, type SearchAsked } from '../../../src/domain/search/search.ts';
import { DomainError } from '../../../src/errors/domain-error.ts';
import { SEARCH_COLUMNS } from '../../../src/model/search/search-condition.ts';
import { DEEPEST, MOST_TERMS } from '../../../src/model/search/search-query.ts';
import { createRequestContext } from '../../../src/request-context.ts';
import { NODE_KINDS } from '../../../src/vocabulary/collections.ts';
import { type DomainWorld, startDomainWorld } from '../domain/domain-world.ts';

const everything: SearchAsked = {
  query: '*',
  filters: [],
  kinds: NODE_KINDS,
  within: [],
  circle: undefined,
  sort: null,
  descending: null,
  offset: 0,
  limit: 10,
  service: null,
  withFacets: false,
  withHighlights: true,
  withAlternatives: true,
};

describe('a search', () => {
  let world: DomainWorld;
  beforeAll(async () => {
    world = await startDomainWorld();
    const dataset = await world.createDataset(await world.createCollection('herons', { published: true }), 'Grey herons 2018');
    await world.addFile(dataset, 'nests.txt');
    await world.publish(dataset);
  });
  afterAll(async () => world.stop());

  /** Number of hits, or the problems of a refusal. */
  async function answer(asked: Partial<SearchAsked>): Promise<number | readonly string[]> {
    const context = createRequestContext(world.server.application, { actor: world.superuser, requestId: 'bad' });
    try {
      return (await search(context, { ...everything, ...asked })).totalCount;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'BAD_USER_INPUT') throw error;
      return error.problems.map(({ pointer, message }) => `${pointer} ${message}`);
    }
  }

  test.each(['*', '*:*', '**', '?', '***?', '?*?', '* AND *', '-*', '*"', '\\*', '"*"'])(
    'of wildcards alone, %s, has a bounded answer',
    async (query) => {
      expect(await answer({ query })).toEqual(expect.any(Number));
      expect(await answer({ filters: [query] })).toBeDefined();
    },
  );

  test.each([
    ['10,000 terms', 'a '.repeat(10_000), /^\/query must have at most 1000 characters/u],
    ['a term too many', 'a '.repeat(MOST_TERMS + 1), /^\/query must have at most 200 terms \(character 401\)/u],
    [
      'brackets too deep',
      `${'('.repeat(DEEPEST + 1)}a${')'.repeat(DEEPEST + 1)}`,
      /^\/query must have at most 20 brackets within each other \(character 21\)/u,
    ],
  ])('of %s is refused, with the place', async (_what, query, problem) => {
    expect(await answer({ query })).toEqual([expect.stringMatching(problem)]);
    expect(await answer({ filters: [query] })).toEqual([
      expect.stringMatching(new RegExp(problem.source.replace('/query', '/filters/0'), 'u')),
    ]);
  });

  test('of as much as is allowed is answered', async () => {
    expect(await answer({ query: 'a '.repeat(MOST_TERMS) })).toEqual(expect.any(Number));
    expect(await answer({ query: `${'('.repeat(DEEPEST)}a${')'.repeat(DEEPEST)}` })).toEqual(expect.any(Number));
    expect(await answer({ query: `${'NOT '.repeat(200)}a` })).toEqual(expect.any(Number));
  });

  test.each([
    ['"grey', '/filters/0 has a quote that is not closed (character 1)'],
    ['(grey', '/filters/0 has a bracket that is not closed (character 1)'],
    ['grey)', '/filters/0 has a bracket that closes nothing (character 5)'],
    ['dateSort:[2018-01-01 TO', '/filters/0 has a range that is not closed (character 10)'],
    ['grey AND nosuch:x', '/filters/0 names the field nosuch, which there is not (character 17)'],
    ['fileSizeInBytes:big', '/filters/0 has a text where a number belongs (character 17)'],
    ['dateSort:yesterday', '/filters/0 has no date of the form 2018, 2018-01, 2018-01-31 or 2018-01-31T00:00:00Z (character 10)'],
    ['dateSort:2018*', '/filters/0 has a wildcard where a date belongs (character 10)'],
    ['dateSort:2018-02-31', '/filters/0 has no date of the form 2018, 2018-01, 2018-01-31 or 2018-01-31T00:00:00Z (character 10)'],
    ['subtreePaths:here', '/filters/0 has no path of ids (character 14)'],
    ['boundingBox:here', '/filters/0 has no range of places of the form [south,west TO north,east] (character 13)'],
    ['geolocation:[91,0 TO 92,0]', '/filters/0 has no range of places of the form [south,west TO north,east] (character 13)'],
  ])('filtered by %s is refused, with the place', async (filter, problem) => {
    expect(await answer({ filters: [filter] })).toEqual([problem]);
    // A query is read leniently, and finds nothing, or words.
    expect(await answer({ query: filter })).toEqual(expect.any(Number));
  });

  test('of any field with any kind of value is answered or refused', async () => {
    const fields = [
      ...Object.keys(SEARCH_COLUMNS),
      'title',
      'subject_ss',
      'license',
      'dateOfDeposit',
      'dateOfDeposit_s',
      'timePeriodCoveredStart',
      'seriesName',
      'geolocation',
      'boundingBox',
      'dvSubject',
      'fileTypeGroupFacet',
    ];
    const values = [
      '*',
      '2018',
      '2018*',
      '?01*',
      'grey*',
      '*grey',
      'grey',
      '"grey herons"',
      '""',
      '-1',
      '99999999999999999999',
      '1e9',
      '1.5',
      '[1 TO 2]',
      '{* TO 5}',
      '[a TO z]',
      '[2018 TO *]',
      '[* TO *]',
      '/1/2',
      '"/1"',
      '[0,0 TO 1,1]',
      '[0,179 TO 1,-179]',
      'true',
      "'; --",
      '\\',
      '%',
      '_',
    ];
    for (const field of fields) {
      for (const value of values) {
        const text = `${field}:${value}`;
        expect(await answer({ query: text }), text).toEqual(expect.any(Number));
        const filtered = await answer({ filters: [text] });
        const refusal = typeof filtered === 'number' ? '/filters/0 is read (character 1)' : filtered.join();
        expect(refusal, text).toMatch(/^\/filters\/0 .+ \(character \d+\)$/u);
      }
    }
  }, 120_000);

  test('from beyond the end has no hits and the same totals, and from farther is refused', async () => {
    const { totalCount, hits, countsByKind } = await search(
      createRequestContext(world.server.application, { actor: world.superuser, requestId: 'bad' }),
      { ...everything, offset: 900_000 },
    );
    expect([totalCount, hits.length, countsByKind]).toEqual([3, 0, { COLLECTION: 1, DATASET: 1, DATAFILE: 1 }]);
    expect(await answer({ offset: 1_000_001 })).toEqual(['/offset must be at most 1000000']);
  });

  test('by a service that there is not, or in an order that there is not, is refused', async () => {
    expect(await answer({ service: 'nosuch', sort: 'name' })).toEqual(['/service must be postgresql']);
    expect(await answer({ sort: 'title' })).toEqual(['/orderBy/field must be name, date or a field with exact values']);
  });
});
