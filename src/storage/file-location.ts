/** Where a kept file lies: its store, the folder of its dataset in two parts, its own storage id. Source: files.md 18. */
export interface FileLocation {
  /** Name of the store, `local` for example; recorded with every file. */
  readonly driver: string;
  /** First level of the folder: the authority of the identifier that the dataset was made with. */
  readonly authority: string;
  /** The rest of the folder, the rest of that identifier. May hold slashes; each one is a folder level. */
  readonly identifier: string;
  /** What belongs to a file has the file's own storage id, a dot and a tag: `19a2b3c4d5e-0f1e2d3c4b5a.thumb64`. */
  readonly storageId: string;
}
