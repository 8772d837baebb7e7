import { hash } from 'node:crypto';
import type { FileLocation } from './file-location.ts';

/**
 * The tag of the text of a table that came from another installation. It is the same each time, so that an import can go on where it was,
 * and that of no other file: each one names one text in the whole installation. Folders are the same in any case.
 * Source: exports.md 17.3.
 */
export function carriedTextTag({ authority, identifier, storageId }: Omit<FileLocation, 'driver'>): string {
  return `tab-carried-${hash('sha256', JSON.stringify([authority.toLowerCase(), identifier.toLowerCase(), storageId])).slice(0, 32)}`;
}
