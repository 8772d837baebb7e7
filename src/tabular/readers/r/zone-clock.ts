/** What a clock in a time zone shows at a moment. */
const QUARTER_MS = 15 * 60_000;
const MOST_KEPT = 4096;
/** Formats of dates know eras; before the year 1 the clock of UTC is taken. */
const YEAR_ONE_MS = -62_135_596_800_000;

/** Milliseconds that the clock of a zone is ahead of UTC, for moments in milliseconds since 1970. A zone that is not known is taken as UTC. */
export function zoneClock(zone: string): (moment: number) => number {
  if (zone === '' || zone === 'UTC' || zone === 'GMT') return () => 0;
  const format = formatOf(zone);
  if (format === undefined) return () => 0;
  const kept = new Map<number, number>();
  return (moment) => {
    if (!(moment >= YEAR_ONE_MS && moment < 8.64e15)) return 0;
    // No zone changes its offset within a quarter of an hour.
    const quarter = Math.floor(moment / QUARTER_MS);
    let offset = kept.get(quarter);
    if (offset === undefined) {
      if (kept.size >= MOST_KEPT) kept.clear();
      offset = offsetAt(format, quarter * QUARTER_MS);
      kept.set(quarter, offset);
    }
    return offset;
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    const digits = 'numeric';
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: digits,
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
      second: digits,
    });
  } catch {
    return undefined;
  }
}

function offsetAt(format: Intl.DateTimeFormat, moment: number): number {
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const clock = new Date(0);
  clock.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  clock.setUTCHours(part('hour'), part('minute'), part('second'));
  return clock.getTime() - Math.floor(moment / 1000) * 1000;
}
