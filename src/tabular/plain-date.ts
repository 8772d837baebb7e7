/** Dates as most files write them, known from their bytes: `2019-03-31`. */
const ZERO = 0x30;
const HYPHEN = 0x2d;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether a cell is a day of the calendar in ten characters, from the year 1 to 9999. Such a cell is a date of the pattern `yyyy-MM-dd`,
 * and is its own normal form. Others may be dates as well.
 */
export function isPlainDate(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 10 || bytes[start + 4] !== HYPHEN || bytes[start + 7] !== HYPHEN) return false;
  const year = digits(bytes, start, start + 4);
  const month = digits(bytes, start + 5, start + 7);
  const day = digits(bytes, start + 8, end);
  if (year < 1 || month < 1 || day < 1 || day > (DAYS[month - 1] ?? 0)) return false;
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}

/** The number of some digits; -1 where one is none. */
function digits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
