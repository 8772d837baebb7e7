/** What of an ordered list a page needs: the entries between two places, so many from one end. */
export interface PageWindow<Place> {
  /** The entries that come after this place; null from the beginning on. */
  readonly after: Place | null;
  /** The entries that come before this place; null up to the end. */
  readonly before: Place | null;
  /** At most so many; null for all. */
  readonly limit: number | null;
  /** The last ones instead of the first. They are given in the order of the list all the same. */
  readonly fromEnd: boolean;
}

/** What was read of a list, and how many entries it has over all pages, which is counted where it is asked for. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly count: () => Promise<number>;
}

/** The same window for a statement that reads a list that goes downwards in the upward direction of its key. */
export function upwards<Place>({ after, before, limit, fromEnd }: PageWindow<Place>): PageWindow<Place> {
  return { after: before, before: after, limit, fromEnd: !fromEnd };
}

/** The whole of a list. */
export const WHOLE: PageWindow<never> = { after: null, before: null, limit: null, fromEnd: false };
