/** Metadata that are sent and read by type. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import { graphqlRequest, jsonRequest } from './graphql-request.ts';

/** The largest JSON body of an operation, with what surrounds the metadata. */
const LARGEST = 2_000_000 - 1000;

const CREATE = `mutation($v: MetadataInput!) { createDataset(input: { collection: { alias: "campaign" }, version: { typed: { metadata: $v } } }) { dataset { id } } }`;

const listed = (size: number, entry: string): string =>
  Array.from({ length: Math.max(1, Math.floor(size / (entry.length + 1))) }, () => entry).join(',');

function created(citation: string): HostileRequest {
  return jsonRequest('POST', '/graphql', `{"query":${JSON.stringify(CREATE)},"variables":{"v":{"citation":${citation}}}}`);
}

/** The citation block of about so many bytes. */
const sent: Readonly<Record<string, (size: number) => string>> = {
  'entries of a compound': (n) => `{"author":[${listed(n, '{"authorAffiliation":"x"}')}]}`,
  'blank entries of a compound': (n) => `{"author":[${listed(n, '{}')},{"authorAffiliation":"x"}]}`,
  'blank texts': (n) => `{"alternativeTitle":[${listed(n, '" "')}]}`,
  'texts that no vocabulary has': (n) => `{"language":[${listed(n, '"x"')}]}`,
  'names that no enum has': (n) => `{"subject":[${listed(n, '"CHEMISTR"')}]}`,
  'names that no input has': (n) => `{${Array.from({ length: n / 12 }, (_, index) => `"k${index}":1`).join(',')}}`,
  'dates that are none': (n) => `{"dateOfCollection":[${listed(n, '{"dateOfCollectionStart":"x"}')}]}`,
  'a long text': (n) => `{"title":"${'x'.repeat(n)}"}`,
};

const FIELDS = 'title subtitle author { authorName authorAffiliation } dsDescription { dsDescriptionValue } subject language';

export const typedMetadata: readonly Dimension[] = [
  ...Object.entries(sent).map(([name, write]): Dimension => ({
    name: `typed metadata: ${name}`,
    as: 'depositor',
    sizes: [60_000, LARGEST],
    requests: (size) => created(write(size)),
  })),
  {
    name: 'typed metadata: read under aliases',
    sizes: [1, 60],
    requests: (size, { draft }) => {
      const aliases = Array.from({ length: size }, (_, index) => `a${index}: metadata { citation { ${FIELDS} } }`);
      return graphqlRequest(`{ dataset(reference: { databaseId: ${draft.id} }) { latestVersion { ${aliases.join(' ')} } } }`);
    },
  },
];
