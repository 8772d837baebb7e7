/** A file that `npm run generate` writes. */
export interface GeneratedFile {
  /** Relative to the repository root. */
  readonly path: string;
  readonly content: string;
}
