/** Dates of the protocol: days, or seconds in UTC. Source: OAI-PMH 2.0, 3.3. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SECOND = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A date of a request. */
export interface AskedDate {
  readonly granularity: 'day' | 'second';
  /** Its first moment. */
  readonly from: Date;
  /** The first moment after it. */
  readonly before: Date;
}

/** Reads a date of a request; undefined when it is none. */
export function readDate(text: string): AskedDate | undefined {
  const granularity = DAY.test(text) ? 'day' : SECOND.test(text) ? 'second' : undefined;
  if (granularity === undefined) return undefined;
  const from = new Date(text);
  // 30 February would be a day of March.
  if (Number.isNaN(from.getTime()) || !from.toISOString().startsWith(text.replace(/Z$/, ''))) return undefined;
  const length = granularity === 'day' ? 24 * 60 * 60 * 1000 : 1000;
  return { granularity, from, before: new Date(Math.min(from.getTime() + length, LAST_MOMENT)) };
}

/** Moments as GraphQL writes them. */
const IN_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** A moment as the protocol writes it, to the second. Most are texts in UTC already: a date for each took a twentieth of a page. */
export function datestamp(moment: Date | string): string {
  const text = typeof moment === 'string' && IN_UTC.test(moment) ? moment : new Date(moment).toISOString();
  return `${text.slice(0, 19)}Z`;
}
