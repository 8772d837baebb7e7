import type { StagedFile } from '../../storage/file-storage.ts';

/** Bytes that lie in the folder of their dataset already, where no record names them yet. */
export interface PlacedBytes extends Omit<StagedFile, 'handle'> {
  /** Name of the store. */
  readonly storageDriver: string;
  readonly storageId: string;
}

/** Bytes that are to become a file of a dataset: staged ones are moved to its folder, placed ones are there. */
export type NewBytes = (StagedFile | PlacedBytes) & {
  /** Where the type is known already, so that `head` may be empty. */
  readonly detectedContentType?: string;
};
