import type { Queryable } from '../../db/client.ts';
import type { FileWithAccess } from '../../db/queries/files/file-access.ts';
import { findFileOriginal } from '../../db/queries/files/file-originals.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { FileLocation } from '../../storage/file-storage.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { originalLocationOf, servedLocationOf } from './file-place.ts';
import { originalBytes } from './original-bytes.ts';
import { isTabular } from '../../model/ingested-type.ts';
import { requireThumbnail } from './thumbnails/thumbnail.ts';

/** The requested form of a file; the default one if all are absent. Source: files.md 11.2. */
export interface FileForm {
  /** `original`, `tab`, `RData`, `prep` or `subset`. */
  readonly format?: string | null | undefined;
  /** Ids of the variables of a subset, separated by commas. */
  readonly variables?: string | null | undefined;
  readonly noVariableHeader?: boolean | null | undefined;
  /** Pixels of the longer side of a thumbnail. */
  readonly thumbnail?: number | null | undefined;
}

/** The bytes of a download: those of a file, or derived ones. */
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

/** The refusal of a form in which a file is not available. Source: files.md 11.2. */
function formUnavailable(what: string): DomainError {
  return new DomainError('FILE_FORM_UNAVAILABLE', `datafile access error: ${what}.`);
}

async function savedOriginal(context: CommandContext, file: FileWithAccess): Promise<Deliverable | undefined> {
  const original = await findFileOriginal(context.db, file.id);
  if (original === undefined) return undefined;
  const bytes = await originalBytes(context.services.storage, { label: file.label, location: originalLocationOf(file, file) }, original);
  return { ...bytes, etag: `${file.checksumAlgorithm}-${file.checksumValue}-orig`, isDownload: true };
}

/** Whether a file is what ingest made of the original that is kept beside it. */
async function hasVariables(db: Queryable, file: FileWithAccess): Promise<boolean> {
  return isTabular(file) && (await findFileOriginal(db, file.id)) !== undefined;
}

/**
 * What is given out when a file is asked for in a form. A file that is not tabular has no forms but its own and its picture; its
 * own is the original too.
 * @throws DomainError FILE_FORM_UNAVAILABLE | FILE_BYTES_MISSING | THUMBNAIL_QUEUE_FULL
 */
export async function deliverableOf(context: CommandContext, file: FileWithAccess, form: FileForm): Promise<Deliverable> {
  const own: Deliverable = {
    fileName: file.label,
    contentType: file.contentType,
    sizeBytes: file.sizeBytes,
    // The checksum is that of what was uploaded.
    etag: [file.checksumAlgorithm, file.checksumValue, ...(file.bytesTag === null ? [] : [file.bytesTag])].join('-'),
    location: servedLocationOf(file, file),
    isDownload: true,
  };
  const { format, variables, noVariableHeader, thumbnail } = form;
  if (typeof thumbnail === 'number') {
    const made = await requireThumbnail(context, file, thumbnail);
    if (made === undefined) throw formUnavailable('there is no image of this file in this size');
    return { ...made, etag: `${own.etag}-thumb${thumbnail}`, isDownload: false };
  }
  if (format === 'original') return (await savedOriginal(context, file)) ?? own;
  if (!format && !variables && !noVariableHeader) return own;
  // Forms that are made from the variables of a table; without them they exist for no file.
  if (!(await hasVariables(context.db, file))) throw formUnavailable('only a tabular file is available in this form');
  if (format === 'tab' && !variables && !noVariableHeader) return own;
  throw formUnavailable('this installation cannot produce this form');
}
