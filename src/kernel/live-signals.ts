import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database, DatabaseConnection } from '../db/client.ts';
import { listenForLiveNotices, sendLiveNotice } from '../db/queries/gate/live-notices.ts';
import { LiveFollowers } from './live-followers.ts';
import type { LiveSignals } from './ports/live-signals.ts';

/** How often a process sends a notice to itself. */
const BEAT_MS = 2_000;
/** Without a notice for so long, the connection that listens counts as lost, even if it looks open. */
const SILENCE_MS = 7_000;
const RETRY_MS = 500;

export interface LiveSignalsOptions {
  /** Sends the beats. */
  readonly db: Database;
  /** Opens the connection that listens. */
  readonly open: () => DatabaseConnection;
  readonly log: Logger;
  readonly beatMs?: number;
  readonly silenceMs?: number;
}

/**
 * Listens while there is a follower. A connection that is lost tells nothing of it when a network in between fails: so a process sends
 * itself a notice every few seconds, and listens anew when none comes. Each time that listening begins, all followers look for what they
 * have missed.
 */
export function createLiveSignals(options: LiveSignalsOptions): LiveSignals {
  const { db, open, log, beatMs = BEAT_MS, silenceMs = SILENCE_MS } = options;
  const followers = new LiveFollowers();
  const stopping = new AbortController();
  const { signal } = stopping;
  const beat = `beat ${randomUUID()}`;
  let listening: Promise<void> | undefined;

  /** Listens until nothing is heard any more, or nothing is followed. */
  async function listenOnce(): Promise<void> {
    const connection = open();
    let heardAt = performance.now();
    const heard = (): void => {
      heardAt = performance.now();
    };
    try {
      await listenForLiveNotices(connection, {
        onNotice: (notice) => {
          heard();
          followers.tell(notice);
        },
        onListening: () => {
          heard();
          followers.tellAll();
        },
      });
      while (followers.count > 0 && performance.now() - heardAt < silenceMs) {
        await sleep(beatMs, undefined, { signal, ref: false });
        // A database that is away comes back without those who listened; the driver tries that once.
        await sendLiveNotice(db, beat);
      }
      if (followers.count > 0) log.warn('Notices of changes no longer arrive; the server listens on a new connection.');
    } finally {
      await connection.close();
    }
  }

  async function listen(): Promise<void> {
    let isSaid = false;
    while (followers.count > 0 && !signal.aborted) {
      try {
        await listenOnce();
        isSaid = false;
      } catch (err) {
        if (signal.aborted) return;
        if (!isSaid) log.warn({ err }, 'The server cannot listen for changes; it tries again.');
        isSaid = true;
        await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  function start(): void {
    listening ??= listen().finally(() => {
      listening = undefined;
      // One may have come while the last connection was closed.
      if (followers.count > 0 && !signal.aborted) start();
    });
  }

  return {
    follow: (topic, ended) => {
      const follower = followers.add(topic, ended);
      if (signal.aborted) follower.close();
      else start();
      return follower;
    },
    get feedSignals() {
      return followers.feedSignals;
    },
    close: async () => {
      stopping.abort();
      followers.closeAll();
      await listening;
    },
  };
}
