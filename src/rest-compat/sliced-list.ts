/** Lists whose parts are asked for by how many entries come before them. */
import type { ListPart } from './open-list.ts';

/** Where a part begins. */
export interface SlicePlace {
  readonly offset: number;
  /** Entries that are still wanted. */
  readonly left: number;
}

/** Where the first part begins that a request asks for. */
export function firstSlice({
  offset = 0,
  limit = Infinity,
}: {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}): SlicePlace {
  return { offset, left: limit };
}

/** The variables that ask for a part. */
export function sliceVariables({ offset, left }: SlicePlace, atOnce: number): { readonly offset: number; readonly limit: number } {
  return { offset, limit: Math.min(left, atOnce) };
}

/** The part that begins at a place; a full one is followed by another while more is wanted. */
export function slicePart<Entry>(entries: readonly Entry[], { offset, left }: SlicePlace, atOnce: number): ListPart<SlicePlace, Entry> {
  const more = left - entries.length;
  return { entries, next: entries.length === atOnce && more > 0 ? { offset: offset + entries.length, left: more } : null };
}
