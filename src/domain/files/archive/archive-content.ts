import { crc32 } from 'node:zlib';
import { type ArchiveFileRow, saveCrc32 } from '../../../db/queries/files/archive-files.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { chunksOf } from '../../../storage/chunks-of.ts';
import type { FileLocation } from '../../../storage/file-storage.ts';
import type { PlannedEntry } from '../../../storage/zip/zip-entry.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { servedLocationOf } from '../file-place.ts';
import { headerLines } from '../table-forms/header-lines.ts';
import type { KeptForm } from '../table-forms/table-form.ts';
import { archivePaths } from './archive-paths.ts';
import type { ArchiveSelection } from './archive-selection.ts';

const MANIFEST = 'MANIFEST.TXT';

/** What archives are made with. */
export type ArchiveScope = Pick<CommandContext, 'db' | 'services'>;

/** The content of a file in an archive. */
export interface ArchivedBytes {
  readonly fileId: number;
  readonly label: string;
  readonly directoryLabel: string | null;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Null until it is known. */
  readonly crc32: number | null;
  readonly createdAt: number;
  readonly location: FileLocation;
  /** Packed before the bytes, and counted in size and checksum. */
  readonly headerLine: string | null;
  /** Whether a checksum that is found out may be kept with the file. */
  readonly isStoredForm: boolean;
}

/** The bytes of a file as they are stored. */
function storedForm(file: ArchiveFileRow, headerLine: string | null): ArchivedBytes {
  const { id: fileId, label, directoryLabel, contentType, crc32: known, createdAt } = file;
  const sizeBytes = file.sizeBytes + Buffer.byteLength(headerLine ?? '');
  const location = servedLocationOf(file, file);
  return { fileId, label, directoryLabel, contentType, sizeBytes, crc32: known, createdAt, location, headerLine, isStoredForm: true };
}

/** The bytes of files as they are stored, tables with the names of their variables above. Source: files.md 22.3. */
export async function storedForms(scope: ArchiveScope, files: readonly ArchiveFileRow[]): Promise<ArchivedBytes[]> {
  const lines = await headerLines(scope, files);
  return files.map((file) => storedForm(file, lines.get(file.id) ?? null));
}

/** A form that was made of a file, in its place. */
export function inMadeForm(
  own: ArchivedBytes,
  { fileName: label, contentType, sizeBytes, crc32: known, location }: KeptForm,
): ArchivedBytes {
  return { ...own, label, contentType, sizeBytes, crc32: known, location, headerLine: null, isStoredForm: false };
}

/** An entry of the archive that is a text made for it. */
export function textEntry(path: string, text: string, modifiedAt: Date): PlannedEntry {
  const bytes = Buffer.from(text);
  return { path, sizeBytes: bytes.length, crc32: crc32(bytes), modifiedAt, location: null, text };
}

/**
 * The CRC-32 of a file, which the headers of an archive have to say before its bytes. Most were computed at the upload; bytes
 * that came another way are read once for it.
 * @throws DomainError FILE_BYTES_MISSING
 */
async function checksumOf({ db, services }: ArchiveScope, bytes: ArchivedBytes): Promise<number> {
  if (bytes.crc32 !== null) return bytes.crc32;
  // What is kept with a table is that of the text with its names.
  const head = Buffer.from(bytes.headerLine ?? '');
  let checksum = crc32(head);
  let sizeBytes = head.length;
  for await (const chunk of chunksOf(await services.storage.open(bytes.location))) {
    checksum = crc32(chunk, checksum);
    sizeBytes += chunk.length;
  }
  if (sizeBytes !== bytes.sizeBytes) throw new DomainError('FILE_BYTES_MISSING', `The storage does not hold all bytes of ${bytes.label}.`);
  if (bytes.isStoredForm) await saveCrc32(db, bytes.fileId, checksum);
  return checksum;
}

/** Puts the content of a file at a path of an archive. @throws DomainError FILE_BYTES_MISSING */
export async function storedEntry(scope: ArchiveScope, path: string, bytes: ArchivedBytes): Promise<PlannedEntry> {
  const { sizeBytes, createdAt, location, headerLine } = bytes;
  return { path, sizeBytes, crc32: await checksumOf(scope, bytes), modifiedAt: new Date(createdAt), location, text: headerLine };
}

/** A folder of an archive; its path ends with a slash. */
export function folderEntry(path: string, modifiedAt: Date): PlannedEntry {
  return { path, sizeBytes: 0, crc32: 0, modifiedAt, location: null, text: null };
}

/** What the manifest says of a file that is left out. Source: files.md 22.3. */
function withheldLine({ label, embargoed, retentionOver }: ArchiveFileRow): string {
  const why = retentionOver ? 'RETENTIONEXPIRED' : embargoed ? 'EMBARGOED' : 'RESTRICTED';
  return `${label} IS ${why} AND CANNOT BE DOWNLOADED`;
}

/** What the manifest says of a file that is in the archive. Source: files.md 22.3. */
export function manifestLine(path: string, { contentType, sizeBytes }: Pick<ArchivedBytes, 'contentType' | 'sizeBytes'>): string {
  return `${path} (${contentType}) ${sizeBytes} bytes.`;
}

/**
 * Puts files into an archive, with their folders before them and a manifest behind them. Everything depends on the files alone,
 * so that the archive is the same each time and a download can go on where it broke off.
 */
export async function archiveEntries(
  context: ArchiveScope,
  contents: readonly ArchivedBytes[],
  denied: ArchiveSelection['denied'],
): Promise<PlannedEntry[]> {
  const paths = archivePaths();
  const entries: PlannedEntry[] = [];
  const lines: string[] = [];
  let newest = 0;
  for (const bytes of contents) {
    const { path, newFolders } = paths.place(bytes);
    const modifiedAt = new Date(bytes.createdAt);
    newest = Math.max(newest, bytes.createdAt);
    for (const folder of newFolders) entries.push(folderEntry(folder, modifiedAt));
    entries.push(await storedEntry(context, path, bytes));
    lines.push(manifestLine(path, bytes));
  }
  for (const file of denied) lines.push(withheldLine(file));
  entries.push(textEntry(paths.placeManifest(MANIFEST), lines.map((line) => `${line}\r\n`).join(''), new Date(newest)));
  return entries;
}
