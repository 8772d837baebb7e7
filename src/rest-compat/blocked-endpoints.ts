/** Endpoints that the operator has closed, by the beginning of their paths. Source: users-admin.md 4.2. */
import { DomainError } from '../errors/domain-error.ts';
import type { Credentials } from './credentials.ts';
import { belowApi } from './route-trie.ts';
import type { Route } from './route.ts';

/** What the installation says about closed endpoints. */
export interface ApiBlocking {
  /** Beginnings of paths below `/api`; the same list until it changes. Undefined or empty: nothing is closed. */
  readonly endpoints: () => readonly string[] | undefined;
  /** Whether a caller may use closed endpoints all the same. */
  readonly admits: (credentials: Credentials) => boolean;
}

/** Answers whether a path is closed. */
export interface BlockedEndpoints {
  /** For a route that was found, with the values of its parameters. */
  readonly holds: (route: Route, values: Readonly<Record<string, string>>) => boolean;
  /** For a path that no route has. */
  readonly holdsPath: (path: string) => boolean;
}

/** Segments in lower case, for the names in paths are not case-sensitive; undefined fits any segment. */
type Prefix = readonly (string | undefined)[];

const PARAMETER = /^\{[^}]*\}$/;

function prefixOf(pattern: string): Prefix {
  return pattern
    .toLowerCase()
    .split('/')
    .map((segment) => (PARAMETER.test(segment) ? undefined : segment));
}

function begins(prefix: Prefix, segments: readonly string[]): boolean {
  return prefix.length <= segments.length && prefix.every((wanted, at) => wanted === undefined || wanted === segments[at]);
}

/** Segments of a route's path below `/api`; undefined where a parameter stands. */
function templateOf(route: Route): Prefix {
  return prefixOf(belowApi(route.path).slice(1).replace(/\/$/, ''));
}

/** Whether every request to the route begins with the prefix, none does, or its parameters decide. */
function relation(prefix: Prefix, route: Route): 'always' | 'never' | 'depends' {
  const template = templateOf(route);
  // A parameter that takes the rest of the path may stand for any number of segments.
  if (prefix.length > template.length && route.restOfPath !== true) return 'never';
  let depends = prefix.length > template.length;
  for (const [at, wanted] of prefix.entries()) {
    const segment = template[at];
    if (wanted === undefined || at >= template.length) continue;
    if (segment === undefined) depends = true;
    else if (segment !== wanted) return 'never';
  }
  return depends ? 'depends' : 'always';
}

function segmentsOf(route: Route, values: Readonly<Record<string, string>>): string[] {
  const segments = belowApi(route.path)
    .slice(1)
    .split('/')
    .map((segment) => (PARAMETER.test(segment) ? (values[segment.slice(1, -1)] ?? '') : segment).toLowerCase());
  if (route.restOfPath === true) segments.push(...(segments.pop() ?? '').split('/'));
  return segments;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Makes the answer for one list of paths; what concerns a route without looking at its parameters is found out once. */
export function compileBlockedEndpoints(patterns: readonly string[]): BlockedEndpoints {
  const prefixes = patterns.map(prefixOf);
  const known = new Map<Route, boolean | 'depends'>();
  function relationTo(route: Route): boolean | 'depends' {
    const relations = new Set(prefixes.map((prefix) => relation(prefix, route)));
    return relations.has('always') || (relations.has('depends') && 'depends');
  }
  return {
    holds(route, values) {
      let holds = known.get(route);
      if (holds === undefined) known.set(route, (holds = relationTo(route)));
      if (holds !== 'depends') return holds;
      const segments = segmentsOf(route, values);
      return prefixes.some((prefix) => begins(prefix, segments));
    },
    holdsPath(path) {
      const segments = decoded(belowApi(path).slice(1)).toLowerCase().split('/');
      return prefixes.some((prefix) => begins(prefix, segments));
    },
  };
}

/** Follows what the installation says; costs one comparison where nothing is closed. */
export function followBlockedEndpoints(blocking: ApiBlocking | undefined): () => BlockedEndpoints | undefined {
  let patterns: readonly string[] | undefined;
  let compiled: BlockedEndpoints | undefined;
  return () => {
    const current = blocking?.endpoints();
    if (current !== patterns) {
      patterns = current;
      compiled = current === undefined || current.length === 0 ? undefined : compileBlockedEndpoints(current);
    }
    return compiled;
  };
}

/** The refusal of a closed endpoint. */
export function endpointBlocked(): DomainError {
  return new DomainError('ENDPOINT_BLOCKED', 'Endpoint blocked. The operator of this installation has closed it to this caller.');
}
