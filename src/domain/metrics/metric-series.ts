/** Sums over what was added day by day, or month by month. Pure. Source: users-admin.md 15.3. */

/** How much was added on a day, `yyyy-mm-dd`, or in a month, `yyyy-mm`; in the order of time. */
export type Additions = readonly (readonly [time: string, count: number])[];

/** A total at the end of a month. */
export interface MonthTotal {
  /** `yyyy-mm`. */
  readonly date: string;
  readonly count: number;
}

/** What was added up to the end of a month; all without one. */
export function totalUntil(additions: Additions, month: string | null): number {
  return additions.reduce((sum, [time, count]) => (month === null || time.slice(0, 7) <= month ? sum + count : sum), 0);
}

/** What was added after a day. */
export function addedAfter(additions: Additions, day: string): number {
  return additions.reduce((sum, [time, count]) => (time > day ? sum + count : sum), 0);
}

/** The total at the end of each month in which something was added. */
export function monthTotals(additions: Additions): readonly MonthTotal[] {
  const totals = new Map<string, number>();
  let total = 0;
  for (const [time, count] of additions) totals.set(time.slice(0, 7), (total += count));
  return [...totals].map(([date, count]) => ({ date, count }));
}
