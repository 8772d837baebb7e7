import type { IncomingHttpHeaders } from 'node:http';
import type { CorsRequests } from '../cors.ts';
import type { Route } from '../route.ts';
import { createDialectFinder, type RowFinder } from '../row-finder.ts';
import { type Dialect, pathInDialect } from './dialect.ts';
import { type RowTranslation, translateRow } from './row-translation.ts';

/** A dialect as the router uses it. */
export interface SpokenDialect {
  /** The rows that have another path in it, by that path. */
  readonly rows: RowFinder;
  /**
   * Takes headers of the dialect for ours, where the request has none of ours, and says whether the client speaks the dialect on any path.
   * Clients of ours, who send our header, never do.
   */
  readonly adoptHeaders: (headers: IncomingHttpHeaders) => boolean;
  /** What pages may send, with the headers of the dialect. */
  readonly allowedIn: (requests: CorsRequests) => CorsRequests;
  readonly translationOf: (route: Route) => RowTranslation;
}

/** @param always Whether paths that both have are answered in the dialect as well when no header of it is sent. */
export function speakDialect(dialect: Dialect, routes: readonly Route[], always: boolean): SpokenDialect {
  const headers = Object.entries(dialect.headers);
  const translations = new Map<Route, RowTranslation>();
  return {
    rows: createDialectFinder(routes, (path) => pathInDialect(path, dialect)),
    adoptHeaders(sent) {
      let isSpoken = always && sent['x-service-key'] === undefined;
      for (const [ours, theirs] of headers) {
        if (sent[theirs] === undefined || sent[ours] !== undefined) continue;
        sent[ours] = sent[theirs];
        isSpoken = true;
      }
      return isSpoken;
    },
    allowedIn: (requests) => ({ ...requests, headers: `${requests.headers}, ${dialect.tokenHeader}` }),
    translationOf(route) {
      // What a row is called is found out at its first request: most are never called in a dialect.
      let translation = translations.get(route);
      if (translation === undefined) translations.set(route, (translation = translateRow(route, dialect)));
      return translation;
    },
  };
}
