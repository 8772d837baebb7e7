/** Entries of a page: the most that the server gives. */
export const PAGE_SIZE = 100;

export interface PageOptions {
  /** Entries that are asked for at once, 1 to 100; 100 where it is left out. */
  readonly pageSize?: number;
}
