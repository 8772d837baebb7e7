import type { FileWithAccess } from '../../db/queries/files/file-access.ts';
import { findFileOriginal } from '../../db/queries/files/file-originals.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { FileLocation } from '../../storage/file-storage.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { originalLocationOf, servedLocationOf } from './file-place.ts';
import { originalBytes } from './original-bytes.ts';
import { listVariablePlaces } from '../../db/queries/ingest/data-tables.ts';
import { isTabular } from '../../model/ingested-type.ts';
import { isTableFormat } from '../../model/tables/table-forms.ts';
import { headerLines } from './table-forms/header-lines.ts';
import { requireTableForm, type TableFormKind } from './table-forms/table-form.ts';
import { requireThumbnail } from './thumbnails/thumbnail.ts';

/** Columns that a subset may have of any table: one may come more than once. */
const SMALLEST_MOST = 10;

/** The requested form of a file; the default one if all are absent. Source: files.md 11.2. */
export interface FileForm {
  /** `original`, `tab`, `prep`, `subset`, or a format that tables are made in. */
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
  /** Sent before the bytes, and counted in their size. */
  readonly headerLine: string | null;
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
  return { ...bytes, etag: `${file.checksumAlgorithm}-${file.checksumValue}-orig`, headerLine: null, isDownload: true };
}

/** The places of the variables that are asked for; what names none of the table is ignored. @throws DomainError BAD_USER_INPUT for too many */
async function chosenColumns({ db }: CommandContext, file: FileWithAccess, variables: string): Promise<number[]> {
  const ids = [...variables.matchAll(/(?<![^,\s])v?(\d{1,10})(?![^,\s])/g)].map(([, digits]) => Number(digits));
  const places = await listVariablePlaces(db, file.id);
  const columns = ids.flatMap((id) => places.get(id) ?? []);
  const most = Math.max(places.size, SMALLEST_MOST);
  if (columns.length <= most) return columns;
  throw new DomainError('BAD_USER_INPUT', `A subset of this table has ${most} columns at most.`, {
    problems: [{ pointer: '/form/variables', message: `must name ${most} variables at most` }],
  });
}

/** A form that is made of a table. @throws DomainError FILE_FORM_UNAVAILABLE | FILE_FORM_PENDING */
async function derived(context: CommandContext, file: FileWithAccess, kind: TableFormKind, own: Deliverable): Promise<Deliverable> {
  const form = await requireTableForm(context, file, kind);
  if (form === undefined) throw formUnavailable('this form of the table could not be made');
  const { fileName, contentType, sizeBytes, location, key } = form;
  return { fileName, contentType, sizeBytes, location, etag: `${own.etag}-${key}`, headerLine: null, isDownload: kind !== 'prep' };
}

/** The text of a table with its names above. */
function withNames(text: Deliverable, headerLine: string | null): Deliverable {
  if (headerLine === null) return text;
  return { ...text, headerLine, sizeBytes: text.sizeBytes + Buffer.byteLength(headerLine), etag: `${text.etag}-names` };
}

/** A table in the form that is asked for: `variables` counts before `format`. Source: files.md 11.2. */
async function tableIn(
  context: CommandContext,
  file: FileWithAccess,
  { text, headerLine }: { readonly text: Deliverable; readonly headerLine: string | null },
  { format, variables, noVariableHeader }: FileForm,
): Promise<Deliverable> {
  const named = withNames(text, headerLine);
  if (typeof variables === 'string') {
    const columns = await chosenColumns(context, file, variables);
    return columns.length === 0 ? named : derived(context, file, { columns }, text);
  }
  if (format === 'prep' || (format && isTableFormat(format))) return derived(context, file, format, text);
  if (format === 'subset') throw formUnavailable('a subset needs the parameter variables');
  if (noVariableHeader) {
    if (headerLine !== null) return text;
    throw new DomainError('FILE_HEADER_STORED', 'datafile access error: the text is stored with the names of its variables.');
  }
  if (format && format !== 'tab') throw formUnavailable('there is no such form');
  return named;
}

/**
 * What is given out when a file is asked for in a form. A file that is not tabular has no forms but its own and its picture; its
 * own is the original too.
 * @throws DomainError FILE_FORM_UNAVAILABLE | FILE_FORM_PENDING | FILE_HEADER_STORED | FILE_BYTES_MISSING | THUMBNAIL_QUEUE_FULL
 */
export async function deliverableOf(context: CommandContext, file: FileWithAccess, form: FileForm): Promise<Deliverable> {
  const own: Deliverable = {
    fileName: file.label,
    contentType: file.contentType,
    sizeBytes: file.sizeBytes,
    // The checksum is that of what was uploaded.
    etag: [file.checksumAlgorithm, file.checksumValue, ...(file.bytesTag === null ? [] : [file.bytesTag])].join('-'),
    location: servedLocationOf(file, file),
    headerLine: null,
    isDownload: true,
  };
  const { format, variables, noVariableHeader, thumbnail } = form;
  const isPlain = !format && typeof variables !== 'string' && !noVariableHeader;
  const headerLine = (await headerLines(context, [file])).get(file.id);
  if (typeof thumbnail === 'number' && (isPlain || headerLine === undefined)) {
    const made = await requireThumbnail(context, file, thumbnail);
    if (made === undefined) throw formUnavailable('there is no image of this file in this size');
    return { ...made, etag: `${own.etag}-thumb${thumbnail}`, headerLine: null, isDownload: false };
  }
  if (format === 'original' && typeof variables !== 'string') return (await savedOriginal(context, file)) ?? own;
  if (headerLine !== undefined) return tableIn(context, file, { text: own, headerLine }, form);
  if (isPlain) return own;
  // Of a table that was ingested elsewhere there are no variables.
  if (format === 'tab' && isTabular(file) && !variables && !noVariableHeader) return own;
  throw formUnavailable('only a tabular file is available in this form');
}
