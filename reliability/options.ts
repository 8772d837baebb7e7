import { parseArgs } from 'node:util';

/** What a run tries, and how often. */
export interface ReliabilityOptions {
  /** The counts that docs/reliability.md was written by, in place of a few. */
  readonly long: boolean;
  /** Trials whose name contains this text, or one of several with `|` between; empty for all. */
  readonly only: string;
  /** In place of the count of the form; 0 for that one. */
  readonly count: number;
  /** Each trial ends after so many minutes, with what it has; 0 for no end. */
  readonly minutes: number;
  readonly seed: number;
  /** Names the trials and tries nothing. */
  readonly list: boolean;
}

const USAGE = 'npm run reliability -- [--long] [--only TEXT] [--count N] [--minutes N] [--seed N] [--list]';

function count(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new Error(`--${name} takes a whole number; got "${text}".\n${USAGE}`);
}

/** Reads the command line. @throws Error naming the option that has a bad value. */
export function readReliabilityOptions(args: readonly string[]): ReliabilityOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      long: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      count: { type: 'string', default: '0' },
      minutes: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      list: { type: 'boolean', default: false },
    },
  });
  const { long, only, list } = values;
  return {
    long,
    only,
    list,
    count: count('count', values.count),
    minutes: count('minutes', values.minutes),
    seed: count('seed', values.seed),
  };
}
