/** Which row of the table a request is for. */
import type { ErrorCode } from '../errors/catalog.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { HttpMethod, Route } from './route.ts';
import { hasEffect } from './row-effect.ts';
import { compileRouteTrie, type RouteTrie } from './route-trie.ts';

/** When the deprecated rows were declared so: 2026-11-21, in the form of RFC 9745. */
export const DEPRECATION_DATE = '@1795219200';

/** A row as the router holds it. */
export interface Entry {
  readonly route: Route;
  /** The path under which it is found: the row's own, one that it refuses, or what a dialect calls it. */
  readonly path: string;
  /** GET without an effect, so that HEAD is allowed too. */
  readonly answersHead: boolean;
  readonly fixedHeaders: readonly string[];
  /** The path is known only to be refused. */
  readonly refusal?: { readonly code: ErrorCode; readonly message: string };
}

function entriesOf(route: Route): Entry[] {
  const refused = (route.refuses ?? []).map(({ path, ...refusal }) => ({ ...entryOf(route, path), refusal }));
  return [entryOf(route, route.path), ...refused];
}

function entryOf(route: Route, path: string): Entry {
  return {
    route,
    path,
    answersHead: route.method === 'GET' && !hasEffect(route),
    fixedHeaders: route.deprecated ? ['Deprecation', DEPRECATION_DATE] : [],
  };
}

/** A row that fits a method and path, with its parameters decoded. */
export interface FoundRow {
  readonly entry: Entry;
  readonly path: Readonly<Record<string, string>>;
}

/** The table, to be searched. */
export interface RowFinder {
  /** Finds the row of a request; undefined where `find` has a refusal in its place, which costs more. */
  readonly match: (method: string, path: string) => FoundRow | undefined;
  /** Finds the row of a request, or the refusal in its place: NOT_FOUND, METHOD_NOT_ALLOWED, BAD_USER_INPUT. */
  readonly find: (method: string, path: string) => FoundRow | DomainError;
  /** Finds the row for the method that a preflight names. */
  readonly wanted: (method: string | undefined, path: string) => Route | undefined;
  /** Whether any method is served at a path. */
  readonly knows: (path: string) => boolean;
  /** Value of `Allow` for a path. @throws DomainError NOT_FOUND */
  readonly allow: (path: string) => string;
}

const methods: ReadonlyMap<string, HttpMethod> = new Map([
  ['GET', 'GET'],
  ['HEAD', 'GET'],
  ['POST', 'POST'],
  ['PUT', 'PUT'],
  ['DELETE', 'DELETE'],
]);

function noSuchPath(path: string): DomainError {
  return new DomainError('NOT_FOUND', `There is no endpoint at ${path}.`);
}

/** Compiles the table. @throws Error when two rows have the same method and path. */
export function createRowFinder(routes: readonly Route[]): RowFinder {
  return findIn(compileRouteTrie(routes.flatMap(entriesOf)));
}

/** Compiles the rows that have another path in a dialect, to be found by that one alone. */
export function createDialectFinder(routes: readonly Route[], pathOf: (path: string) => string): RowFinder {
  const renamed = routes.flatMap(entriesOf).flatMap((entry) => {
    const path = pathOf(entry.path);
    return path === entry.path ? [] : [{ ...entry, path }];
  });
  return findIn(compileRouteTrie(renamed));
}

function findIn(trie: RouteTrie<Entry>): RowFinder {
  /** Empty when the path does not exist. */
  function allowed(path: string): string {
    const found: string[] = trie.methodsOf(path, (entry) => entry.refusal === undefined);
    if (found.length === 0) return '';
    const read = trie.find('GET', path);
    if (typeof read === 'object' && read.entry.answersHead) found.push('HEAD');
    return [...found, 'OPTIONS'].join(', ');
  }

  function lookUp(sent: string, path: string): FoundRow | 'malformed' | undefined {
    const method = methods.get(sent);
    const found = method === undefined ? undefined : trie.find(method, path);
    return typeof found === 'object' && sent === 'HEAD' && !found.entry.answersHead ? undefined : found;
  }

  return {
    match(sent, path) {
      const found = lookUp(sent, path);
      return typeof found === 'object' ? found : undefined;
    },
    find(sent, path) {
      const found = lookUp(sent, path);
      if (found === 'malformed') {
        return new DomainError('BAD_USER_INPUT', 'The path contains a percent sign that starts no valid escape sequence.');
      }
      if (found !== undefined) return found;
      return allowed(path) === ''
        ? noSuchPath(path)
        : new DomainError('METHOD_NOT_ALLOWED', `The endpoint at ${path} does not support ${sent}.`);
    },
    wanted(sent, path) {
      const method = methods.get(sent ?? '');
      const found = method === undefined ? undefined : trie.find(method, path);
      return typeof found === 'object' ? found.entry.route : undefined;
    },
    knows: (path) => allowed(path) !== '',
    allow(path) {
      const found = allowed(path);
      if (found === '') throw noSuchPath(path);
      return found;
    },
  };
}
