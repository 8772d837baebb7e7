/**
 * What streams wait for: `feed`, `notifications <account>`, `ingest <file>`, `export <run>`, `rebuild <id>`, `workflow <dataset>`, `bulk <job>`. The triggers of the tables
 * name them. Source: docs/adr/0081-subscriptions.md.
 */
export type LiveTopic = 'feed' | `${'notifications' | 'ingest' | 'export' | 'rebuild' | 'workflow' | 'bulk'} ${number}`;

/** Waits for changes of one topic. */
export interface Follower {
  /** Resolves with true once something has changed, or may have, since the last call; with false when nothing more is told. */
  next(): Promise<boolean>;
  close(): void;
}

/** Changes that any process has committed. A signal says that something has changed, never what. */
export interface LiveSignals {
  /** @param ended Ends the follower, too. */
  follow(topic: LiveTopic, ended: AbortSignal): Follower;
  /** Rises with each signal that the feed may have grown. */
  readonly feedSignals: number;
  /** Ends all followers, and what they need. */
  close(): Promise<void>;
}
