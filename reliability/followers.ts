/** Clients that follow the feed, over both protocols, and go on from their cursor whenever a stream ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { SUPERUSER_TOKEN } from '../bench/api-client.ts';
import { eventsSubscriber, socketSubscriber, type Subscriber } from '../test/support/subscriber.ts';
import { askGraphql, type ServerUrl } from './door.ts';
import type { Installation } from './installation.ts';

const FEED = 'subscription ($after: String) { collectionFeed(after: $after) { cursor } }';
const PAUSE_MS = 100;
const PATIENCE_MS = 120_000;

const page = z.object({ events: z.object({ cursor: z.string(), hasMore: z.boolean() }) });
const position = z.tuple([z.string(), z.number()]);

/** The place in the feed that a cursor stands for. */
const placeOf = (cursor: string): number => position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))[1];

interface Follower {
  readonly name: string;
  readonly heard: number[];
  /** How often it had to begin again. */
  resumed: number;
}

export interface Following {
  /** Stops once all have heard of everything; what was missed, or came twice. */
  stop(installation: Installation): Promise<{ readonly heard: number; readonly resumed: number; readonly faults: string[] }>;
}

async function latestCursor(url: string): Promise<string> {
  for (let after: string | null = null; ;) {
    const { events } = page.parse(await askGraphql(url, 'query ($after: String) { events(after: $after) { cursor hasMore } }', { after }));
    after = events.cursor;
    if (!events.hasMore) return after;
  }
}

/** Begins with what happens from now on. */
export async function followFeed(url: ServerUrl, each: number): Promise<Following> {
  const start = await latestCursor(url());
  const stopped = new AbortController();
  const followers: Follower[] = [];
  const open = new Set<Subscriber>();

  async function follow(make: () => Subscriber, follower: Follower): Promise<void> {
    let after = start;
    while (!stopped.signal.aborted) {
      const subscriber = make();
      open.add(subscriber);
      try {
        const stream = subscriber.subscribe(FEED, { after });
        for (;;) {
          const answer = await stream.next();
          if (answer.at('errors') !== undefined) break;
          after = answer.text('data.collectionFeed.cursor');
          follower.heard.push(placeOf(after));
        }
      } catch {
        // The stream has ended; it goes on from the cursor.
      }
      open.delete(subscriber);
      await Promise.resolve(subscriber.close()).catch(() => undefined);
      if (!stopped.signal.aborted) follower.resumed += 1;
      await sleep(PAUSE_MS);
    }
  }

  const all = Array.from({ length: each * 2 }, (_, index) => {
    const events = index % 2 === 0;
    const follower: Follower = { name: `follower ${index} over ${events ? 'events' : 'a socket'}`, heard: [], resumed: 0 };
    followers.push(follower);
    return follow(() => (events ? eventsSubscriber : socketSubscriber)(url(), SUPERUSER_TOKEN), follower);
  });

  return {
    stop: async ({ look }) => {
      const rows = await look(
        (sql) =>
          sql<{ place: number }[]>`select position::int as place from feed_event where position > ${placeOf(start)} order by position`,
      );
      const expected = rows.map(({ place }) => place);
      const endsAt = performance.now() + PATIENCE_MS;
      while (followers.some(({ heard }) => heard.length < expected.length) && performance.now() < endsAt) await sleep(PAUSE_MS);
      stopped.abort();
      await Promise.all([...open].map((subscriber) => Promise.resolve(subscriber.close()).catch(() => undefined)));
      await Promise.all(all);
      const faults = followers
        .filter(({ heard }) => heard.length !== expected.length || heard.some((place, index) => place !== expected[index]))
        .map(({ name, heard }) => `${name} heard ${heard.length} events, ${new Set(heard).size} different ones, of ${expected.length}`);
      const sum = (count: (follower: Follower) => number): number => followers.reduce((total, follower) => total + count(follower), 0);
      return { heard: sum(({ heard }) => heard.length), resumed: sum(({ resumed }) => resumed), faults };
    },
  };
}
