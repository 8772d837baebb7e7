import {
  type FeedEventRow,
  type FeedReader,
  type FeedSlice,
  findFeedHead,
  listHeardEvents,
  numberFeedEvents,
  readFollowedFeed,
} from '../../db/queries/events/feed.ts';
import type { Database } from '../../db/client.ts';
import type { LiveSignals } from '../../kernel/ports/live-signals.ts';
import type { FollowedEvents, RecentEvents } from '../../kernel/ports/recent-events.ts';

/** Events that are kept: more than happen while a stream that is read waits for its turn. */
const KEPT = 5_000;
/** A reader without account, group or role: what they may hear of, every caller may. */
const ANYBODY: FeedReader = { superuser: false, identities: [], ceiling: 0 };

const everything: FollowedEvents = { kinds: [], within: null };

function isFollowed({ kind, path }: FeedEventRow, { kinds, within }: FollowedEvents): boolean {
  return (kinds.length === 0 || kinds.includes(kind)) && (within === null || path.includes(within));
}

/** Joins calls with the same question while its answer is on the way. */
function joined<Answer>(): (question: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>();
  return (question, ask) => {
    const known = asked.get(question);
    if (known !== undefined) return known;
    const answer = ask().finally(() => asked.delete(question));
    asked.set(question, answer);
    return answer;
  };
}

class KeptEvents implements RecentEvents {
  readonly #db: Database;
  readonly #signals: Pick<LiveSignals, 'feedSignals'>;
  /** The signals that were heard when what is kept was read. */
  #readAt = -1;
  /** In order; all events after `#after` up to `#head`. */
  #events: readonly FeedEventRow[] = [];
  #after = 0;
  #head: number | undefined;
  #reading: Promise<number> | undefined;
  readonly #askedOnce = joined<ReadonlySet<number>>();

  constructor(db: Database, signals: Pick<LiveSignals, 'feedSignals'>) {
    this.#db = db;
    this.#signals = signals;
  }

  /** Reads what is new, once for all streams that ask meanwhile. */
  async head(): Promise<number> {
    // What is on the way may have been read before the last event.
    if (this.#reading !== undefined && this.#readAt !== this.#signals.feedSignals) await this.#reading.catch(() => undefined);
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async read(after: number, followed: FollowedEvents): Promise<FeedSlice> {
    if (this.#readAt !== this.#signals.feedSignals || this.#head === undefined || this.#reading !== undefined) await this.head();
    if (after < this.#after) return readFollowedFeed(this.#db, { after, ...followed });
    const events = this.#events.slice(this.#firstBehind(after)).filter((event) => isFollowed(event, followed));
    return { events, next: Math.max(after, this.#head ?? 0), hasMore: false };
  }

  /** The index of the first event behind a place: what is asked for is mostly at the end. */
  #firstBehind(place: number): number {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.position ?? place) > place) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  async heard(reader: FeedReader, positions: readonly number[]): Promise<ReadonlySet<number>> {
    const places = positions.join(' ');
    const ask = (asker: FeedReader) => async () => new Set(await listHeardEvents(this.#db, asker, positions));
    const byAnybody = await this.#askedOnce(`anybody ${places}`, ask(ANYBODY));
    if (byAnybody.size === positions.length) return byAnybody;
    const { superuser, identities, ceiling } = reader;
    return this.#askedOnce(`${places} ${JSON.stringify([superuser, ceiling, identities])}`, ask(reader));
  }

  async #readOn(): Promise<number> {
    this.#readAt = this.#signals.feedSignals;
    try {
      return await this.#readAll();
    } catch (error) {
      this.#readAt = -1;
      throw error;
    }
  }

  async #readAll(): Promise<number> {
    for (;;) {
      await numberFeedEvents(this.#db);
      if (this.#head === undefined) {
        this.#head = await findFeedHead(this.#db);
        this.#after = this.#head;
        return this.#head;
      }
      const { events, next, hasMore } = await readFollowedFeed(this.#db, { after: this.#head, ...everything });
      const all = [...this.#events, ...events];
      const dropped = all.length > KEPT ? all[all.length - KEPT - 1] : undefined;
      this.#events = dropped === undefined ? all : all.slice(-KEPT);
      if (dropped !== undefined) this.#after = dropped.position;
      this.#head = next;
      if (!hasMore) return next;
    }
  }
}

/** Makes the reader of the feed's end for the streams of this process. */
export function createRecentEvents(db: Database, signals: Pick<LiveSignals, 'feedSignals'>): RecentEvents {
  return new KeptEvents(db, signals);
}
