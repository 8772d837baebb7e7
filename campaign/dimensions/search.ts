/** Searches of guests: queries of every form, up to what is read at all, and beyond. */
import type { Dimension } from '../dimension.ts';

const DOCUMENT = `query ($query: String!, $filters: [String!], $orderBy: SearchOrder) {
  search(query: $query, filters: $filters, orderBy: $orderBy) { totalCount cutShort nodes { __typename } spellingAlternatives { word alternatives } facets { name values { value count } } } }`;

const filled = (size: number, text: string): string => text.repeat(Math.max(1, Math.floor(size / text.length)));

const queries: Readonly<Record<string, (size: number) => string>> = {
  words: (n) => filled(n, 'tides '),
  'different words': (n) => Array.from({ length: n / 6 }, (_, index) => `w${index}`).join(' '),
  'words in quotes': (n) => `"${filled(n, 'tides ')}"`,
  'one long word': (n) => filled(n, 'x'),
  'open quotes': (n) => filled(n, '"a '),
  'brackets within each other': (n) => `${filled(n / 2, '(')}a${filled(n / 2, ')')}`,
  'brackets side by side': (n) => filled(n, '(a) '),
  'operators alone': (n) => filled(n, 'AND NOT OR '),
  signs: (n) => filled(n, '-+!'),
  'terms that must not hold': (n) => filled(n, 'NOT a '),
  beginnings: (n) => filled(n, 'a* '),
  wildcards: (n) => filled(n, '*?'),
  'wildcards between letters': (n) => filled(n, '*a'),
  'words of a field': (n) => filled(n, 'title:a '),
  'every value of a field': (n) => filled(n, 'title:* '),
  'unknown fields': (n) => filled(n, 'nosuch:a '),
  ranges: (n) => filled(n, 'dateSort:[2000 TO 2030] '),
  'places between corners': (n) => filled(n, 'boundingBox:[-10,170 TO 10,-170] '),
  'numbers that are counted': (n) => filled(n, 'datasetCount:[1 TO *] '),
  'curation statuses': (n) => filled(n, 'curationStatus:* '),
  backslashes: (n) => filled(n, '\\'),
  'characters of Chinese': (n) => filled(n / 3, '地震'),
  'characters that fall apart': (n) => filled(n / 3, 'ﷺ'),
};

function asked(name: string, variables: (size: number) => object): Dimension {
  return {
    name,
    sizes: [64, 100_000],
    requests: (size) => ({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: DOCUMENT, variables: variables(size) }),
    }),
  };
}

/** Parameters of REST, repeated as often as a line of a request takes, over everything that a page can show. */
function repeated(name: string, parameter: string): Dimension {
  const shown = 'per_page=1000&show_relevance=true&show_facets=true&show_collections=true&show_type_counts=true';
  return {
    name: `search: ${name}`,
    sizes: [64, 14_000],
    requests: (size) => ({
      method: 'GET',
      path: `/api/search?q=t*&${shown}&${parameter.repeat(Math.max(1, Math.floor(size / parameter.length)))}`,
    }),
  };
}

/** As what is ranked by, and as a filter. */
export const searchDimensions: readonly Dimension[] = [
  ...Object.entries(queries).flatMap(([what, text]) => [
    asked(`search: ${what}`, (size) => ({ query: text(size) })),
    asked(`search: ${what}, up to what is read`, (size) => ({ query: text(size).slice(0, 990), filters: [text(size).slice(0, 990)] })),
  ]),
  asked('search: a field of an order', (size) => ({ query: 't*', orderBy: { field: filled(size, 'title '), direction: 'DESC' } })),
  {
    name: 'search: names that begin so',
    sizes: [64, 100_000],
    requests: (size) => ({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: 'query ($beginning: String!) { searchNames(beginning: $beginning) }',
        variables: { beginning: 'ti '.repeat(size / 3) },
      }),
    }),
  },
  repeated('filters over REST', 'fq=title:a&'),
  repeated('types', 'type=file&'),
  repeated('collections', 'subtree=root&'),
  repeated('fields of metadata', 'metadata_fields=citation:*&'),
  {
    // Over all of the globe, so that each dataset with a place is a hit.
    name: 'search: digits of a place and of a radius',
    sizes: [64, 14_000],
    requests: (size) => ({
      method: 'GET',
      path: `/api/search?q=*&show_facets=true&geo_point=0.${'0'.repeat(size / 2)},1&geo_radius=20000.${'0'.repeat(size / 2)}`,
    }),
  },
  {
    name: 'search: facets under aliases',
    sizes: [1, 500],
    requests: (size) => ({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `{ ${Array.from({ length: size }, (_, index) => `a${index}: search(query: "t*", first: 1) { totalCount facets { name values { value count } } }`).join(' ')} }`,
      }),
    }),
  },
  {
    name: 'search: what is like a dataset, under aliases',
    sizes: [1, 2_000],
    requests: (size, { published }) => ({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `{ dataset(reference: { databaseId: ${published.id} }) { ${Array.from({ length: size }, (_, index) => `a${index}: similar(first: ${1 + (index % 20)}) { databaseId }`).join(' ')} } }`,
      }),
    }),
  },
  {
    name: 'search: completion under aliases',
    sizes: [1, 2_000],
    requests: (size) => ({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `{ ${Array.from({ length: size }, (_, index) => `a${index}: searchNames(beginning: "${'abcdefghijklmnopqrstuvwxyz'[index % 26] ?? 'a'}")`).join(' ')} }`,
      }),
    }),
  },
  ...(['role_ids=6', 'published_states=Draft', 'dvobject_types=Dataset', 'dataset_valid=true'] as const).map((parameter): Dimension => ({
    name: `search: own work over REST by ${parameter.split('=')[0] ?? ''}`,
    as: 'depositor',
    sizes: [64, 14_000],
    requests: (size) => ({
      method: 'GET',
      path: `/api/mydata/retrieve?mydata_search_term=t*&${`${parameter}&`.repeat(Math.max(1, Math.floor(size / (parameter.length + 1))))}`,
    }),
  })),
  {
    name: 'search: filters of a search to be saved',
    as: 'superuser',
    sizes: [64, 1_000_000],
    requests: (size) => ({
      method: 'POST',
      path: '/api/admin/savedsearches',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: 'a '.repeat(Math.min(size, 2_000)),
        filterQueries: Array.from({ length: size / 10 }, () => 'title:a'),
        definitionPointId: 1,
        creatorId: 1,
      }),
    }),
  },
  asked('search: filters', (size) => ({ query: '*', filters: Array.from({ length: size / 10 }, () => 'title:a') })),
  {
    name: 'search: roles, statuses and words of what they are held on',
    as: 'depositor',
    sizes: [64, 100_000],
    requests: (size) => ({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `query ($query: String!, $roles: [Int!], $statuses: [String!]) {
          viewer { ownHits(query: $query, roles: $roles, statuses: $statuses, complete: true) { totalCount } } }`,
        variables: {
          query: 'tides '.repeat(size / 6).slice(0, 990),
          roles: Array.from({ length: size / 10 }, (_, index) => index),
          statuses: Array.from({ length: size / 10 }, () => 'Draft'),
        },
      }),
    }),
  },
];
