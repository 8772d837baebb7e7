import { z } from 'zod';
import type { FileRecordFragment } from '../../../generated/operations.ts';
import { CHECKSUM_ALGORITHMS } from '../../../vocabulary.ts';
import { toSecond } from '../../records/record.ts';
import { objectId, day, listOf, recordSchema, second } from '../../records/schema.ts';

const embargoSchema = recordSchema('Embargo', 'A day until which a file is closed. Source: files.md 3.', {
  dateAvailable: day.describe('The day from which the file is open: `yyyy-MM-dd`.'),
  reason: z.string().optional(),
});
const retentionSchema = recordSchema('Retention', 'A day after which a file is closed. Source: files.md 3.', {
  dateUnavailable: day.describe('The day from which the file is closed: `yyyy-MM-dd`.'),
  reason: z.string().optional(),
});
const checksumSchema = recordSchema('Checksum', 'A checksum of the bytes. Source: files.md 17.', {
  type: z.string().describe(`The algorithm: ${CHECKSUM_ALGORITHMS.join(', ')}.`),
  value: z.string().describe('Hexadecimal, in lower case.'),
});

export const dataFileSchema = recordSchema('DataFile', 'The bytes of a file and what is known of them. Source: files.md 3.', {
  id: objectId,
  persistentId: z.string().describe('Empty when the file has none.'),
  pidURL: z.string().optional().describe('Address under which the persistent identifier is resolved.'),
  filename: z.string(),
  contentType: z.string().describe('Media type.'),
  friendlyType: z.string().describe('The media type in words.'),
  filesize: z.int().describe('Bytes.'),
  description: z.string().optional(),
  categories: listOf(z.string()).optional(),
  embargo: embargoSchema.optional(),
  retention: retentionSchema.optional(),
  storageIdentifier: z.string(),
  rootDataFileId: z.int().describe('The first of the files that replaced each other; -1 when it replaced none.'),
  previousDataFileId: objectId.optional().describe('The file that it replaced.'),
  md5: z.string().optional().describe('The checksum, when it is by MD5.'),
  checksum: checksumSchema,
  tabularData: z.boolean().describe('Whether it was taken in as a table.'),
  tabularTags: listOf(z.string()).optional(),
  creationDate: day,
  publicationDate: day.optional(),
  directoryLabel: z.string().optional(),
  lastUpdateTime: second,
  fileAccessRequest: z.boolean().describe('Whether access can be requested.'),
});

export const fileSchema = recordSchema('File', 'A file in a version of a dataset. Source: files.md 3.', {
  description: z.string().optional(),
  label: z.string().describe('Its name.'),
  restricted: z.boolean(),
  directoryLabel: z.string().optional().describe('Its folder, such as `data/2024`.'),
  version: z.int().describe('Counts the changes of this record; not the version of the dataset.'),
  datasetVersionId: objectId,
  categories: listOf(z.string()).optional().describe('Tags; absent when there are none.'),
  dataFile: dataFileSchema,
});
export type FileRecord = z.infer<typeof fileSchema>;

function bytesRecord(file: FileRecordFragment): z.infer<typeof dataFileSchema> {
  const { dataFile } = file;
  const { checksum, embargo, retention } = dataFile;
  return {
    id: dataFile.databaseId,
    persistentId: dataFile.persistentId ?? '',
    pidURL: dataFile.persistentUrl ?? undefined,
    filename: file.label,
    contentType: dataFile.contentType,
    friendlyType: dataFile.friendlyType,
    filesize: dataFile.sizeBytes,
    description: file.description ?? undefined,
    categories: file.categories.length > 0 ? file.categories : undefined,
    embargo: embargo === null ? undefined : { dateAvailable: embargo.dateAvailable, reason: embargo.reason ?? undefined },
    retention: retention === null ? undefined : { dateUnavailable: retention.dateUnavailable, reason: retention.reason ?? undefined },
    storageIdentifier: dataFile.storageIdentifier,
    rootDataFileId: dataFile.rootDataFileId ?? -1,
    previousDataFileId: dataFile.previousDataFileId ?? undefined,
    md5: checksum.type === 'MD5' ? checksum.value : undefined,
    checksum,
    tabularData: dataFile.tabularData,
    tabularTags: dataFile.tabularTags.length > 0 ? dataFile.tabularTags : undefined,
    creationDate: dataFile.creationDate,
    publicationDate: dataFile.publicationDate ?? undefined,
    directoryLabel: file.directoryLabel ?? undefined,
    lastUpdateTime: toSecond(file.datasetVersionUpdatedAt),
    fileAccessRequest: dataFile.fileAccessRequest,
  };
}

/** The record of a file in a version. Source: files.md 3. */
export function fileRecord(file: FileRecordFragment): FileRecord {
  return {
    description: file.description ?? undefined,
    label: file.label,
    restricted: file.restricted,
    directoryLabel: file.directoryLabel ?? undefined,
    version: file.recordVersion,
    datasetVersionId: file.datasetVersionDatabaseId,
    categories: file.categories.length > 0 ? file.categories : undefined,
    dataFile: bytesRecord(file),
  };
}
