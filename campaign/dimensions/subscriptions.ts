/**
 * What is asked to be told. Every request here is refused, or ends by itself: one that waits for events would be judged as an answer that
 * does not come. Streams that wait are held beside a request that is judged.
 */
import type { Dimension, HostileRequest } from '../dimension.ts';
import type { World } from '../world.ts';

/** The largest JSON body of an operation. */
const LARGEST = 2_000_000 - 400;
/** The largest address. */
const LARGEST_ADDRESS = 15_000;
const FEED = 'subscription($after: String, $kinds: [EventKind!]) { collectionFeed(after: $after, kinds: $kinds) { cursor } }';
const filled = (size: number, text: string): string => text.repeat(Math.max(1, Math.floor(size / text.length)));

function streamed(query: string, variables: Readonly<Record<string, unknown>> = {}, extensions = {}): HostileRequest {
  return {
    method: 'POST',
    path: '/graphql/stream',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables, extensions }),
  };
}

const fragments = (count: number): string =>
  Array.from({ length: count }, (_, index) => `fragment F${index} on Subscription { ...F${index + 1} ...F${index + 1} }`).join(' ');

const requests: Readonly<Record<string, readonly [to: number, request: (size: number) => HostileRequest | readonly HostileRequest[]]>> = {
  'a cursor': [LARGEST, (n) => streamed(FEED, { after: filled(n, 'eyJ') })],
  // A cursor that is none ends what would wait.
  variables: [90_000, (n) => streamed(FEED, { after: 'x', kinds: Array.from({ length: n }, () => 'DATASET_PUBLISHED') })],
  'fragments that double': [
    1024,
    (n) => streamed(`subscription { ...F0 } ${fragments(n)} fragment F${n} on Subscription { collectionFeed(after: "x") { cursor } }`),
  ],
  aliases: [
    4096,
    (n) => streamed(`subscription { ${Array.from({ length: n }, (_, i) => `a${i}: collectionFeed(after: "x") { cursor }`).join(' ')} }`),
  ],
  'an address': [LARGEST_ADDRESS, (n) => ({ path: `/graphql/stream?query=${filled(n, 'a')}`, headers: { accept: 'text/event-stream' } })],
  'variables in an address': [
    LARGEST_ADDRESS,
    (n) => ({ path: `/graphql/stream?query=a&variables=${filled(n, '[')}`, headers: { accept: 'text/event-stream' } }),
  ],
  'an operation of a stream': [LARGEST, (n) => streamed(FEED, { after: 'x' }, { operationId: filled(n, 'x') })],
  // Each waits ten seconds to be opened; an address has as many as it may.
  'streams that are reserved': [600, (n) => Array.from({ length: n }, () => ({ method: 'PUT', path: '/graphql/stream' }))],
};

/** Something happens, which streams are told or not. */
function edit({ draft }: World): HostileRequest {
  const fields = [{ typeName: 'title', typeClass: 'primitive', multiple: false, value: `Edited at ${performance.now()}` }];
  return {
    method: 'PUT',
    path: `/api/datasets/${draft.id}/editMetadata?replace=true`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fields }),
  };
}

const held: readonly Dimension[] = [
  {
    name: 'subscriptions: idle streams beside an event that is not theirs',
    as: 'depositor',
    sizes: [1, 10_000],
    background: true,
    requests: async (n, world) => {
      await world.follow(n, `subscription { datasetChanged(reference: { databaseId: ${world.published.id} }) { cursor } }`);
      return edit(world);
    },
  },
  {
    name: 'subscriptions: busy streams that are told an event',
    as: 'depositor',
    sizes: [1, 1_000],
    background: true,
    requests: async (n, world) => {
      const query = 'subscription { collectionFeed { cursor kind datasetPersistentId occurredAt } }';
      await world.follow(n, query, world.tokens.superuser);
      return edit(world);
    },
  },
];

export const subscriptionDimensions: readonly Dimension[] = [
  ...Object.entries(requests).map(([name, [to, request]]) => ({
    name: `subscriptions: ${name}`,
    sizes: [1, to] as const,
    requests: request,
  })),
  ...held,
];
