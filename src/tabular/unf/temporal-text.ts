/** Dates and times as UNF hashes them. Source: files.md 20.1 */
import { type Moment, TemporalPattern } from '../temporal-pattern.ts';

/** Gives the text of a cell under a variable's format; a cell that does not match it stays as it is. */
export function temporalNormaliser(format: string): (text: string) => string {
  const pattern = new TemporalPattern(format);
  const { has } = pattern;
  const parts = [
    has.has('d') ? 'yyyy-MM-dd' : has.has('M') ? 'yyyy-MM' : has.has('y') ? 'yyyy' : '',
    has.has('s') ? 'HH:mm:ss' : has.has('m') ? 'HH:mm' : has.has('H') ? 'HH' : '',
  ] as const;
  return (text) => {
    const moment = pattern.parse(text);
    const date = moment && exactDate(moment);
    if (date === undefined) return text;
    const iso = [dateText(date, parts[0].length), timeText(date).slice(0, parts[1].length)].filter((part) => part !== '').join('T');
    const zoned = has.has('z');
    return `${iso}${has.has('S') ? fractionText(date, zoned) : ''}${zoned ? 'Z' : ''}`;
  };
}

/** The moment with every field in its range, in UTC where a zone is known; undefined beyond what a calendar reaches. */
function exactDate({ fields, zone }: Moment): Date | undefined {
  const date = new Date(0);
  // Not Date.UTC, which takes a year below 100 for one of the twentieth century.
  date.setUTCFullYear(fields.y, fields.M - 1, fields.d);
  date.setUTCHours(fields.H, fields.m - (zone ?? 0), fields.s, fields.S);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function dateText(date: Date, length: number): string {
  if (length === 0) return '';
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${year}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`.slice(0, year.length + length - 4);
}

function timeText(date: Date): string {
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
}

function fractionText(date: Date, zoned: boolean): string {
  const digits = String(date.getUTCMilliseconds()).padStart(3, '0');
  if (zoned) return `.${digits}`;
  return digits === '000' ? '' : `.${digits.replace(/0+$/, '')}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
