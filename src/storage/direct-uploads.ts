import type { Readable } from 'node:stream';
import type { FileLocation } from './file-location.ts';

/** A part as its receipt names it. */
export interface UploadPart {
  /** 1 to 10,000. */
  readonly partNumber: number;
  /** Without quotes. */
  readonly etag: string;
}

/** A part that has arrived whole. */
export interface ArrivedPart extends UploadPart {
  readonly sizeBytes: number;
}

/** An upload in parts that has begun and is neither complete nor aborted. */
export interface UploadInParts {
  readonly location: FileLocation;
  /** Chosen by the store; opaque. */
  readonly uploadId: string;
}

/** Bytes of one part as they come in. */
export interface IncomingPart {
  readonly partNumber: number;
  /** What must come, no more and no less; `null` when the sender does not say. */
  readonly sizeBytes: number | null;
  /** The largest size that passes. */
  readonly maximumBytes: number;
  /** MD5 that the sender claims, in hexadecimal; `null` without a claim. */
  readonly md5: string | null;
}

/**
 * Uploads that go past the server's multipart form: the bytes come in parts, in any order and again after a failure, straight to the place
 * where they will lie. They are invisible until `complete`; a record that names the location makes them a file. Who may do so, and that the
 * size and checksum are as claimed, is the caller's business.
 */
export interface DirectUploads {
  /** Smallest size of a part but the last, and the size that clients are told to cut to, in bytes. */
  readonly minimumPartBytes: number;
  readonly partBytes: number;

  /**
   * Whether the store has addresses of its own that take bytes. Where it has none, the caller gives out addresses of this
   * server and hands what arrives there to `receivePart`, or for an upload in one piece to `FileStorage.stage` and `keep`.
   */
  readonly hasOwnAddresses: boolean;

  /** Address of the store that takes the whole file by PUT. @throws Error when it has none. */
  signFile(location: FileLocation, expiresInSeconds: number): Promise<string>;

  /** Address of the store that takes one part by PUT and answers with its `ETag`. @throws Error when it has none. */
  signPart(upload: UploadInParts, partNumber: number, expiresInSeconds: number): Promise<string>;

  /** @throws DomainError STORAGE_UNAVAILABLE | INSUFFICIENT_STORAGE */
  begin(location: FileLocation): Promise<UploadInParts>;

  /**
   * Takes a part, replacing an earlier one of its number; when it resolves the part is durable.
   * @throws DomainError UPLOAD_NOT_FOUND when there is no such upload.
   * @throws DomainError UPLOAD_INCOMPLETE when bytes are missing or the source fails.
   * @throws DomainError FILE_TOO_LARGE when more come than may.
   * @throws DomainError BAD_USER_INPUT when the MD5 differs from the claim.
   */
  receivePart(upload: UploadInParts, part: IncomingPart, source: Readable): Promise<ArrivedPart>;

  /** What has arrived, by part number: an upload goes on from here. @throws DomainError UPLOAD_NOT_FOUND */
  listParts(upload: UploadInParts): Promise<ArrivedPart[]>;

  /**
   * Makes the parts one file at the location. When it resolves the file is durable; the parts are gone.
   * @returns Its size in bytes.
   * @throws DomainError UPLOAD_NOT_FOUND when there is no such upload.
   * @throws DomainError BAD_USER_INPUT when a part is missing, out of order, too small or not what its ETag says.
   * @throws Error when the place is taken already.
   */
  complete(upload: UploadInParts, parts: readonly UploadPart[]): Promise<number>;

  /** Drops the parts; does nothing when there is no such upload. */
  abort(upload: UploadInParts): Promise<void>;

  /** Drops uploads without a new part for `olderThanMs`, and returns how many. */
  sweep(olderThanMs: number): Promise<number>;
}
