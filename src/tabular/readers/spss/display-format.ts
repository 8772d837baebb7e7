/** What a print format of SPSS says about the numbers: that they are dates, times or names of days. Source: files.md 19.6 */
import { clockText, momentText } from '../calendar.ts';

/** A print format: its type by number, and the digits after the point. Source: PSPP developers' guide, Variable Record */
export interface DisplayFormat {
  readonly type: number;
  readonly decimals: number;
}

/** How the numbers of a variable read when they mean a date or a time. */
export interface TemporalFormat {
  /** Undefined for durations in days and for names of days and months. */
  readonly category: 'date' | 'time' | undefined;
  readonly format: string | undefined;
  /** Undefined for a number that has no such text: a date outside the years 0 to 9999. */
  text(value: number): string | undefined;
}

/** 1582-10-14, from which SPSS counts seconds, in milliseconds before 1970. */
const EPOCH_MS = Date.UTC(1582, 9, 14);
const DAY_SECONDS = 86_400;

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Milliseconds of seconds, which do not hold most of them exactly. */
function inMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000);
}

function signed(value: number, text: (size: number) => string | undefined): string | undefined {
  const ofSize = text(Math.abs(value));
  return value < 0 && ofSize !== undefined ? `-${ofSize}` : ofSize;
}

function duration(seconds: number, decimals: boolean): string | undefined {
  return signed(seconds, (size) => clockText(inMilliseconds(size), decimals));
}

function durationInDays(seconds: number, decimals: boolean): string | undefined {
  return signed(seconds, (size) => {
    const days = Math.floor(size / DAY_SECONDS);
    const rest = clockText(inMilliseconds(size - days * DAY_SECONDS), decimals);
    return rest === undefined || days > Number.MAX_SAFE_INTEGER ? undefined : `${String(days).padStart(3, '0')} ${rest}`;
  });
}

/** The name at a place counted from 1; a number that has no name stays one. */
function named(names: readonly string[], value: number): string {
  return names[Math.floor(value) - 1] ?? String(value);
}

function moment(decimals: boolean): TemporalFormat {
  return {
    category: 'time',
    format: `yyyy-MM-dd HH:mm:ss${decimals ? '.SSS' : ''}`,
    text: (value) => momentText(inMilliseconds(value) + EPOCH_MS, decimals),
  };
}

function clock(decimals: boolean): TemporalFormat {
  return { category: 'time', format: `HH:mm:ss${decimals ? '.SSS' : ''}`, text: (value) => duration(value, decimals) };
}

const day: TemporalFormat = {
  category: 'date',
  format: 'yyyy-MM-dd',
  text: (value) => momentText(inMilliseconds(value) + EPOCH_MS, false)?.slice(0, 10),
};

/** Formats by number: DATE, TIME, DATETIME and ADATE from 20 on, JDATE, DTIME, WKDAY, MONTH, MOYR, QYR, WKYR; EDATE, SDATE, MTIME, YMDHMS from 38 on. */
const temporalFormats: Record<number, (decimals: boolean) => TemporalFormat> = {
  20: () => day,
  21: clock,
  22: moment,
  23: () => day,
  24: () => day,
  25: (decimals) => ({ category: undefined, format: undefined, text: (value) => durationInDays(value, decimals) }),
  26: () => ({ category: undefined, format: undefined, text: (value) => named(dayNames, value) }),
  27: () => ({ category: undefined, format: undefined, text: (value) => named(monthNames, value) }),
  28: () => day,
  29: () => day,
  30: () => day,
  38: () => day,
  39: () => day,
  40: clock,
  41: moment,
};

/** Undefined for formats of plain numbers. */
export function temporalFormat({ type, decimals }: DisplayFormat): TemporalFormat | undefined {
  return temporalFormats[type]?.(decimals > 0);
}

/** A print or write format as it is packed into four bytes: type, width, decimals from the second byte on. */
export function unpackFormat(packed: number): DisplayFormat {
  return { type: (packed >> 16) & 0xff, decimals: packed & 0xff };
}
