import type { FeedReader, FeedSlice } from '../../db/queries/events/feed.ts';

/** Which events of the feed a stream is about, whether its reader may hear of them or not. */
export interface FollowedEvents {
  /** All kinds when empty. */
  readonly kinds: readonly string[];
  /** Only of this collection, dataset or file, and what lies in it; null for the whole installation. */
  readonly within: number | null;
}

/** The newest events, kept by each process for its streams, so that an event is read once however many follow it. */
export interface RecentEvents {
  /** The place of the last event now. */
  head(): Promise<number>;
  /** Events after a place, in order; those that are older than the kept ones come from the database. Nothing is said about permissions. */
  read(after: number, followed: FollowedEvents): Promise<FeedSlice>;
  /** Which of some events, by their places, a reader may hear of now. */
  heard(reader: FeedReader, positions: readonly number[]): Promise<ReadonlySet<number>>;
}
