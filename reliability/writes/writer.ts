/** A client that writes one thing after another, and remembers what it was told. */
import type { Sql } from 'postgres';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refused, type ServerUrl, Unanswered } from '../door.ts';

export interface Writer {
  readonly kind: string;
  /** Sends one write and waits for its answer. @throws Unanswered, Refused */
  write(url: string): Promise<void>;
  /** How many were acknowledged so far. */
  acknowledged(): number;
  /** What of the acknowledged is not there as it was told, a sentence each. */
  lost(sql: Sql): Promise<string[]>;
}

/** Makes a writer: what it works on is made first. */
export type WriterMaker = (url: string) => Promise<Writer>;

export interface MadeOptions {
  readonly kind: string;
  /** Makes a thing by a name that nothing else has; what is to be found of it afterwards. */
  readonly send: (url: string, name: string) => Promise<string>;
  /** Which of these are as they were acknowledged. */
  readonly found: (sql: Sql, keys: readonly string[]) => Promise<readonly string[]>;
  /** A write without an answer is sent again under its name until it has one. */
  readonly again?: boolean;
}

/** A writer that makes things, each with a name of its own. */
export function makingWriter({ kind, send, found, again = false }: MadeOptions): Writer {
  const keys: string[] = [];
  let number = 0;
  let open = false;
  return {
    kind,
    acknowledged: () => keys.length,
    write: async (url) => {
      if (!(again && open)) number += 1;
      open = true;
      keys.push(await send(url, `${kind.replaceAll(/[^a-z]+/gi, '-')}-${number}`));
      open = false;
    },
    lost: async (sql) => {
      const there = new Set(await found(sql, keys));
      return keys.filter((key) => !there.has(key)).map((key) => `${kind}: ${key} was acknowledged and is not there`);
    },
  };
}

export interface ChangedOptions {
  readonly kind: string;
  /** Writes a number into the one thing that it works on. */
  readonly send: (url: string, value: number) => Promise<void>;
  /** The number that is there. */
  readonly stored: (sql: Sql) => Promise<number>;
}

/** A writer that changes one thing again and again. */
export function changingWriter({ kind, send, stored }: ChangedOptions): Writer {
  let sent = 0;
  let told = 0;
  let answered = 0;
  return {
    kind,
    acknowledged: () => answered,
    write: async (url) => {
      sent += 1;
      await send(url, sent);
      told = sent;
      answered += 1;
    },
    lost: async (sql) => {
      const value = await stored(sql);
      return value >= told && value <= sent ? [] : [`${kind}: ${value} is stored, ${told} was acknowledged and ${sent} sent last`];
    },
  };
}

export interface Writing {
  /** Ends when each writer has its answer, or none. */
  stop(): Promise<void>;
}

/** What happened to writes beside being acknowledged. */
export interface Losses {
  /** Without an answer. */
  unanswered: number;
  /** Why they had none, by kind. */
  readonly reasons: Map<string, number>;
  /** By kind, status and code. */
  readonly refused: Map<string, number>;
}

const PAUSE_MS = 20;

/** Has all writers write until told to stop, each its next thing as soon as it knows of the last. */
export function writeOn(writers: readonly Writer[], url: ServerUrl, losses: Losses, pauseMs = 0): Writing {
  const stopped = new AbortController();
  const all = writers.map(async (writer) => {
    while (!stopped.signal.aborted) {
      try {
        await writer.write(url());
        if (pauseMs > 0) await sleep(pauseMs);
      } catch (error) {
        if (error instanceof Unanswered) {
          const key = `${writer.kind}: ${error.message}`;
          losses.unanswered += 1;
          losses.reasons.set(key, (losses.reasons.get(key) ?? 0) + 1);
        } else if (error instanceof Refused) {
          const key = `${writer.kind}: ${error.status} ${error.code}`;
          losses.refused.set(key, (losses.refused.get(key) ?? 0) + 1);
        } else throw error;
        await sleep(PAUSE_MS);
      }
    }
  });
  const ended = Promise.all(all);
  // A fault of a writer itself is thrown by `stop`.
  ended.catch(() => undefined);
  return {
    stop: async () => {
      stopped.abort();
      await ended;
    },
  };
}
