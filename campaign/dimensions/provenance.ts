/** Provenance records that grow. */
import type { Dimension } from '../dimension.ts';
import { jsonRequest } from './graphql-request.ts';

const listed = (count: number, entry: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => entry(index)).join(',');

/** Records in PROV-JSON by name; the number is how many there are of what is named. */
const records: Readonly<Record<string, readonly [to: number, text: (count: number) => string]>> = {
  entities: [300_000, (n) => `{"entity":{${listed(n, (i) => `"e${i}":{}`)}}}`],
  'facts of an entity': [300_000, (n) => `{"entity":{"e":{${listed(n, (i) => `"a:f${i}":"x"`)}}}}`],
  'types of an entity': [500_000, (n) => `{"entity":{"e":{"prov:type":[${listed(n, () => '{"$":"x"}')}]}}}`],
  'bundles in each other': [100_000, (n) => `${'{"bundle":{"b":'.repeat(n)}{}${'}}'.repeat(n)}`],
  derivations: [
    100_000,
    (n) => `{"wasDerivedFrom":{${listed(n, (i) => `"d${i}":{"prov:generatedEntity":"e${i}","prov:usedEntity":"e${i + 1}"}`)}}}`,
  ],
  prefixes: [300_000, (n) => `{"prefix":{${listed(n, (i) => `"p${i}":"urn:${i}"`)}},"entity":{"e":{}}}`],
};

export const provenanceDimensions: readonly Dimension[] = Object.entries(records).map(([kind, [to, text]]) => ({
  name: `provenance: ${kind}`,
  as: 'depositor',
  sizes: [10, to],
  requests: (size, { draft }) => jsonRequest('POST', `/api/files/${draft.fileId}/prov-json?entityName=e`, text(size)),
}));
