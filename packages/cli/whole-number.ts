import { InvalidArgumentError } from 'commander';

/** Reads a whole number of an option. */
export function wholeNumber(least: number, most: number): (typed: string) => number {
  return (typed) => {
    const value = /^[0-9]+$/.test(typed) ? Number(typed) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  };
}
