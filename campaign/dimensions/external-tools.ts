/** Manifests of external tools, and how one is started. */
import type { Dimension } from '../dimension.ts';
import { graphqlRequest } from './graphql-request.ts';

const LARGEST = 1_900_000;
const ADD = 'mutation ($input: CreateExternalToolInput!) { createExternalTool(input: $input) { externalTool { databaseId } } }';

const manifest = {
  displayName: 'Tool',
  description: 'Shows',
  types: ['EXPLORE'],
  scope: 'DATASET',
  toolUrl: 'https://tools.example.org',
  parameters: [{ name: 'id', value: '{datasetId}' }],
};
const call = { name: 'call', httpMethod: 'GET', urlTemplate: '/api/x', timeOutMinutes: 1 };
const many = <Entry>(size: number, weight: number, entry: Entry): Entry[] => Array.from({ length: Math.ceil(size / weight) }, () => entry);

/** By name: the input of a size. */
const inputs: Readonly<Record<string, (size: number) => Readonly<Record<string, unknown>>>> = {
  'an address': (n) => ({ ...manifest, toolUrl: `https://tools.example.org/${'x'.repeat(n)}` }),
  'a description': (n) => ({ ...manifest, description: 'x'.repeat(n) }),
  types: (n) => ({ ...manifest, types: many(n, 10, 'EXPLORE') }),
  parameters: (n) => ({ ...manifest, parameters: many(n, 40, { name: 'p', value: '{datasetId}' }) }),
  calls: (n) => ({ ...manifest, allowedCalls: many(n, 90, call) }),
  'words of a call': (n) => ({ ...manifest, allowedCalls: [{ ...call, urlTemplate: `/api/${'{fileId}'.repeat(Math.ceil(n / 8))}` }] }),
  'braces of a call': (n) => ({ ...manifest, allowedCalls: [{ ...call, urlTemplate: `/api/${'{'.repeat(n)}` }] }),
  'auxiliary files': (n) => ({ ...manifest, requiredFiles: many(n, 50, { formatTag: 'a', formatVersion: '1' }) }),
};

export const externalToolDimensions: readonly Dimension[] = [
  ...Object.entries(inputs).map(([name, inputOf]): Dimension => ({
    name: `external tools: ${name}`,
    as: 'superuser',
    writes: true,
    sizes: [64, LARGEST],
    requests: (size) => graphqlRequest(ADD, { input: inputOf(size) }),
  })),
  {
    name: 'external tools: a language',
    sizes: [64, LARGEST],
    requests: (size) =>
      graphqlRequest(
        'query ($l: String) { dataset(reference: { databaseId: 1 }) { externalToolLaunch(toolDatabaseId: 1, locale: $l) { url } } }',
        {
          l: 'x'.repeat(size),
        },
      ),
  },
];
