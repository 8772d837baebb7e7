import type { NativeDataFile, NativeFile } from '../../model/native/native-file.ts';
import { toSecond } from './to-second.ts';

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
