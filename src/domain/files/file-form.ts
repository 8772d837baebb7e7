import type { Queryable } from '../../db/client.ts';
import type { FileWithAccess } from '../../db/queries/file-access.ts';
import { findFileOriginal } from '../../db/queries/file-originals.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { FileLocation } from '../../storage/file-storage.ts';
import type { CommandContext } from '../command.ts';
import { requireThumbnail } from './thumbnail.ts';

/** In which form a file is asked for; the ordinary one when all are absent. Source: files.md 11.2. */
export interface FileForm {
  /** `original`, `tab`, `RData`, `prep` or `subset`. */
  readonly format?: string | null | undefined;
  /** Ids of the variables of a subset, separated by commas. */
  readonly variables?: string | null | undefined;
  readonly noVariableHeader?: boolean | null | undefined;
  /** Pixels of the longer side of a picture of the file. */
  readonly thumbnail?: number | null | undefined;
}

/** Bytes that are given out: those of a file, or something made from it. */
export interface Deliverable {
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** The same only for the same bytes. */
  readonly etag: string;
  readonly location: FileLocation;
  /** Whether giving it out is a download of the file. */
  readonly isDownload: boolean;
}

const TABULAR_TYPE = 'text/tab-separated-values';

/** The refusal of a form in which a file cannot be given out. Source: files.md 11.2. */
function formUnavailable(what: string): DomainError {
  return new DomainError('FILE_FORM_UNAVAILABLE', `datafile access error: ${what}.`);
}

function locationOf(file: FileWithAccess, tag: string): FileLocation {
  const { storageDriver: driver, authority, identifier, storageId } = file;
  return { driver, authority, identifier, storageId: `${storageId}${tag}` };
}

async function savedOriginal(context: CommandContext, file: FileWithAccess): Promise<Deliverable | undefined> {
  const original = await findFileOriginal(context.db, file.id);
  if (original === undefined) return undefined;
  const location = locationOf(file, '.orig');
  const sizeBytes = original.sizeBytes ?? (await context.services.storage.sizeOf(location));
  if (sizeBytes === undefined) throw new DomainError('FILE_BYTES_MISSING', 'The storage does not hold the original of this file.');
  return {
    fileName: original.fileName ?? file.label,
    contentType: original.contentType ?? 'application/octet-stream',
    sizeBytes,
    etag: `${file.checksumAlgorithm}-${file.checksumValue}-orig`,
    location,
    isDownload: true,
  };
}

async function isTabular(db: Queryable, file: FileWithAccess): Promise<boolean> {
  return file.contentType === TABULAR_TYPE && (await findFileOriginal(db, file.id)) !== undefined;
}

/**
 * What is given out when a file is asked for in a form. A file that is not tabular has no forms but its own and its picture; its
 * own is the original too.
 * @throws DomainError FILE_FORM_UNAVAILABLE | FILE_BYTES_MISSING
 */
export async function deliverableOf(context: CommandContext, file: FileWithAccess, form: FileForm): Promise<Deliverable> {
  const own: Deliverable = {
    fileName: file.label,
    contentType: file.contentType,
    sizeBytes: file.sizeBytes,
    etag: `${file.checksumAlgorithm}-${file.checksumValue}`,
    location: locationOf(file, ''),
    isDownload: true,
  };
  const { format, variables, noVariableHeader, thumbnail } = form;
  if (typeof thumbnail === 'number') {
    const made = await requireThumbnail(context, file, thumbnail);
    if (made === undefined) throw formUnavailable('there is no picture of this file in this size');
    return { ...made, etag: `${own.etag}-thumb${thumbnail}`, isDownload: false };
  }
  if (format === 'original') return (await savedOriginal(context, file)) ?? own;
  if (!format && !variables && !noVariableHeader) return own;
  // Forms that are made from the variables of a table; without them they exist for no file.
  if (!(await isTabular(context.db, file))) throw formUnavailable('only a tabular file can be given out in this form');
  if (format === 'tab' && !variables && !noVariableHeader) return own;
  throw formUnavailable('this installation cannot make this form');
}
