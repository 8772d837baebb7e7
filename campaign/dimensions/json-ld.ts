/** Descriptions in JSON-LD that grow: terms, contexts in contexts, graphs, lists, inclusions. */
import type { Dimension } from '../dimension.ts';
import { jsonRequest } from './graphql-request.ts';
import type { World } from '../world.ts';

const listed = (count: number, entry: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => entry(index)).join(',');
const nested = (count: number, open: string, core: string, close: string): string => open.repeat(count) + core + close.repeat(count);

const TITLE = '"http://purl.org/dc/terms/title":"T"';

/** Descriptions by name; the number is how many there are of what is named. */
const descriptions: Readonly<Record<string, readonly [to: number, text: (count: number) => string]>> = {
  terms: [100_000, (n) => `{"@context":{${listed(n, (i) => `"t${i}":"http://example.org/${i}"`)}},${TITLE}}`],
  'terms that stand on each other': [
    20_000,
    (n) => `{"@context":{"t0":"http://example.org/",${listed(n, (i) => `"t${i + 1}":"t${i}:a"`)}},"t${n}":"x"}`,
  ],
  'prefixes of prefixes': [
    20_000,
    (n) => `{"@context":{${listed(n, (i) => `"t${i}":{"@id":"t${i + 1}:a","@prefix":true}`)},"t${n}":"http://example.org/"},"t0":"x"}`,
  ],
  'scoped contexts': [
    5000,
    (n) =>
      `{"@context":{${listed(n, (i) => `"t${i}":{"@id":"http://example.org/${i}","@context":{"a":"http://example.org/a"}}`)}},${TITLE}}`,
  ],
  'scoped contexts that are used': [
    5000,
    (n) =>
      `{"@context":{${listed(n, (i) => `"t${i}":{"@id":"http://example.org/${i}","@context":{"a":"http://example.org/a"}}`)}},${listed(n, (i) => `"t${i}":{"a":"x"}`)}}`,
  ],
  'scoped contexts in each other': [
    2000,
    (n) => `{"@context":${nested(n, '{"t":{"@id":"http://example.org/t","@context":', '{}', '}}')},"t":${nested(18, '{"t":', '"x"', '}')}}`,
  ],
  'types with scoped contexts': [
    5000,
    (n) =>
      `{"@context":{${listed(n, (i) => `"T${i}":{"@id":"http://example.org/T${i}","@context":{"a":"http://example.org/a${i}"}}`)}},"@type":[${listed(n, (i) => `"T${i}"`)}],"a":"x"}`,
  ],
  'contexts in a list': [50_000, (n) => `{"@context":[${listed(n, (i) => `{"t${i % 100}":"http://example.org/${i}"}`)}],${TITLE}}`],
  'contexts that begin anew': [50_000, (n) => `{"@context":[${listed(n, () => 'null,{"t":"http://example.org/t"}')}],${TITLE}}`],
  'contexts by address': [50_000, (n) => `{"@context":[${listed(n, (i) => `"http://example.org/${i}"`)}],${TITLE}}`],
  'nodes with contexts': [
    20_000,
    (n) => `{${TITLE},"http://example.org/a":[${listed(n, (i) => `{"@context":{"t":"http://example.org/${i}"},"t":"x"}`)}]}`,
  ],
  'nodes below many terms': [
    4000,
    (n) =>
      `{"@context":{${listed(n, (i) => `"t${i}":"http://example.org/${i}"`)}},"t0":[${listed(n, () => '{"@context":{"u":"http://example.org/u"},"u":"x"}')}]}`,
  ],
  'nodes in a graph': [100_000, (n) => `{"@graph":[${listed(n, (i) => `{"@id":"http://example.org/${i}","http://example.org/a":"x"}`)}]}`],
  'values of a key': [200_000, (n) => `{"http://purl.org/dc/terms/title":[${listed(n, () => '"x"')}]}`],
  keys: [100_000, (n) => `{${listed(n, (i) => `"http://example.org/${i}":"x"`)}}`],
  'lists in lists': [200_000, (n) => `{"http://example.org/a":${nested(n, '{"@list":[', '1', ']}')}}`],
  'entries of a list': [200_000, (n) => `{"http://example.org/a":{"@list":[${listed(n, () => '1')}]}}`],
  'included nodes': [100_000, (n) => `{${TITLE},"@included":[${listed(n, () => '{"http://example.org/a":"x"}')}]}`],
  'reversed nodes': [
    50_000,
    (n) => `{${TITLE},"@reverse":{"http://example.org/a":[${listed(n, () => '{"@id":"http://example.org/b"}')}]}}`,
  ],
  'nested properties': [100_000, (n) => `{"@context":{"n":"@nest"},${TITLE},"n":[${listed(n, () => '{"http://example.org/a":"x"}')}]}`],
  languages: [
    100_000,
    (n) => `{"@context":{"t":{"@id":"http://example.org/t","@container":"@language"}},"t":{${listed(n, (i) => `"x-${i}":"x"`)}}}`,
  ],
  'empty lists after a long one': [
    100_000,
    (n) => `{"http://example.org/a":[{"@list":[${listed(n, () => '1')}]},${listed(n / 10, () => '{"@list":[]}')}]}`,
  ],
  'sets in a list': [100_000, (n) => `{"http://example.org/a":{"@list":[${listed(n, () => '{"@set":[]}')}]}}`],
  'a set in each other': [100_000, (n) => `{"http://example.org/a":${nested(n, '{"@set":[', '1', ']}')}}`],
  'segments of an identifier': [1_000_000, (n) => `{"@id":"http://example.org${'/a'.repeat(n / 2)}",${TITLE}}`],
  'segments of a relative identifier': [
    1_000_000,
    (n) => `{"@context":{"@base":"http://example.org${'/a'.repeat(n / 4)}"},"@id":"${'../'.repeat(n / 6)}",${TITLE}}`,
  ],
  'vocabularies that stand on each other': [
    50_000,
    (n) => `{"@context":[{"@vocab":"http://example.org/"},${listed(n, () => '{"@vocab":"a/"}')}],"t":"x"}`,
  ],
  'an address': [1_000_000, (n) => `{"http://example.org/${'a/../'.repeat(n / 5)}":"x"}`],
  'a base': [
    1_000_000,
    (n) => `{"@context":{"@base":"http://example.org/${'a/../'.repeat(n / 5)}"},"@id":"${'../'.repeat(1000)}",${TITLE}}`,
  ],
  'blanks in an address': [500_000, (n) => `{"@id":"http://${'a'.repeat(n)} ",${TITLE}}`],
  'a key with colons': [500_000, (n) => `{"${':'.repeat(n)}":"x"}`],
};

const places: Readonly<Record<string, (world: World) => readonly [method: string, path: string]>> = {
  'a new dataset': ({ collection }) => ['POST', `/api/collections/${collection}/datasets`],
  'a draft': ({ draft }) => ['PUT', `/api/datasets/${draft.id}/metadata`],
  'what goes from a draft': ({ draft }) => ['PUT', `/api/datasets/${draft.id}/metadata/delete`],
};

/** What GraphQL alone does with a description. */
const documents: Readonly<Record<string, string>> = {
  'all of a draft': `mutation($id: Int!, $v: JSON!) {
    updateDatasetDraft(input: { dataset: { databaseId: $id }, version: { jsonLd: $v } }) { datasetVersion { id } } }`,
  'what is validated': `query($id: Int!, $v: JSON!) {
    validateDataset(input: { place: { dataset: { databaseId: $id } }, version: { jsonLd: $v } }) { valid refusals { code } } }`,
};

const overGraphql: readonly Dimension[] = Object.entries(descriptions).flatMap(([kind, [to, text]]) =>
  Object.entries(documents).map(([what, query]): Dimension => ({
    name: `json-ld: ${kind} of ${what}`,
    as: 'depositor',
    sizes: [10, to],
    writes: true,
    requests: (size, { draft }) =>
      jsonRequest('POST', '/graphql', `{"query":${JSON.stringify(query)},"variables":{"id":${draft.id},"v":${text(size)}}}`),
  })),
);

const overRest: readonly Dimension[] = Object.entries(descriptions).flatMap(([kind, [to, text]]) =>
  Object.entries(places).map(([what, place]): Dimension => ({
    name: `json-ld: ${kind} of ${what}`,
    as: 'depositor',
    sizes: [10, to],
    writes: true,
    requests: (size, world) => {
      const [method, path] = place(world);
      return { method, path, headers: { 'content-type': 'application/ld+json' }, body: text(size) };
    },
  })),
);

export const jsonLdDimensions: readonly Dimension[] = [...overRest, ...overGraphql];
