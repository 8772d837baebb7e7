import type { Readable } from 'node:stream';
import type { ChecksumAlgorithm } from '../vocabulary.ts';

/** Where a kept file lies: the parts of its dataset's persistent identifier, and its own storage id. Source: files.md 18. */
export interface FileLocation {
  readonly authority: string;
  /** May hold slashes; each one is a folder level. */
  readonly identifier: string;
  readonly storageId: string;
}

/** Bytes from `start` to `end`, both counted from 0 and both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** How a stored file is proven unchanged. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Lower-case hexadecimal. */
  readonly value: string;
}

/** Bytes that have arrived completely and are on disk, but belong to no dataset yet. */
export interface StagedFile {
  /** Names the bytes within the staging area; cannot be guessed. */
  readonly handle: string;
  readonly sizeBytes: number;
  readonly checksum: Checksum;
  readonly fileName: string;
  /** What the client claimed, `null` when it claimed nothing. */
  readonly suppliedContentType: string | null;
  /** The first bytes, up to 64 KB: enough to detect the type. */
  readonly head: Buffer;
}

export interface StageOptions {
  readonly fileName: string;
  readonly suppliedContentType: string | null;
  readonly checksumAlgorithm: ChecksumAlgorithm;
  /** The largest size that passes; `null` for no limit. */
  readonly maximumBytes: number | null;
  readonly signal?: AbortSignal;
}

/**
 * The one door to file bytes. A file is staged first, kept once its record is about to be committed, and
 * from then on never changes: it is read as a whole or in ranges, or removed.
 */
export interface FileStorage {
  /** Scheme of the storage identifiers, for example `local`. */
  readonly driver: string;

  /** A fresh storage id: milliseconds since 1970 and 12 random digits, both hexadecimal. Source: files.md 18. */
  newStorageId(): string;

  /** The identifier as records show it, for example `local://19a2b3c4d5e-0f1e2d3c4b5a`. */
  storageIdentifier(storageId: string): string;

  /**
   * Reads the source to its end, once, into the staging area. When it resolves the bytes are durable; when it
   * rejects they are gone, and so is the source.
   * @throws DomainError UPLOAD_INCOMPLETE when the source fails, is aborted or ends early.
   * @throws DomainError FILE_TOO_LARGE when there are more than `maximumBytes`.
   * @throws DomainError INSUFFICIENT_STORAGE when the storage is full.
   */
  stage(source: Readable, options: StageOptions): Promise<StagedFile>;

  /**
   * Moves staged bytes to their place, in one step that survives a crash, before it resolves.
   * @throws Error when the place is taken already.
   * @throws DomainError FILE_BYTES_MISSING when the staged bytes were discarded or swept.
   */
  keep(staged: StagedFile, location: FileLocation): Promise<void>;

  /** Forgets staged bytes; does nothing when they are kept or gone already. */
  discard(staged: StagedFile): Promise<void>;

  /**
   * Opens a kept file for one reading. The stream fails when fewer bytes come than were asked for.
   * @throws DomainError FILE_BYTES_MISSING when there is no such file, or it is shorter than the range.
   */
  open(location: FileLocation, range?: ByteRange): Promise<Readable>;

  /** Size in bytes, `undefined` when there is no such file. */
  sizeOf(location: FileLocation): Promise<number | undefined>;

  /** Deletes a kept file; does nothing when there is none. */
  remove(location: FileLocation): Promise<void>;

  /** Deletes staged bytes that nobody has written to for `olderThanMs`, and returns how many files that were. */
  sweepStaging(olderThanMs: number): Promise<number>;
}
