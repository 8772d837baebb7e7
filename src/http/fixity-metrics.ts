import type { Registry } from 'prom-client';
import { addCounts, addMoment } from './kept-gauges.ts';
import { keptReading } from './kept-reading.ts';

/** The results of fixity checks. */
export interface FixityNumbers {
  readonly uncheckedFiles: number;
  /** Files by what their last reading found. */
  readonly perOutcome: Readonly<Record<string, number>>;
  readonly oldestCheckAt: Date | null;
}

/** Adds the results of fixity checks. Without an answer of the database only these are missing. */
export function addFixityMetrics(registry: Registry, read: () => Promise<FixityNumbers>): void {
  const numbers = keptReading(read);
  const files = {
    name: 'fixity_files',
    help: 'Files by the outcome of their last fixity check; UNCHECKED if never checked.',
    label: 'outcome',
  };
  addCounts(registry, files, numbers, ({ uncheckedFiles, perOutcome }) => ({ UNCHECKED: uncheckedFiles, ...perOutcome }));
  const oldest = { name: 'fixity_oldest_check_timestamp_seconds', help: 'Time of the oldest last fixity check of a file.' };
  addMoment(registry, oldest, numbers, ({ oldestCheckAt }) => oldestCheckAt);
}
