import type { FileKey, FileWithAccess } from '../../db/queries/files/file-access.ts';
import type { DataFileRow } from '../../db/queries/files/file-columns.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { type CommandContext, query, type ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { recordDownload } from '../../kernel/record-usage.ts';
import { downloadDenied, mayReadBytes, refuseGuest } from './download-rights.ts';
import { type DownloadSignature, requireSignature, type SignedUrl, signUrl } from './download-signature.ts';
import { type AskingFile, guestbookToAnswer, refuseUnanswered } from './guestbooks/asked-guestbook.ts';
import { type Deliverable, deliverableOf, type FileForm } from './file-form.ts';
import { findFileOriginal } from '../../db/queries/files/file-originals.ts';
import { TABLE_FORMS } from '../../model/tables/table-forms.ts';
import { headerLines } from './table-forms/header-lines.ts';
import { isKnownReadable, type ShownIn } from './shown-bytes.ts';
import { loadShownFile, requireFile } from './view-file.ts';

/** Whether the actor may read the bytes of a file. Source: files.md 11.1. */
export function mayDownload({ actor }: Pick<CommandContext, 'actor'>, file: FileWithAccess): boolean {
  return mayReadBytes(actor, { ...file, released: file.releasedOrdinal !== null });
}

/** @throws DomainError FILE_ACCESS_DENIED once the retention period is over, whatever permissions the caller has. */
function refuseOutOfRetention({ retentionOver }: FileWithAccess): void {
  if (retentionOver) {
    throw new DomainError('FILE_ACCESS_DENIED', 'The retention period of this file is over, so it can no longer be downloaded.');
  }
}

/** Refuses those who may not read the bytes of a file. @throws DomainError FILE_ACCESS_DENIED */
export function requireRight(context: CommandContext, file: FileWithAccess): void {
  refuseOutOfRetention(file);
  if (!mayDownload(context, file)) throw downloadDenied(context.actor);
}

function askingFile(file: FileWithAccess): AskingFile {
  return { ...file, released: file.releasedOrdinal !== null };
}

/** The same, and those who have a guestbook to answer first. @throws DomainError FILE_ACCESS_DENIED | GUESTBOOK_RESPONSE_REQUIRED */
export function requireDownload(context: CommandContext, file: FileWithAccess): void {
  requireRight(context, file);
  refuseUnanswered(context, [askingFile(file)]);
}

/** Whether an address of the bytes can be given to the actor without further ado. */
function mayHaveAddress(context: CommandContext, file: FileWithAccess): boolean {
  return mayDownload(context, file) && guestbookToAnswer(context, askingFile(file)) === null;
}

function purposeOf(fileId: number): string {
  return `download:${fileId}`;
}

/** The form of a requested download. */
export interface DownloadRequest {
  readonly file: FileKey;
  /** Stands in for a token. */
  readonly signature?: DownloadSignature | null | undefined;
  readonly form?: FileForm | null | undefined;
  /** Whether it counts as a download; it does by default. */
  readonly counted?: boolean | null | undefined;
}

/**
 * Authorises a download and says what is given out. Without a token only a signed address opens a file, unless `:GuestDownload`
 * lets guests read public files. Source: files.md 11.1, 11.2, decisions.md 1.
 * @throws DomainError AUTHENTICATION_REQUIRED | SIGNED_URL_INVALID | FILE_NOT_FOUND | FILE_ACCESS_DENIED |
 * GUESTBOOK_RESPONSE_REQUIRED | FILE_FORM_UNAVAILABLE | FILE_FORM_PENDING | FILE_HEADER_STORED
 */
export const authorizeDownload = query({
  name: 'authorizeDownload',
  subject: async ({ context }, { file: key, signature }: DownloadRequest) => {
    if (!signature) refuseGuest(context);
    const file = await requireFile(context, key);
    return { nodeId: file.id, granted: file.granted, file };
  },
  // It takes what `download-rights.ts` says, which refuses with codes of its own.
  requires: () => 'Public',
  run: async (
    context,
    { file },
    { signature, form, counted },
  ): Promise<{ readonly file: FileWithAccess; readonly deliverable: Deliverable }> => {
    if (signature) {
      requireSignature(context.services, purposeOf(file.id), signature);
      refuseOutOfRetention(file);
    } else if (form?.thumbnail) requireRight(context, file);
    else requireDownload(context, file);
    const deliverable = await deliverableOf(context, file, form ?? {});
    if (deliverable.isDownload && counted !== false) recordDownload(context, { ...file, released: file.releasedOrdinal !== null });
    return { file, deliverable };
  },
});

/**
 * A URL that downloads a file without a token for an hour; anyone who has it can use it.
 * @throws DomainError FILE_NOT_FOUND | FILE_ACCESS_DENIED | GUESTBOOK_RESPONSE_REQUIRED
 */
export const createDownloadUrl = detail({
  name: 'createDownloadUrl',
  run: async (context: ReadContext, fileId: number): Promise<SignedUrl> => {
    const file = await loadShownFile(context, fileId);
    requireDownload(context, file);
    return signDownload(context, file.id);
  },
});

/**
 * The same, null for a file that the actor may not download, or not without a response to a guestbook. At once where the version that shows
 * the file tells that it is open. @throws DomainError FILE_NOT_FOUND
 */
export const findDownloadUrl = detail({
  name: 'findDownloadUrl',
  run: (context: ReadContext, file: DataFileRow, shownIn: ShownIn | null): SignedUrl | null | Promise<SignedUrl | null> => {
    if (shownIn?.guestbookId === null && isKnownReadable(context.actor, shownIn.version, file)) return signDownload(context, file.id);
    return loadShownFile(context, file.id).then((found) => (mayHaveAddress(context, found) ? signDownload(context, found.id) : null));
  },
  sent: () => undefined,
});

/** A form of a file that can be asked for. */
export interface DownloadForm {
  readonly format: string;
  readonly contentType: string;
  /** Null where the actor may not download the bytes, or not without a response to a guestbook. */
  readonly url: SignedUrl | null;
}

/** The forms that a file has beside its own; none of one that was not ingested here. @throws DomainError FILE_NOT_FOUND */
export const listDownloadForms = detail({
  name: 'listDownloadForms',
  run: async (context: ReadContext, fileId: number): Promise<DownloadForm[]> => {
    const file = await loadShownFile(context, fileId);
    if (!(await headerLines(context, [file])).has(file.id)) return [];
    const allowed = mayHaveAddress(context, file) && !file.retentionOver;
    const original = await findFileOriginal(context.db, file.id);
    const types = {
      ...(original === undefined ? {} : { original: original.contentType ?? 'application/octet-stream' }),
      tab: file.contentType,
      ...Object.fromEntries(Object.entries(TABLE_FORMS).map(([format, { contentType }]) => [format, contentType])),
      prep: 'application/json',
    };
    return Object.entries(types).map(([format, contentType]) => ({
      format,
      contentType,
      url: allowed ? signDownload(context, file.id, { format }) : null,
    }));
  },
});

/** An address of the bytes of a file, which whoever calls this has decided to give out. */
export function signDownload({ services }: CommandContext, fileId: number, parameters: Readonly<Record<string, string>> = {}): SignedUrl {
  return signUrl(services, purposeOf(fileId), { path: `/api/access/datafile/${fileId}`, parameters });
}
