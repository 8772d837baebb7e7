import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import type { FeedEventRow } from '../../db/queries/events/feed.ts';
import { type CommandContext, query, type ReadContext } from '../../kernel/command.ts';
import { liveCaller, liveTurns, throughOutages } from '../../kernel/live-turns.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { FollowedEvents } from '../../kernel/ports/recent-events.ts';
import type { FeedKind } from '../../vocabulary/events.ts';
import { collectionViewRequirement } from '../collections/view-collection.ts';
import { loadCollection } from '../subjects/collection-subject.ts';
import { datasetViewRequirement, loadDataset } from '../subjects/dataset-subject.ts';
import { feedReader } from './read-feed.ts';

/** An event with its reader, who may hear of it now. */
export interface HeardEvent {
  readonly item: FeedEventRow;
  readonly context: ReadContext;
}

/** How long it counts that a reader may hear of an event: a stream that is read slowly asks again. */
const HEARD_FOR_MS = 200;
/** Events that are asked about together. */
const ASKED_TOGETHER = 100;

/** Those of some events, in order, that the reader may hear of when they are sent. */
async function* heardOf(context: CommandContext, events: readonly FeedEventRow[]): AsyncGenerator<HeardEvent> {
  const { renew, ended } = liveCaller(context);
  const again = (): Promise<ReadContext> => throughOutages(ended, () => renew(HEARD_FOR_MS));
  let heard: ReadonlySet<number> = new Set();
  let asked = { until: 0, at: 0 };
  /** Loaders keep what they have read, so that each event has a context of its own. */
  let unused: ReadContext | undefined;
  for (const [at, item] of events.entries()) {
    if (at >= asked.until || performance.now() - asked.at > HEARD_FOR_MS) {
      const reader = await again();
      const positions = events.slice(at, at + ASKED_TOGETHER).map(({ position }) => position);
      asked = { until: at + ASKED_TOGETHER, at: performance.now() };
      heard = await throughOutages(ended, () => reader.services.recentEvents.heard(feedReader(reader.actor), positions));
      unused = reader;
    }
    if (!heard.has(item.position)) continue;
    yield { item, context: unused ?? (await again()) };
    unused = undefined;
  }
}

async function* follow(context: CommandContext, followed: FollowedEvents, after: number): AsyncGenerator<HeardEvent> {
  const { ended } = liveCaller(context);
  let cursor = after;
  for await (const { services } of liveTurns(context, 'feed')) {
    for (let more = true; more;) {
      const from = cursor;
      const slice = await throughOutages(ended, () => services.recentEvents.read(from, followed));
      // Who follows something else is not even looked up.
      if (slice.events.length > 0) yield* heardOf(context, slice.events);
      cursor = slice.next;
      more = slice.hasMore;
    }
  }
}

/** Nothing more happens to a dataset that is gone. */
async function* untilDestroyed(events: AsyncGenerator<HeardEvent>): AsyncGenerator<HeardEvent> {
  for await (const heard of events) {
    yield heard;
    if (heard.item.kind === ('DATASET_DESTROYED' satisfies FeedKind)) return;
  }
}

/** Where a stream begins: after the place of a cursor, or with what happens from now on. */
async function beginning({ services }: CommandContext, after: number | null): Promise<number> {
  return after ?? services.recentEvents.head();
}

/**
 * What happens to objects that the caller may see, from now on or from a place in the feed, in its order, until the stream ends. Whether
 * the caller may hear of an event is asked when it is sent.
 * @throws DomainError COLLECTION_NOT_FOUND
 */
export const followFeed = query({
  name: 'followFeed',
  subject: async (
    scope,
    { below }: { readonly below: CollectionKey | null; readonly kinds: readonly FeedKind[]; readonly after: number | null },
  ) => (below === null ? { ...(await noSubject()), collection: null } : loadCollection(scope, below)),
  requires: ({ collection }) => (collection === null ? 'Public' : collectionViewRequirement(collection)),
  run: async (context, { collection }, { kinds, after }): Promise<AsyncGenerator<HeardEvent>> =>
    follow(context, { kinds, within: collection?.id ?? null }, await beginning(context, after)),
});

/** The same of one dataset and its files. @throws DomainError DATASET_NOT_FOUND */
export const followDataset = query({
  name: 'followDataset',
  subject: (scope, { dataset }: { readonly dataset: DatasetKey; readonly after: number | null }) => loadDataset(scope, dataset),
  requires: ({ dataset }) => datasetViewRequirement(dataset),
  run: async (context, { dataset: { id } }, { after }): Promise<AsyncGenerator<HeardEvent>> =>
    untilDestroyed(follow(context, { kinds: [], within: id }, await beginning(context, after))),
});
