/** A file of a version in native JSON. Source: files.md 3. */
import { z } from 'zod';
import { originalExtension } from '../content-types/content-types.ts';
import { CHECKSUM_ALGORITHMS } from '../../vocabulary/files.ts';
import { day, listOf, objectId, recordSchema, second } from './native-parts.ts';
import { toSecond } from './to-second.ts';

const embargoSchema = recordSchema('Embargo', 'An embargo. Source: files.md 3.', {
  dateAvailable: day.describe('The first day on which the file is open: `yyyy-MM-dd`.'),
  reason: z.string().optional(),
});
const retentionSchema = recordSchema('Retention', 'A retention period. Source: files.md 3.', {
  dateUnavailable: day.describe('The last day on which the file is open: `yyyy-MM-dd`.'),
  reason: z.string().optional(),
});
const checksumSchema = recordSchema('Checksum', 'A checksum of the bytes. Source: files.md 17.', {
  type: z.string().describe(`The algorithm: ${CHECKSUM_ALGORITHMS.join(', ')}.`),
  value: z.string().describe('Hexadecimal, in lower case.'),
});

export const nativeDataFileSchema = recordSchema('DataFile', 'The bytes of a file and their facts. Source: files.md 3.', {
  id: objectId,
  persistentId: z.string().describe('Empty when the file has none.'),
  pidURL: z.string().optional().describe('URL that resolves the persistent identifier.'),
  filename: z.string(),
  contentType: z.string().describe('Media type.'),
  friendlyType: z.string().describe('Display name of the media type.'),
  filesize: z.int().describe('Bytes.'),
  description: z.string().optional(),
  categories: listOf(z.string()).optional(),
  embargo: embargoSchema.optional(),
  retention: retentionSchema.optional(),
  storageIdentifier: z.string(),
  originalFileFormat: z.string().optional().describe('Media type of what was uploaded, if it was ingested as a table.'),
  originalFormatLabel: z.string().optional().describe('Display name of that media type; `UNKNOWN` if it was not recorded.'),
  originalFileSize: z.int().optional().describe('Bytes of what was uploaded.'),
  originalFileName: z.string().optional().describe('Name of what was uploaded.'),
  UNF: z.string().optional().describe('Universal numerical fingerprint of the values of a table.'),
  rootDataFileId: z.int().describe('The first file in the chain of replacements; -1 if it replaced none.'),
  previousDataFileId: objectId.optional().describe('The file that it replaced.'),
  md5: z.string().optional().describe('The checksum, if the algorithm is MD5.'),
  checksum: checksumSchema,
  tabularData: z.boolean().describe('Whether it was ingested as a table.'),
  tabularTags: listOf(z.string()).optional(),
  creationDate: day,
  publicationDate: day.optional(),
  directoryLabel: z.string().optional(),
  lastUpdateTime: second,
  fileAccessRequest: z.boolean().describe('Whether access can be requested.'),
});
export type NativeDataFile = z.infer<typeof nativeDataFileSchema>;

export const nativeFileSchema = recordSchema('File', 'A file in a version of a dataset. Source: files.md 3.', {
  description: z.string().optional(),
  label: z.string().describe('Its name.'),
  restricted: z.boolean(),
  directoryLabel: z.string().optional().describe('Its folder, such as `data/2024`.'),
  version: z.int().describe('Counts the changes of this record; not the version of the dataset.'),
  datasetVersionId: objectId,
  categories: listOf(z.string()).optional().describe('Tags; absent when there are none.'),
  dataFile: nativeDataFileSchema,
});
export type NativeFile = z.infer<typeof nativeFileSchema>;

/** What the record of a file is made of: a file in a version and its bytes. */
export interface NativeFileFacts {
  readonly recordVersion: number;
  readonly datasetVersionDatabaseId: number;
  readonly datasetVersionUpdatedAt: Date | string;
  readonly label: string;
  readonly directoryLabel: string | null;
  readonly description: string | null;
  readonly restricted: boolean;
  readonly categories: readonly string[];
  readonly dataFile: {
    readonly databaseId: number;
    readonly persistentId: string | null;
    readonly persistentUrl: string | null;
    readonly contentType: string;
    readonly friendlyType: string;
    readonly sizeBytes: number;
    readonly storageIdentifier: string;
    /** These five are null where the file is no table. */
    readonly originalFileFormat: string | null;
    readonly originalFormatLabel: string | null;
    readonly originalFileSize: number | null;
    readonly originalFileName: string | null;
    readonly unf: string | null;
    readonly rootDataFileId: number | null;
    readonly previousDataFileId: number | null;
    readonly tabularData: boolean;
    readonly tabularTags: readonly string[];
    readonly embargo: { readonly dateAvailable: string; readonly reason: string | null } | null;
    readonly retention: { readonly dateUnavailable: string; readonly reason: string | null } | null;
    readonly checksum: { readonly type: string; readonly value: string };
    /** Days, `yyyy-MM-dd`, UTC. */
    readonly creationDate: string;
    readonly publicationDate: string | null;
    readonly fileAccessRequest: boolean;
  };
}

/** What an ingested file was called when it was uploaded: the name that was stored, else that of the table with the extension of what was uploaded. Source: files.md 3, 14.5. */
export function originalNameOf({ label, dataFile }: NativeFileFacts): string | undefined {
  if (!dataFile.tabularData) return undefined;
  if (dataFile.originalFileName !== null) return dataFile.originalFileName;
  const extension = originalExtension(dataFile.originalFileFormat ?? '');
  return extension === '' ? label : `${label.replace(/\.[^.]*$/, '')}${extension}`;
}

function writeDataFile(file: NativeFileFacts): NativeDataFile {
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
    originalFileFormat: dataFile.originalFileFormat ?? undefined,
    originalFormatLabel: dataFile.originalFormatLabel ?? undefined,
    originalFileSize: dataFile.originalFileSize ?? undefined,
    originalFileName: originalNameOf(file),
    UNF: dataFile.unf ?? undefined,
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

/** A file in a version as native JSON. Source: files.md 3. */
export function writeFile(file: NativeFileFacts): NativeFile {
  return {
    description: file.description ?? undefined,
    label: file.label,
    restricted: file.restricted,
    directoryLabel: file.directoryLabel ?? undefined,
    version: file.recordVersion,
    datasetVersionId: file.datasetVersionDatabaseId,
    categories: file.categories.length > 0 ? file.categories : undefined,
    dataFile: writeDataFile(file),
  };
}
