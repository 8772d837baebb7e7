/** Metrics are computed from all that an installation holds, and kept for a while. Source: users-admin.md 15.2. */
import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import { findMetric, forgetMetrics, keepMetric, type MetricKey } from '../../db/queries/metrics/metric-cache.ts';
import { command, type CommandContext } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';

const DEFAULT_MINUTES = 10_080;
const MINUTE_MS = 60_000;

/** What a process computes: one metric at a time, and each once for all who wait for it. */
interface Computations {
  readonly waiting: Map<string, Promise<unknown>>;
  last: Promise<unknown>;
}
const computations = new WeakMap<Database, Computations>();

function computationsOf(db: Database): Computations {
  let found = computations.get(db);
  if (found === undefined) computations.set(db, (found = { waiting: new Map(), last: Promise.resolve() }));
  return found;
}

/** Gives a metric as it was kept, or computes it. A month that has ended does not change any more. */
export async function keptMetric<Value>(
  { db, services }: CommandContext,
  key: MetricKey & { readonly hasEnded?: boolean },
  compute: () => Promise<Value>,
): Promise<Value> {
  const minutes = services.settings.get(':MetricsCacheTimeoutMinutes') ?? DEFAULT_MINUTES;
  const now = new Date();
  const after = key.hasEnded === true ? monthEnd(key.variant) : new Date(now.getTime() - minutes * MINUTE_MS);
  const found = await findMetric(db, key, after);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is kept under a key was computed by the same code
  if (found !== undefined) return found.value as Value;
  const { waiting, ...queue } = computationsOf(db);
  const name = JSON.stringify([key.name, key.collectionId, key.variant]);
  const begun = waiting.get(name);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  if (begun !== undefined) return begun as Promise<Value>;
  const computed = queue.last.then(async () => {
    const value = await compute();
    await keepMetric(db, key, value, now);
    return value;
  });
  const settled = computed.then(
    () => undefined,
    () => undefined,
  );
  computationsOf(db).last = settled;
  waiting.set(name, computed);
  void settled.then(() => waiting.delete(name));
  return computed;
}

/** The moment after the last one of a month. */
function monthEnd(month: string): Date {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1));
}

/** Names of metrics, as clients clear them, by those that they are kept under. Source: users-admin.md 15.1. */
const KEPT_UNDER: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^(collections|datasets|files|downloads|accounts)(?:ToMonth|PastDays|Monthly)?$/, ''],
  [/^(collectionsByCategory|collectionsBySubject|tree)$/, ''],
  [/^(datasetsBySubject)(?:ToMonth)?$/, ''],
  [/^(filesByType)(?:Monthly)?$/, ''],
  [/^(fileDownloads|uniqueDownloads|uniquefileDownloads)$/, ''],
  [/^MDC-citations$/, 'citations'],
  [/^MDC-[a-zA-Z]+$/, 'MDC'],
];

function keptUnder(given: string): { readonly name: string; readonly variant: string | null } {
  const month = /^(.+)_(?:metric)?(\d{4})-?(\d{2})$/.exec(given);
  const named = month?.[1] ?? given;
  const country = /^(MDC-[a-zA-Z]+)-([a-z]{2})$/.exec(named);
  const plain = country?.[1] ?? named;
  for (const [pattern, name] of KEPT_UNDER) {
    const found = pattern.exec(plain);
    if (found === null) continue;
    const byMonth = month !== null && plain.endsWith('Downloads');
    return { name: name || (found[1] ?? plain), variant: country?.[2] ?? (byMonth ? `${month[2] ?? ''}-${month[3] ?? ''}` : null) };
  }
  return { name: plain, variant: null };
}

/** Forgets the metrics that were kept, or those of a name; a name that is none changes nothing. Source: users-admin.md 15.1. */
export const clearMetricsCache = command({
  name: 'clearMetricsCache',
  input: z.object({ name: z.string().max(200, 'must have at most 200 characters').nullable() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, note }, _subject, { name }): Promise<void> => {
    await forgetMetrics(tx, name === null ? { name, variant: null } : keptUnder(name));
    note({ name });
  },
});
