import { parseArgs } from 'node:util';

/** What a run sends, and for how long. */
export interface CampaignOptions {
  /** Doubles every size in place of going up in a few strides, and sends what the short form leaves out. */
  readonly long: boolean;
  /** Sends the cases in an order drawn from the seed, and begins again with the next, until these minutes are over; 0 for one round. */
  readonly minutes: number;
  /** What is drawn by chance is drawn from this number: the same seed sends the same requests. */
  readonly seed: number;
  /** Cases whose name contains this text, or one of several with `|` between; empty for all. */
  readonly only: string;
  /** Names the cases and sends nothing. */
  readonly list: boolean;
}

const USAGE = 'npm run campaign -- [--long] [--minutes N] [--seed N] [--only TEXT] [--list]';

function count(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new Error(`--${name} takes a whole number; got "${text}".\n${USAGE}`);
}

/** Reads the command line. @throws Error naming the option that has a bad value. */
export function readOptions(args: readonly string[]): CampaignOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      long: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      list: { type: 'boolean', default: false },
    },
  });
  const minutes = count('minutes', values.minutes);
  return { long: values.long || minutes > 0, minutes, seed: count('seed', values.seed), only: values.only, list: values.list };
}

/** Whether a case is among those that were asked for. */
export function isChosen(name: string, only: string): boolean {
  return only.split('|').some((text) => name.includes(text));
}
