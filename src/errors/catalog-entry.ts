/** What the catalogue says of a code: its status over REST, and when it arises. */
export interface CatalogEntry {
  readonly status: number;
  readonly when: string;
}
