import type { GraphQLError } from 'graphql';
import { writeJson } from '../../raw-json.ts';
import { ADDED, type WalkedQuery } from './walked-query.ts';

/** The lines of a page. */
export interface PageLines {
  readonly lines: readonly string[];
  readonly failedCount: number;
  readonly truncatedCount: number;
}

const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Takes out of a node what was added to its connections; whether one of them goes on. */
function takeMore(value: unknown): boolean {
  let goesOn = false;
  if (Array.isArray(value)) {
    for (const entry of value) if (takeMore(entry)) goesOn = true;
    return goesOn;
  }
  if (!isPlain(value)) return false;
  const more = value[ADDED.more];
  if (more !== undefined) {
    delete value[ADDED.more];
    if (isPlain(more) && more['hasNextPage'] === true) goesOn = true;
  }
  for (const entry of Object.values(value)) if (takeMore(entry)) goesOn = true;
  return goesOn;
}

function lineOf(node: unknown): string {
  const text = writeJson(node);
  // What the database has as text may be written over several lines.
  return text.includes('\n') ? JSON.stringify(JSON.parse(text)) : text;
}

/** An error as a line tells it. */
interface ToldError {
  readonly message: string;
  /** From the node on. */
  readonly path: readonly (string | number)[];
  readonly code: unknown;
}

/** The errors of each node, by its place in the list; those of none are told apart. */
export function errorsByNode(
  { path, listKey, nodeKey }: WalkedQuery,
  errors: readonly GraphQLError[],
): { readonly ofNodes: ReadonlyMap<number, readonly ToldError[]>; readonly others: readonly GraphQLError[] } {
  const beginning = [...path, listKey];
  const ofNodes = new Map<number, ToldError[]>();
  const others: GraphQLError[] = [];
  for (const error of errors) {
    const at = error.path?.[beginning.length];
    const isInside = beginning.every((key, index) => error.path?.[index] === key) && typeof at === 'number';
    if (!isInside) {
      others.push(error);
      continue;
    }
    const inner = error.path?.slice(beginning.length + (nodeKey === undefined ? 1 : 2)) ?? [];
    ofNodes.set(at, [...(ofNodes.get(at) ?? []), { message: error.message, path: inner, code: error.extensions['code'] }]);
  }
  return { ofNodes, others };
}

/** Writes the nodes of a page, each with the errors that are inside of it. */
export function pageLines(walk: WalkedQuery, entries: readonly unknown[], errors: ReadonlyMap<number, readonly ToldError[]>): PageLines {
  let truncatedCount = 0;
  const lines = entries.map((entry, index) => {
    const node = walk.nodeKey === undefined || !isPlain(entry) ? entry : entry[walk.nodeKey];
    if (walk.hasNested && takeMore(node)) truncatedCount += 1;
    const told = errors.get(index);
    if (told === undefined) return lineOf(node);
    return lineOf({ ...(isPlain(node) ? node : {}), __errors: told });
  });
  return { lines, failedCount: errors.size, truncatedCount };
}
