import path from 'node:path';
import { DomainError } from '../errors/domain-error.ts';
import type { FileLocation } from './file-storage.ts';

/** Folder below the root where uploads wait; no authority may have this name. */
export const STAGING_FOLDER = 'temp';

// Identifiers of imported datasets hold nearly any character, so only what a file system reads as structure is refused.
const UNSAFE_SEGMENT = /^\.{0,2}$|[/\\\p{Cc}]/u;
const STORAGE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
const SEGMENT_BYTES = 255;

/**
 * The absolute path of a kept file, always inside `root`. Source: files.md 18.
 * @throws DomainError BAD_USER_INPUT when a name could lead elsewhere or cannot be a file name.
 */
export function locationPath(root: string, location: FileLocation): string {
  const folders = [location.authority, ...location.identifier.split('/')];
  const misplaced = location.authority.includes('/') || location.authority.toLowerCase() === STAGING_FOLDER;
  if (misplaced || !folders.every(isSafeSegment) || !STORAGE_ID.test(location.storageId)) {
    throw new DomainError('BAD_USER_INPUT', 'The persistent identifier or storage id cannot be used as a place for files.');
  }
  return path.join(root, ...folders, location.storageId);
}

function isSafeSegment(segment: string): boolean {
  return !UNSAFE_SEGMENT.test(segment) && Buffer.byteLength(segment) <= SEGMENT_BYTES;
}
