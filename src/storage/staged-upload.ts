import type { StagedFile } from './file-storage.ts';

/**
 * A staged file as the value of a GraphQL variable. An instance of this class can only come from this process, never
 * from the JSON of a client, so it is proof that the bytes were staged here.
 */
export class StagedUpload {
  readonly file: StagedFile;

  constructor(file: StagedFile) {
    this.file = file;
  }
}
