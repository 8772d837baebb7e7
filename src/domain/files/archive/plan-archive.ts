import { createHash } from 'node:crypto';
import { DomainError } from '../../../errors/domain-error.ts';
import { humanSize } from '../../../storage/human-size.ts';
import type { PlannedEntry } from '../../../storage/zip/zip-entry.ts';
import { layOutZip } from '../../../storage/zip/zip-layout.ts';
import { type CommandContext, query } from '../../../kernel/command.ts';
import { recordDownload } from '../../../kernel/record-usage.ts';
import { isTableFormat } from '../../../model/tables/table-forms.ts';
import { ZIP_DOWNLOAD_LIMIT_BYTES } from '../../../model/settings/setting-defaults.ts';
import type { DownloadSignature } from '../download-signature.ts';
import { type ArchivedBytes, archiveEntries, manifestLine, storedForms } from './archive-content.ts';
import { refuseUnanswered } from '../guestbooks/asked-guestbook.ts';
import { archivePaths } from './archive-paths.ts';
import { type ArchiveSubject, type ArchiveSelection, selectFiles } from './archive-selection.ts';
import { archiveReader } from './archive-url.ts';
import { originalForms } from './original-forms.ts';
import { tableFormsInArchive } from './table-forms-in-archive.ts';

export type { PlannedEntry } from '../../../storage/zip/zip-entry.ts';

/** Files that a refusal lists. */
const LISTED_FILES = 1000;

/** What an archive is asked for with. */
export interface ArchiveRequest {
  readonly subject: ArchiveSubject;
  /** `original` takes what was uploaded where a file was turned into another format; a format of tables takes tables in it. */
  readonly format?: string | null | undefined;
  /** Stands in for a token. */
  readonly signature?: DownloadSignature | null | undefined;
  /** Whether each file in it counts as downloaded. */
  readonly counted: boolean;
}

/** An archive down to its last byte, before any of them is read. */
export interface ArchivePlan {
  readonly fileName: string;
  readonly sizeBytes: number;
  /** The same only for the same bytes. */
  readonly etag: string;
  readonly entries: readonly PlannedEntry[];
  /** Names of the files that the actor may not have. */
  readonly withheld: readonly string[];
}

/** Refuses what is over `:ZipDownloadLimit` with a list of the files, rather than leave some out. @throws DomainError ARCHIVE_TOO_LARGE */
function refuseTooLarge({ services }: CommandContext, contents: readonly ArchivedBytes[]): void {
  const limit = services.settings.get(':ZipDownloadLimit') ?? ZIP_DOWNLOAD_LIMIT_BYTES;
  const total = contents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total < limit) return;
  const paths = archivePaths();
  const problems = contents.slice(0, LISTED_FILES).map((bytes) => ({
    pointer: `/files/${bytes.fileId}`,
    message: manifestLine(paths.place(bytes).path, bytes),
  }));
  const listed = contents.length > LISTED_FILES ? ` The first ${LISTED_FILES} are listed.` : '';
  throw new DomainError(
    'ARCHIVE_TOO_LARGE',
    `The ${contents.length} files have ${humanSize(total)} in total, and an archive must stay below ${humanSize(limit)} (${limit} bytes). Request fewer at once, or each by itself.${listed}`,
    { problems },
  );
}

/** Name of the archive: the first file's dataset, and its version. Source: files.md 22.3. */
function fileNameOf({ files: [first], versionName }: Pick<ArchiveSelection, 'files' | 'versionName'>): string {
  const dataset =
    first === undefined ? 'files' : `${first.protocol}-${first.authority}-${first.identifier}`.toLowerCase().replaceAll('/', '-');
  return `${dataset}${versionName === null ? '' : `_${versionName}`}.zip`;
}

function etagOf(entries: readonly PlannedEntry[]): string {
  const hash = createHash('sha256');
  for (const { path, sizeBytes, crc32, modifiedAt, location } of entries) {
    hash.update(JSON.stringify([path, sizeBytes, crc32, modifiedAt.getTime(), location?.storageId ?? null]));
  }
  return `zip-${hash.digest('hex').slice(0, 32)}`;
}

/** Lays entries out as an archive. */
export function planOf(fileName: string, entries: readonly PlannedEntry[], withheld: readonly string[] = []): ArchivePlan {
  return { fileName, sizeBytes: layOutZip(entries).sizeBytes, etag: etagOf(entries), entries, withheld };
}

/** Files in a format; one that is not known leaves them as they are stored. */
async function contentsIn(context: CommandContext, files: ArchiveSelection['files'], format: string): Promise<ArchivedBytes[]> {
  if (format === 'original') return originalForms(context, files);
  return isTableFormat(format) ? tableFormsInArchive(context, files, format) : storedForms(context, files);
}

/**
 * Decides which files an archive contains for the actor, or for the account that signed the URL. Files that they may not download are left
 * out and named in its manifest. Source: files.md 22.3.
 * @throws DomainError AUTHENTICATION_REQUIRED | SIGNED_URL_INVALID | ARCHIVE_EMPTY | ARCHIVE_TOO_LARGE | FILE_ACCESS_DENIED | GUESTBOOK_RESPONSE_REQUIRED
 * @throws DomainError FILE_NOT_FOUND | DATASET_NOT_FOUND | DATASET_VERSION_NOT_FOUND | PERMISSION_DENIED | FILE_BYTES_MISSING | FILE_FORM_PENDING
 */
export const planArchive = query({
  name: 'planArchive',
  subject: async ({ context }, { subject, signature }: ArchiveRequest) => ({
    nodeId: null,
    granted: 0,
    ...(await archiveReader(context, subject, signature)),
  }),
  // Permission is checked for each file; forbidden ones are left out.
  requires: () => 'Public',
  run: async (context, { reader, answered }, { subject, format, counted }): Promise<ArchivePlan> => {
    const selection = await selectFiles(reader, subject);
    if (!answered && !selection.isDraft) refuseUnanswered(reader, selection.files);
    const contents = await contentsIn(context, selection.files, format ?? '');
    refuseTooLarge(context, contents);
    const entries = await archiveEntries(context, contents, selection.denied);
    if (counted && !selection.isDraft) {
      for (const { id, datasetId, released } of selection.files) recordDownload(reader, { id, datasetId, released });
    }
    return planOf(
      fileNameOf(selection),
      entries,
      selection.denied.map(({ label }) => label),
    );
  },
});
