import { Gauge, type Registry } from 'prom-client';
import { keptReading } from './kept-reading.ts';

/** How the stored bytes stand, as metrics tell it. */
export interface FixityNumbers {
  readonly uncheckedFiles: number;
  /** Files by what their last reading found. */
  readonly perOutcome: Readonly<Record<string, number>>;
  readonly oldestCheckAt: Date | null;
}

/** Adds how the stored bytes stand. A database that does not answer leaves them out; the others are given all the same. */
export function addFixityMetrics(registry: Registry, read: () => Promise<FixityNumbers>): void {
  const numbers = keptReading(read);
  const files = new Gauge({
    name: 'fixity_files',
    help: 'Files by the outcome of their last fixity check; UNCHECKED if never checked.',
    labelNames: ['outcome'] as const,
    registers: [],
    async collect() {
      const current = await numbers();
      this.reset();
      if (current === undefined) return;
      this.set({ outcome: 'UNCHECKED' }, current.uncheckedFiles);
      for (const [outcome, count] of Object.entries(current.perOutcome)) this.set({ outcome }, count);
    },
  });
  const oldestCheck = new Gauge({
    name: 'fixity_oldest_check_timestamp_seconds',
    help: 'Time of the oldest last fixity check of a file.',
    registers: [],
    async collect() {
      const oldest = (await numbers())?.oldestCheckAt ?? null;
      if (oldest === null) this.remove();
      else this.set(oldest.getTime() / 1000);
    },
  });
  registry.registerMetric(files);
  registry.registerMetric(oldestCheck);
}
