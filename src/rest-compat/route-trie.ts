import findMyWay from 'find-my-way';
import type { HttpMethod, Route } from './route.ts';

/** A route that fits a method and path, with its parameters decoded. */
export interface RouteMatch<Entry> {
  readonly entry: Entry;
  readonly path: Readonly<Record<string, string>>;
}

/** The routes of the table as one trie. */
export interface RouteTrie<Entry> {
  /** @returns `malformed` when the path holds an escape sequence that is no UTF-8. */
  readonly find: (method: HttpMethod, path: string) => RouteMatch<Entry> | 'malformed' | undefined;
  /** Methods with which this path exists, in a fixed order; of the entries that count. */
  readonly methodsOf: (path: string, counts: (entry: Entry) => boolean) => HttpMethod[];
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const satisfies readonly HttpMethod[];

/** Node refuses longer request heads, so no parameter can exceed this. */
const LONGEST_PARAMETER = 16_384;

const encodedColon = /%3a/gi;

/** Names of the parameters of a contract path, in order. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].flatMap((found) => found[1] ?? []);
}

/** Writes a contract path as the trie reads it: literal colons doubled, parameters with a colon, the rest of the path as `*`. */
function triePath(path: string, { restOfPath }: Route): string {
  const pattern = path.replaceAll(':', '::').replace(/\{([^}]+)\}/g, ':$1');
  return restOfPath ? pattern.replace(/:[^/:]+\/?$/, '*') : pattern;
}

/** The part below `/api` or `/api/v1`, with its leading slash; empty for any other path. */
export function belowApi(path: string): string {
  if (path.startsWith('/api/v1/')) return path.slice('/api/v1'.length);
  return path.startsWith('/api/') ? path.slice('/api'.length) : '';
}

function isMalformed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}

/**
 * Compiles the table. Literal segments win over parameters whatever the order, `%3A` counts as a colon, a trailing slash is
 * ignored, literals are case-sensitive, and `/api/v1` is the same as `/api`.
 * @throws Error when two rows have the same method and path.
 */
export function compileRouteTrie<Entry extends { readonly route: Route; readonly path: string }>(
  entries: readonly Entry[],
): RouteTrie<Entry> {
  const trie = findMyWay({ ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: LONGEST_PARAMETER });
  const unused = () => undefined;
  for (const entry of entries) {
    const names = parameterNames(entry.path);
    const pattern = triePath(entry.path, entry.route).slice('/api'.length);
    trie.on(entry.route.method, pattern, unused, { entry, restName: entry.route.restOfPath ? names.at(-1) : undefined });
  }
  trie.compile();

  function find(method: HttpMethod, path: string): RouteMatch<Entry> | 'malformed' | undefined {
    let local = belowApi(path);
    if (local === '') return undefined;
    if (local.includes('%')) {
      if (isMalformed(local)) return 'malformed';
      local = local.replace(encodedColon, ':');
    }
    const found = trie.find(method, local);
    if (found === null) return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- find-my-way does not type what is stored with a route
    const store: { readonly entry: Entry; readonly restName: string | undefined } = found.store;
    const parameters: Record<string, string> = {};
    for (const name in found.params) {
      let value = found.params[name] ?? '';
      if (name === '*' && value.endsWith('/')) value = value.slice(0, -1);
      // `//` names nothing, and no stored text can hold a NUL.
      if (value === '' || value.includes('\0')) return undefined;
      parameters[name === '*' && store.restName !== undefined ? store.restName : name] = value;
    }
    return { entry: store.entry, path: parameters };
  }

  return {
    find,
    methodsOf: (path, counts) =>
      METHODS.filter((method) => {
        const found = find(method, path);
        return typeof found === 'object' && counts(found.entry);
      }),
  };
}
