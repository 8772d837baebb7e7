import type { IncomingHttpHeaders } from 'node:http';

/** What conditions are compared with: the current state of the thing asked for. */
export interface Validators {
  /** Entity tag with its quotes, `W/` before them for a weak one; `null` when there is none. */
  readonly etag: string | null;
  /** Null if there is no modification time; then conditions on it are ignored, and grant no range. */
  readonly lastModified: Date | null;
}

/** The outcome of a request's conditions: go on, nothing new, or not the state that the caller expects. Source: RFC 9110, 13.2.2. */
export function evaluatePreconditions(headers: IncomingHttpHeaders, current: Validators): 'proceed' | 'not-modified' | 'failed' {
  const changed = seconds(current.lastModified);
  const ifMatch = headers['if-match'];
  const unmodifiedSince = httpSeconds(headers['if-unmodified-since']);
  if (ifMatch !== undefined) {
    if (!listHas(ifMatch, current.etag, 'strong')) return 'failed';
  } else if (unmodifiedSince !== undefined && changed !== undefined && changed > unmodifiedSince) {
    return 'failed';
  }

  const ifNoneMatch = headers['if-none-match'];
  const modifiedSince = httpSeconds(headers['if-modified-since']);
  if (ifNoneMatch !== undefined) {
    return listHas(ifNoneMatch, current.etag, 'weak') ? 'not-modified' : 'proceed';
  }
  return modifiedSince !== undefined && changed !== undefined && changed <= modifiedSince ? 'not-modified' : 'proceed';
}

/** Whether a `Range` may be honoured: there is no `If-Range`, or it names the current state exactly. Source: RFC 9110, 13.1.5. */
export function rangeStillApplies(ifRange: string | undefined, current: Validators): boolean {
  if (ifRange === undefined) return true;
  const value = ifRange.trim();
  if (value.startsWith('"') || value.startsWith('W/')) return value === current.etag;
  const time = httpSeconds(value);
  return time !== undefined && time === seconds(current.lastModified);
}

/** Strong entity tags of an `If-Match`, without quotes; undefined where any state will do. Source: RFC 9110, 13.1.1. */
export function expectedTags(ifMatch: string | undefined): readonly string[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return [...ifMatch.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag = '']) => (weak === undefined ? [tag] : []));
}

/** A tag without its mark of weakness. */
function opaque(tag: string | null): string | undefined {
  return tag?.replace(/^W\//, '');
}

function listHas(header: string, etag: string | null, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true;
  for (const [tag] of header.matchAll(/(?:W\/)?"[^"]*"/g)) {
    if (comparison === 'weak' ? opaque(tag) === opaque(etag) : tag === etag && !tag.startsWith('W/')) return true;
  }
  return false;
}

function httpSeconds(value: string | undefined): number | undefined {
  const time = value === undefined ? Number.NaN : Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}

function seconds(date: Date | null): number | undefined {
  return date === null ? undefined : Math.floor(date.getTime() / 1000);
}
