import { FEED_KINDS, type FeedKind } from '../../vocabulary/events.ts';

/** A stored kind as the schema has it. @throws Error for one of a newer release. */
export function eventKind(kind: string): FeedKind {
  const known = FEED_KINDS.find((one) => one === kind);
  if (known === undefined) throw new Error(`Events of the kind ${kind} are unknown to this release.`);
  return known;
}
