/** What a display format of Stata says about the values: that they are dates or times, and of which kind. Source: files.md 19.6 */
import { dayOfMonth, dayText, momentText } from '../calendar.ts';

/** 1960-01-01, from which Stata counts, in days and milliseconds before 1970. */
const EPOCH_DAY = -3653;
const EPOCH_MS = EPOCH_DAY * 86_400_000;

export interface DateFormat {
  readonly category: 'date' | 'time';
  readonly format: string;
  /** Undefined for a number outside the years 0 to 9999. */
  text(value: number): string | undefined;
}

/** Ends of the months with a leap second, in milliseconds since 1970 without leap seconds. Source: IERS, Bulletin C. */
const leapSeconds = [
  '1972-07-01',
  '1973-01-01',
  '1974-01-01',
  '1975-01-01',
  '1976-01-01',
  '1977-01-01',
  '1978-01-01',
  '1979-01-01',
  '1980-01-01',
  '1981-07-01',
  '1982-07-01',
  '1983-07-01',
  '1985-07-01',
  '1988-01-01',
  '1990-01-01',
  '1991-01-01',
  '1992-07-01',
  '1993-07-01',
  '1994-07-01',
  '1996-01-01',
  '1997-07-01',
  '1999-01-01',
  '2006-01-01',
  '2009-01-01',
  '2012-07-01',
  '2015-07-01',
  '2017-01-01',
].map((day) => Date.parse(`${day}T00:00:00Z`));

/** Milliseconds of a clock that counts leap seconds, without them. A leap second itself reads as the second before it. */
function withoutLeapSeconds(milliseconds: number): number {
  let passed = 0;
  for (const end of leapSeconds) {
    if (milliseconds - passed * 1000 < end) break;
    passed += 1;
  }
  return milliseconds - passed * 1000;
}

function period(months: number): (value: number) => string | undefined {
  return (value) => dayText(dayOfMonth(1960, Math.floor(value) * months));
}

const dates: Record<string, (value: number) => string | undefined> = {
  d: (value) => dayText(value + EPOCH_DAY),
  // Weeks of Stata begin on 1 January, 52 a year.
  w: (value) => dayText(dayOfMonth(1960 + Math.floor(value / 52), 0) + 7 * (Math.floor(value) - 52 * Math.floor(value / 52))),
  m: period(1),
  q: period(3),
  h: period(6),
};

function yearText(value: number): string | undefined {
  return value >= 0 && value < 10_000 ? String(Math.floor(value)).padStart(4, '0') : undefined;
}

/** The kind of date that a display format shows: `%td`, `%-d`, `%tcCCYY`; undefined for numbers, business calendars among them. */
export function dateFormat(display: string): DateFormat | undefined {
  const kind = /^%-?(?:t(.)|d)/.exec(display);
  if (kind === null) return undefined;
  const letter = kind[1] ?? 'd';
  if (letter === 'y') return { category: 'date', format: 'yyyy', text: yearText };
  if (letter === 'c' || letter === 'C') {
    const plain = letter === 'c' ? (value: number): number => value : withoutLeapSeconds;
    return { category: 'time', format: 'yyyy-MM-dd HH:mm:ss.SSS', text: (value) => momentText(plain(value + EPOCH_MS), true) };
  }
  const text = dates[letter];
  return text === undefined ? undefined : { category: 'date', format: 'yyyy-MM-dd', text };
}

/** Digits after the point that a numeric display format shows. */
export function displayedDecimals(display: string): number | undefined {
  const digits = /^%-?0?\d*[.,](\d{1,2})[fgeEG]/.exec(display)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
