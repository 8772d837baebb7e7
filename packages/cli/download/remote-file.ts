/** A file of a dataset somewhere, whatever software that runs. */
export interface RemoteFile {
  /** Folders and name in the dataset, as it says; not to be trusted. */
  readonly place: string;
  /** Address of the bytes as they were uploaded; undefined where the caller may not have them. */
  readonly url: string | undefined;
  /** Another address, where `url` is good for a while only; undefined where the caller may no longer have the bytes. @throws CliFailure */
  readonly renew?: () => Promise<string | undefined>;
  readonly sizeBytes: number | undefined;
  readonly checksum: { readonly type: string; readonly value: string };
}

/** A part of the files of a version. */
export interface RemotePage {
  readonly persistentId: string;
  readonly version: string;
  readonly files: readonly RemoteFile[];
}

/** Where the files of a dataset come from. */
export interface RemoteDataset {
  /** Sent with each request for bytes. */
  readonly headers: Readonly<Record<string, string>>;
  pages(): AsyncIterable<RemotePage>;
}
