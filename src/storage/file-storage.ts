import type { Readable } from 'node:stream';
import type { ChecksumAlgorithm } from '../vocabulary/files.ts';
import type { DirectUploads } from './direct-uploads.ts';
import type { FileLocation } from './file-location.ts';

export type { FileLocation } from './file-location.ts';

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
  /** CRC-32, unsigned, where it was computed on the way: archives that are made later need it. */
  readonly crc32?: number;
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

/** What a store is, as the configuration has it. */
export interface StoreFacts {
  /** Its name in locations and identifiers: lower-case letters and digits. */
  readonly driver: string;
  /** `file`: a folder of the server. */
  readonly type: 'file' | 's3';
  /** Its name for people; no two stores share one. */
  readonly label: string;
  /** Whether clients may send bytes in parts to signed addresses, and fetch them from the store itself. */
  readonly directUpload: boolean;
  readonly directDownload: boolean;
}

/** Room of the file system that a store of this machine is in. */
export interface StoreSpace {
  readonly totalBytes: number;
  /** What this process may still write. */
  readonly availableBytes: number;
}

/** A stored object that a listing found. */
export interface StoredObject {
  readonly location: FileLocation;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** Bytes of an upload that wait in the staging area. */
export interface StagedBytes {
  readonly handle: string;
  readonly sizeBytes: number;
  /** When they were written to last. */
  readonly modifiedAt: Date;
}

/** What a listing is narrowed to: a dataset's folder, and there the names that begin like this. */
export interface ListingScope {
  readonly authority: string;
  readonly identifier: string;
  readonly startingWith?: string;
}

/** What the store is to say of a download that it answers itself: values of the headers of these names. */
export interface DirectDownload {
  readonly contentDisposition: string;
  readonly contentType: string;
  readonly expiresInSeconds: number;
}

/** One place for kept bytes. A kept file never changes: it is read as a whole or in ranges, or removed. */
export interface FileStore {
  readonly facts: StoreFacts;

  /** The identifier as records show it: `local://19a2b3c4d5e-0f1e2d3c4b5a`, `s3://bucket:19a2b3c4d5e-0f1e2d3c4b5a`. */
  storageIdentifier(storageId: string): string;

  /** Whether storing bytes here needs the network, so that no lock should be held in the meantime. */
  readonly isRemote: boolean;

  /**
   * Puts a durable file of this machine into its place; may take the file away. When it resolves a crash cannot undo it;
   * when it rejects nothing lies there but what lay there before.
   * @throws Error when the place is taken already.
   * @throws DomainError FILE_BYTES_MISSING when there is no such file.
   * @throws DomainError INSUFFICIENT_STORAGE | STORAGE_UNAVAILABLE
   */
  put(path: string, sizeBytes: number, location: FileLocation): Promise<void>;

  /**
   * Opens a kept file for one reading. The stream fails when fewer bytes come than were asked for.
   * @throws DomainError FILE_BYTES_MISSING when there is no such file, or it is shorter than the range.
   * @throws DomainError STORAGE_UNAVAILABLE
   */
  open(location: FileLocation, range?: ByteRange): Promise<Readable>;

  /** Size in bytes, `undefined` when there is no such file. @throws DomainError STORAGE_UNAVAILABLE */
  sizeOf(location: FileLocation): Promise<number | undefined>;

  /** Deletes a kept file; does nothing when there is none. @throws DomainError STORAGE_UNAVAILABLE */
  remove(location: FileLocation): Promise<void>;

  /**
   * Moves a kept file to another place of the store, whatever names it; when it resolves a crash cannot undo it.
   * @throws Error when the other place is taken.
   * @throws DomainError FILE_BYTES_MISSING when there is no such file.
   * @throws DomainError STORAGE_UNAVAILABLE
   */
  move(from: FileLocation, to: FileLocation): Promise<void>;

  /** Everything that is kept, or what the scope narrows it to, in no order; staged bytes do not count. @throws DomainError STORAGE_UNAVAILABLE */
  list(scope?: ListingScope): AsyncIterable<StoredObject>;

  /** Path of a kept file on this machine, for a web server in front that sends it itself; `undefined` when the store has no such thing. */
  localPath(location: FileLocation): string | undefined;

  /** An address at which the store itself gives the bytes out, without a token; `undefined` unless the store does direct downloads. */
  downloadUrl(location: FileLocation, download: DirectDownload): Promise<string | undefined>;

  /** Uploads past the server's multipart form. */
  readonly uploads: DirectUploads;

  /** How much room there is; `undefined` where that is not known, as of a bucket. */
  space(): Promise<StoreSpace | undefined>;
}

/**
 * The only interface to file bytes, for all stores. A file is staged on this machine, kept once its record is about to be committed, and
 * from then on never changes. Every method with a location throws DomainError STORAGE_NOT_CONFIGURED when the location names a store that
 * the configuration does not have.
 */
export interface FileStorage extends Omit<FileStore, 'facts' | 'isRemote' | 'put' | 'list' | 'storageIdentifier' | 'uploads' | 'space'> {
  /** The store of new files, unless their dataset or a collection above it sets another. */
  readonly driver: string;

  /** All stores, the default one first. */
  readonly stores: readonly StoreFacts[];

  /** A fresh storage id: milliseconds since 1970 and 12 random digits, both hexadecimal. Source: files.md 18. */
  newStorageId(): string;

  /** The identifier as records show it; also for a store that is not configured. */
  storageIdentifier(driver: string, storageId: string): string;

  /**
   * Reads the source to its end, once, into the staging area. When it resolves the bytes are durable; when it
   * rejects they are gone, and so is the source.
   * @throws DomainError UPLOAD_INCOMPLETE when the source fails, is aborted or ends early.
   * @throws DomainError FILE_TOO_LARGE when there are more than `maximumBytes`.
   * @throws DomainError INSUFFICIENT_STORAGE when the storage is full.
   */
  stage(source: Readable, options: StageOptions): Promise<StagedFile>;

  /** Path of staged bytes on this machine, for reading alone: archives are read from both ends. */
  stagedPath(staged: StagedFile): string;

  /**
   * Brings staged bytes to a remote store before a transaction begins, so that none is open while they travel: `keep` at the
   * same location then costs nothing. Does nothing for a store of this machine. Bytes that are not kept go with `discard`.
   * @throws as `keep`.
   */
  bring(staged: StagedFile, location: FileLocation): Promise<void>;

  /** Where staged bytes were brought to; `undefined` when they are on this machine alone. */
  broughtTo(staged: StagedFile): FileLocation | undefined;

  /**
   * Moves staged bytes to their place, in one step that survives a crash, before it resolves.
   * @throws Error when the place is taken already.
   * @throws DomainError FILE_BYTES_MISSING when the staged bytes were discarded or swept.
   * @throws DomainError INSUFFICIENT_STORAGE | STORAGE_UNAVAILABLE
   */
  keep(staged: StagedFile, location: FileLocation): Promise<void>;

  /**
   * Forgets staged bytes, also where they were brought; does nothing when they are kept or gone already. What cannot be removed
   * now is left to the sweeper and the doctor.
   * @throws DomainError BAD_USER_INPUT when the handle cannot be one of ours.
   */
  discard(staged: StagedFile): Promise<void>;

  /** Everything that a store keeps, or what the scope narrows it to, in no order. */
  list(driver: string, scope?: ListingScope): AsyncIterable<StoredObject>;

  /** Uploads past the server's multipart form, by the store. */
  uploadsOf(driver: string): DirectUploads;

  /** How much room there is in a store; `undefined` where that is not known. */
  spaceOf(driver: string): Promise<StoreSpace | undefined>;

  /** Staged bytes that were neither kept nor discarded, in no order; without uploads in parts. */
  listStaged(): AsyncIterable<StagedBytes>;

  /** Deletes staged bytes and uploads in parts without a write for `olderThanMs`, and returns how many. */
  sweepStaging(olderThanMs: number): Promise<number>;
}
