const YEAR = /^\d{1,4}$/;
const CALENDAR = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/;
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,3})?Z?| (\d{2}):(\d{2}):(\d{2}))$/;
const ANNO_DOMINI = /^(\d{1,4}) ?AD$/;
const BEFORE_CHRIST = /^\d+ ?BC/;
const UNCERTAIN = /^\[(\d{1,4}) ?(?:AD|BC)?\?\]$/;

/**
 * Whether `text` has one of the accepted forms of a date: year, month or day, year with AD or BC, `[1999?]`, or a
 * timestamp without offset or with `Z`. Missing leading zeros are refused. Source: blocks.md 5, Dates.
 */
export function isDate(text: string): boolean {
  if (YEAR.test(text)) return isYear(text);
  if (BEFORE_CHRIST.test(text)) return true;
  const year = ANNO_DOMINI.exec(text)?.[1] ?? UNCERTAIN.exec(text)?.[1];
  if (year !== undefined) return isYear(year);
  const timestamp = TIMESTAMP.exec(text);
  if (timestamp === null) return isCalendarDate(text);
  const [, day = '', hourT, minuteT, secondT, hour = hourT, minute = minuteT, second = secondT] = timestamp;
  return isCalendarDate(day) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

function isYear(digits: string): boolean {
  return Number(digits) > 0;
}

/** `YYYY-MM`, or `YYYY-MM-DD` where the day exists. */
function isCalendarDate(text: string): boolean {
  const match = CALENDAR.exec(text);
  if (match === null) return false;
  const [, year = '', monthText, dayText] = match;
  const month = Number(monthText);
  if (!isYear(year) || month < 1 || month > 12) return false;
  if (dayText === undefined) return true;
  const day = Number(dayText);
  return day >= 1 && day <= daysIn(Number(year), month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
