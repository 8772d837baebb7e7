/** Documents that a request names: by identifiers, by hashes, in an address. */
import { createHash } from 'node:crypto';
import type { Dimension, HostileRequest } from '../dimension.ts';
import type { World } from '../world.ts';
import { jsonRequest } from './graphql-request.ts';

/** The largest JSON body of an operation. */
const LARGEST = 2_000_000;
/** The longest address that Node reads, with its headers. */
const LARGEST_ADDRESS = 14_000;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const persisted = (sha256Hash: string): object => ({ persistedQuery: { version: 1, sha256Hash } });

function asked(body: object): HostileRequest {
  return jsonRequest('POST', '/graphql', JSON.stringify(body));
}

/** Another document for each number. */
function registering(number: number, padding = 0): HostileRequest {
  const query = `query Q${number} { serverInfo { version } } #${'x'.repeat(padding)}`;
  return asked({ query, extensions: persisted(hashOf(query)) });
}

function inAddress(parameters: Readonly<Record<string, string>>, accept = 'application/json'): HostileRequest {
  return { path: `/graphql?${new URLSearchParams(parameters).toString()}`, headers: { accept } };
}

const READ = 'query($id: Int!, $v: JSON) { dataset(reference: { databaseId: $id }) { version(reference: ":latest-published") { title } } }';

const requests: Readonly<
  Record<string, readonly [to: number, request: (size: number, world: World) => HostileRequest | readonly HostileRequest[]]>
> = {
  'identifiers that are not known': [
    1000,
    (n) => Array.from({ length: n }, (_, index) => asked({ documentId: `sha256:${hashOf(String(index))}` })),
  ],
  'hashes that are not known': [
    1000,
    (n) => Array.from({ length: n }, (_, index) => asked({ extensions: persisted(hashOf(`h${index}`)) })),
  ],
  'an identifier': [LARGEST - 300, (n) => asked({ documentId: 'a'.repeat(n) })],
  'an identifier that is nested': [
    LARGEST - 300,
    (n) => jsonRequest('POST', '/graphql', `{"documentId":${'['.repeat(n / 2)}${']'.repeat(n / 2)}}`),
  ],
  'a hash': [LARGEST - 300, (n) => asked({ extensions: persisted('0'.repeat(n)) })],
  'a text beside a hash that is not its own': [
    90_000,
    (n) => asked({ query: `{ __typename } #${'x'.repeat(n)}`, extensions: persisted(hashOf('')) }),
  ],
  'a text beside its hash that is too long': [LARGEST - 400, (n) => registering(0, n)],
  'long documents that are registered': [400, (n) => Array.from({ length: n }, (_, index) => registering(index, 90_000))],
  'documents that are registered': [10_000, (n) => Array.from({ length: n }, (_, index) => registering(index))],
  'an identifier in the address': [LARGEST_ADDRESS, (n) => inAddress({ documentId: 'a'.repeat(n) })],
  'a hash in the address': [LARGEST_ADDRESS / 2, (n) => inAddress({ extensions: JSON.stringify(persisted('0'.repeat(n))) })],
  'extensions in the address': [
    LARGEST_ADDRESS / 4,
    (n) => inAddress({ query: '{ __typename }', extensions: `"persistedQuery"${'['.repeat(n)}` }),
  ],
  'identifiers in the address': [
    LARGEST_ADDRESS / 20,
    (n) => ({ path: `/graphql?${Array.from({ length: n }, () => 'documentId=a').join('&')}`, headers: { accept: 'application/json' } }),
  ],
  'variables of what caches may keep': [
    LARGEST_ADDRESS / 4,
    (n, { published }) =>
      inAddress({ query: READ, variables: JSON.stringify({ id: published.id, v: Array.from({ length: n / 4 }, () => 1) }) }),
  ],
  'tags of what caches may keep': [
    LARGEST_ADDRESS,
    (n) => ({
      ...inAddress({ query: '{ serverInfo { version } }' }),
      headers: { 'if-none-match': Array.from({ length: n / 5 }, () => '"a"').join(', ') },
    }),
  ],
  'an identifier of a stream': [LARGEST_ADDRESS, (n) => inAddress({ documentId: 'a'.repeat(n) }, 'text/event-stream')],
  'fragments of what caches may keep': [
    300,
    (n) =>
      asked({
        query: `{ ...F0 } ${Array.from({ length: n }, (_, index) => `fragment F${index} on Query { serverInfo { version } ${index + 1 < n && index < 90 ? `...F${index + 1}` : ''} }`).join(' ')}`,
      }),
  ],
};

export const namedDocumentDimensions: readonly Dimension[] = Object.entries(requests).map(([name, [to, request]]) => ({
  name: `documents: ${name}`,
  sizes: [Math.min(10, to), to] as const,
  requests: request,
}));
