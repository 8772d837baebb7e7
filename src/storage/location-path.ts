import path from 'node:path';
import { DomainError } from '../errors/domain-error.ts';
import type { FileLocation, ListingScope } from './file-storage.ts';

/** Folder below the root where uploads wait; no authority may have this name. */
export const STAGING_FOLDER = 'temp';

// Identifiers of imported datasets hold nearly any character, so only what a file system reads as structure is refused.
const UNSAFE_SEGMENT = /^\.{0,2}$|[/\\\p{Cc}]/u;
const STORAGE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
const SEGMENT_BYTES = 255;
/** Limit of the object stores, which is far below that of file systems. */
const PATH_BYTES = 1024;

/**
 * The folders of a dataset in any store, outermost first. Source: files.md 18.
 * @throws DomainError BAD_USER_INPUT when a name could lead elsewhere or cannot be a file name.
 */
export function folderSegments({ authority, identifier }: Pick<ListingScope, 'authority' | 'identifier'>): string[] {
  const folders = [authority, ...identifier.split('/')];
  const misplaced = authority.includes('/') || authority.toLowerCase() === STAGING_FOLDER;
  if (misplaced || !folders.every(isSafeSegment)) throw unusable();
  return folders;
}

/**
 * The folders of a kept file and its name, outermost first: joined by slashes, its key in an object store. Source: files.md 18.
 * @throws DomainError BAD_USER_INPUT when a name could lead elsewhere or cannot be a file name.
 */
export function locationSegments(location: Omit<FileLocation, 'driver'>): string[] {
  const segments = [...folderSegments(location), location.storageId];
  if (!STORAGE_ID.test(location.storageId) || Buffer.byteLength(segments.join('/')) > PATH_BYTES) throw unusable();
  return segments;
}

/** The absolute path of a kept file, always inside `root`. @throws DomainError BAD_USER_INPUT as `locationSegments`. */
export function locationPath(root: string, location: Omit<FileLocation, 'driver'>): string {
  return path.join(root, ...locationSegments(location));
}

/** The location that lies at these segments; `undefined` when no file can lie there. */
export function segmentsLocation(driver: string, segments: readonly string[]): FileLocation | undefined {
  const [authority, ...rest] = segments;
  const storageId = rest.pop();
  if (authority === undefined || storageId === undefined || rest.length === 0) return undefined;
  const location = { driver, authority, identifier: rest.join('/'), storageId };
  try {
    locationSegments(location);
    return location;
  } catch {
    return undefined;
  }
}

function isSafeSegment(segment: string): boolean {
  return !UNSAFE_SEGMENT.test(segment) && Buffer.byteLength(segment) <= SEGMENT_BYTES;
}

function unusable(): DomainError {
  return new DomainError('BAD_USER_INPUT', 'The persistent identifier or storage id cannot be used as a storage path.');
}
