/** Counts usage beside the requests: what they used is gathered in memory and written in batches, a few seconds later. */
import type { Use, UsageCollector } from '../../kernel/ports/usage-collector.ts';
import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { addFirstDownloads } from '../../db/queries/files/file-downloads.ts';
import { addUsage, listUsageTraces, lockUsage, saveUsageTraces } from '../../db/queries/metrics/usage.ts';
import type { SettingsSource } from '../../kernel/ports/settings-source.ts';
import { COUNTRY_CODES } from './country-codes.ts';
import { countUsage } from './count-usage.ts';
import { createDownloadTally } from './download-tally.ts';
import { countsUsageAt } from './usage-settings.ts';
import { DOUBLE_CLICK_MS, type UsageEvent } from '../../kernel/usage-event.ts';
import type { UserAgentJudge } from './user-agents.ts';

export interface UsageCollectorOptions {
  readonly db: Database;
  readonly settings: SettingsSource;
  readonly log: Logger;
  /** Secret of the installation, under which sessions are hashed. */
  readonly key: Buffer;
  readonly judge: UserAgentJudge;
  /** Until a use is written; null to write on `flush` alone. */
  readonly flushAfterMs: number | null;
  readonly now?: () => number;
}

/** Uses that are kept while the database is away; more are dropped, for memory is not counts' to take. */
const MOST_EVENTS = 50_000;
/** Uses of one transaction. */
const BATCH = 2_000;
const HOUR_MS = 3_600_000;
/** Hexadecimal digits of a hash that are kept: enough that no two sessions of an hour meet. */
const SESSION_DIGITS = 32;

/** An event whose chain of double clicks may still grow. */
type GatheredEvent = Omit<UsageEvent, 'lastAt'> & { lastAt: number };

function nameOf({ session, datasetId, resource }: Pick<UsageEvent, 'session' | 'datasetId' | 'resource'>): string {
  return `${session} ${datasetId} ${resource}`;
}

/** Names the session of a use: who it is and the hour of the day. Source: COUNTER Code of Practice for Research Data, 10.4. */
function sessionOf(secret: string, { visitor, account }: Use, machine: boolean, at: number): string {
  const who = account === null ? ['address', visitor.address ?? '', visitor.userAgent] : ['account', account];
  // Lists in JSON: no user agent can be written so that it reads as another address.
  const text = JSON.stringify(['usage-session', Math.floor(at / HOUR_MS), machine, ...who]);
  // Every view of a dataset makes one. Half of a hash after a secret cannot be computed or continued without the secret, as an HMAC
  // cannot, and costs a tenth of it.
  return hash('sha256', secret + text, 'hex').slice(0, SESSION_DIGITS);
}

/** Starts to gather the usage that this process sees. */
export function createUsageCollector(options: UsageCollectorOptions): UsageCollector {
  const { db, settings, log, key, judge, flushAfterMs, now = Date.now } = options;
  const secret = key.toString('hex');
  const gathered: GatheredEvent[] = [];
  const newest = new Map<string, GatheredEvent>();
  const downloads = createDownloadTally();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;
  let full = false;

  function schedule(): void {
    if (flushAfterMs === null || timer !== undefined || closed) return;
    timer = setTimeout(() => {
      timer = undefined;
      void flush();
    }, flushAfterMs).unref();
  }

  async function writeDownloads(): Promise<void> {
    try {
      await downloads.write(db);
    } catch (error) {
      log.warn({ err: error }, 'File downloads could not be written; the write is retried.');
      schedule();
    }
  }

  async function write(): Promise<void> {
    await writeDownloads();
    while (gathered.length > 0) {
      const batch = gathered.splice(0, BATCH);
      // A further click is an event of its own from here on; the database knows when the one before was.
      for (const event of batch) if (newest.get(nameOf(event)) === event) newest.delete(nameOf(event));
      try {
        await store(db, batch);
      } catch (error) {
        gathered.unshift(...batch);
        log.warn({ err: error, uses: gathered.length }, 'Usage could not be written; the write is retried.');
        schedule();
        return;
      }
      full = false;
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    record(use) {
      const at = now();
      if (closed || !countsUsageAt(settings, at)) return;
      const kind = judge(use.visitor.userAgent);
      if (kind === 'robot') return;
      const machine = kind === 'machine';
      const session = sessionOf(secret, use, machine, at);
      const { datasetId, resource, visitor } = use;
      const country = COUNTRY_CODES.has(visitor.country) ? visitor.country : '';
      const name = nameOf({ session, datasetId, resource });
      const before = newest.get(name);
      if (before !== undefined && at - before.lastAt <= DOUBLE_CLICK_MS) {
        before.lastAt = at;
        return;
      }
      if (gathered.length >= MOST_EVENTS) {
        if (!full) log.error({ uses: gathered.length }, 'Too much usage is waiting to be written; further usage is not counted.');
        full = true;
        return;
      }
      const event: GatheredEvent = { session, datasetId, resource, at, lastAt: at, country, machine };
      gathered.push(event);
      newest.set(name, event);
      schedule();
    },
    recordDownload(fileId) {
      if (closed) return;
      const at = now();
      downloads.add(fileId, { day: new Date(at).toISOString().slice(0, 10), insideUsage: countsUsageAt(settings, at) });
      schedule();
    },
    flush,
    async close() {
      closed = true;
      clearTimeout(timer);
      await flush();
    },
  };
}

/** Counts events against what all processes know of their sessions. */
async function store(db: Database, events: readonly UsageEvent[]): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUsage(tx);
    const known = await listUsageTraces(tx, events);
    const { increments, traces, firstDownloads } = countUsage(events, known);
    await saveUsageTraces(tx, traces);
    await addUsage(tx, increments);
    await addFirstDownloads(tx, firstDownloads);
  });
}
