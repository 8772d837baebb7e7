import type { PlannedEntry } from '../../domain/files/archive/plan-archive.ts';
import { bundleFile } from '../../domain/exports/bundle-file.ts';
import type { ArchiveSubject } from '../../domain/files/archive/archive-selection.ts';
import { createArchiveUrl, createVersionArchiveUrl } from '../../domain/files/archive/archive-url.ts';
import { planArchive } from '../../domain/files/archive/plan-archive.ts';
import { authorizeDownload, createDownloadUrl, findDownloadUrl, listDownloadForms } from '../../domain/files/download-file.ts';
import { countDownloadsOfDataset, showDownloadsOfFile } from '../../domain/metrics/download-counts.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { ArchiveReference, FileDownload, Resolvers } from '../generated/resolver-types.ts';
import { datasetKeyOf } from '../references.ts';
import { connectionOfWhole } from '../connection.ts';

/** A file and what is given out of it. */
export function downloadModel({ file, deliverable }: Awaited<ReturnType<typeof authorizeDownload>>): FileDownload {
  const { fileName, contentType, sizeBytes, etag, location, headerLine } = deliverable;
  return {
    databaseId: file.id,
    fileName,
    contentType,
    sizeBytes,
    etag,
    checksum: { type: file.checksumAlgorithm, value: file.checksumValue },
    createdAt: file.createdAt,
    headerLine,
    storageDriver: location.driver,
    storageAuthority: location.authority,
    storageFolder: location.identifier,
    storageId: location.storageId,
  };
}

/** @throws DomainError BAD_USER_INPUT unless exactly one of the two is given. */
export function archiveSubject({ fileDatabaseIds, version }: ArchiveReference): ArchiveSubject {
  if (fileDatabaseIds && !version) return { fileIds: fileDatabaseIds };
  if (version && !fileDatabaseIds) return { dataset: datasetKeyOf(version.dataset), version: version.version ?? ':latest' };
  throw new DomainError('BAD_USER_INPUT', 'An archive needs either the ids of files or a version.', {
    problems: [{ pointer: '/files', message: 'must have exactly one key' }],
  });
}

function entryModel({ path, sizeBytes, crc32, modifiedAt, checksum, location, text }: PlannedEntry) {
  return {
    path,
    sizeBytes,
    crc32,
    modifiedAt,
    checksum: checksum === undefined ? null : { type: checksum.algorithm, value: checksum.value },
    text,
    storageDriver: location?.driver ?? null,
    storageAuthority: location?.authority ?? null,
    storageFolder: location?.identifier ?? null,
    storageId: location?.storageId ?? null,
  };
}

/** How the archive of a version is named when the version itself is at hand. */
function versionText({
  state,
  versionNumber,
  versionMinorNumber,
}: {
  readonly state: string;
  readonly versionNumber: number | null;
  readonly versionMinorNumber: number | null;
}): string {
  return state === 'DRAFT' ? ':draft' : `${versionNumber}.${versionMinorNumber}`;
}

export const fileDownloadResolvers: Resolvers = {
  Query: {
    fileArchive: async (_root, { files, format, signature, counted }, context) =>
      await planArchive(context, { subject: archiveSubject(files), format, signature, counted: counted ?? false }),
    fileArchiveUrl: (_root, { files }, context) => createArchiveUrl(context, archiveSubject(files)),
  },
  Dataset: {
    downloadCount: async ({ key }, { includeUsage }, context) => {
      const { datasetId, ...counts } = await countDownloadsOfDataset(context, { dataset: key, includeUsage: includeUsage ?? false });
      return { datasetDatabaseId: datasetId, ...counts };
    },
  },
  DataFile: {
    download: async ({ key }, { signature, form, counted }, context) =>
      downloadModel(await authorizeDownload(context, { file: key, signature, form, counted })),
    bundle: async ({ key }, { recordDatabaseId, counted }, context) =>
      await bundleFile(context, key, { counted: counted ?? true, recordId: recordDatabaseId ?? undefined }),
    downloadUrl: ({ row }, _args, context) => createDownloadUrl(context, row.id),
    downloadForms: ({ row }, _args, context) => listDownloadForms(context, row.id),
    permittedDownloadUrl: ({ row, shownIn }, _args, context) => findDownloadUrl(context, row, shownIn),
    downloadCount: ({ row }, _args, context) => showDownloadsOfFile(context, row.id),
  },
  FileArchive: {
    entries: ({ entries }, args, context) =>
      connectionOfWhole(context, args, { name: 'archiveEntries', rows: entries, keyOf: ({ path }) => path, item: entryModel }),
  },
  DatasetVersion: {
    archiveUrl: ({ row, dataset }, _args, context) => createVersionArchiveUrl(context, dataset.row.id, versionText(row)),
  },
};
