/** A dataset with what names the folder of its files. */
export interface FiledDataset {
  readonly authority: string;
  readonly identifier: string;
  /** Set where the dataset has had another identifier. */
  readonly storageFolder: string | null;
}

/** The folder of a dataset in any store. */
export interface DatasetFolder {
  /** First level. */
  readonly authority: string;
  /** The levels below, with slashes between them. */
  readonly identifier: string;
}

/**
 * The folder of the files of a dataset. It bears the identifier that the dataset was made with, and keeps that name when the dataset gets
 * another one: bytes never move. Source: files.md 18.
 */
export function folderOf({ authority, identifier, storageFolder }: FiledDataset): DatasetFolder {
  if (storageFolder === null) return { authority, identifier };
  const slash = storageFolder.indexOf('/');
  return { authority: storageFolder.slice(0, slash), identifier: storageFolder.slice(slash + 1) };
}
