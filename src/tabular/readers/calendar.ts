/** Texts of dates and times as the tab text has them. Source: files.md 19.6 */
const DAY_MS = 86_400_000;
/** Days from 0000-01-01 to 1970-01-01, and from there to the end of 9999. */
const FIRST_DAY = -719_528;
const LAST_DAY = 2_932_896;

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

/** `yyyy-MM-dd` of a day counted from 1970-01-01; undefined outside the years 0 to 9999. */
export function dayText(day: number): string | undefined {
  if (!(day >= FIRST_DAY && day < LAST_DAY + 1)) return undefined;
  const date = new Date(Math.floor(day) * DAY_MS);
  return `${padded(date.getUTCFullYear(), 4)}-${padded(date.getUTCMonth() + 1, 2)}-${padded(date.getUTCDate(), 2)}`;
}

/** `HH:mm:ss`, with `.SSS` when `decimals`, of milliseconds since midnight; hours may be more than 23. */
export function clockText(milliseconds: number, decimals: boolean): string | undefined {
  if (!(milliseconds >= 0 && milliseconds < Number.MAX_SAFE_INTEGER)) return undefined;
  const whole = Math.floor(milliseconds);
  const seconds = Math.floor(whole / 1000);
  const text = `${padded(Math.floor(seconds / 3600), 2)}:${padded(Math.floor(seconds / 60) % 60, 2)}:${padded(seconds % 60, 2)}`;
  return decimals ? `${text}.${padded(whole % 1000, 3)}` : text;
}

/** `yyyy-MM-dd HH:mm:ss`, with `.SSS` when `decimals`, of milliseconds since 1970; undefined outside the years 0 to 9999. */
export function momentText(milliseconds: number, decimals: boolean): string | undefined {
  const whole = Math.floor(milliseconds);
  const day = Math.floor(whole / DAY_MS);
  const date = dayText(day);
  return date === undefined ? undefined : `${date} ${clockText(whole - day * DAY_MS, decimals) ?? ''}`;
}

/** The day, counted from 1970-01-01, on which a month begins. Months count from 0; any number of them carries into the year. */
export function dayOfMonth(year: number, month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 1);
  return date.getTime() / DAY_MS;
}
