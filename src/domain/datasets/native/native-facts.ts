/** Stored facts in the shape that native JSON is written from, which is that of GraphQL's answers. */
import type { FileRow } from '../../../db/queries/files/file-columns.ts';
import type { DatasetRow } from '../../../db/queries/datasets/datasets.ts';
import type { VersionRow } from '../../../db/queries/versions/versions.ts';
import type { ExportedFile } from '../../../formats/exports/exported-variable.ts';
import type { NativeDatasetFacts } from '../../../formats/native-json/native-dataset.ts';
import type { NativeBlockFacts, NativeVersionFacts } from '../../../formats/native-json/native-version.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import { citationDay } from '../../../model/citation-date.ts';
import { datasetStorageIdentifier } from '../../../model/dataset-storage-identifier.ts';
import { textOf } from '../../../model/metadata/metadata-values.ts';
import { persistentIdText, persistentUrl, resolvingUrl } from '../../../model/persistent-id.ts';
import { friendlyType, UNKNOWN_FORMAT } from '../../../formats/content-types/content-types.ts';
import { isTabular } from '../../../model/ingested-type.ts';

type Surroundings = Pick<DomainServices, 'installation' | 'storage'>;

/** The facts of a dataset that has `fileCount` files in all its versions. */
export function datasetFacts(
  { installation }: Surroundings,
  dataset: DatasetRow,
  fileCount: number,
): NativeDatasetFacts & NativeVersionFacts['dataset'] {
  const limit = dataset.datasetFileCountLimit ?? dataset.inheritedFileCountLimit;
  return {
    databaseId: dataset.id,
    identifier: dataset.identifier,
    persistentId: persistentIdText(dataset),
    alternativePersistentIds: dataset.alternativePersistentIds ?? [],
    persistentUrl: persistentUrl(dataset, installation.siteUrl),
    protocol: dataset.protocol,
    authority: dataset.authority,
    separator: dataset.separator,
    publisher: installation.name(),
    publicationDate: dataset.publicationDay,
    storageIdentifier: datasetStorageIdentifier(dataset),
    effectiveDatasetFileCountLimit: limit,
    datasetFileCountLimit: dataset.datasetFileCountLimit,
    datasetFileUploadsAvailable: limit === null ? null : Math.max(0, limit - fileCount),
    metadataLanguage: dataset.metadataLanguage,
    datasetType: dataset.datasetType,
  };
}

/** The facts of a version, with the blocks that are to be shown of it. */
export function versionFacts(
  facts: NativeVersionFacts['dataset'],
  dataset: DatasetRow,
  version: VersionRow,
  metadataBlocks: readonly NativeBlockFacts[],
): NativeVersionFacts {
  const metadata = version.metadata.value;
  return {
    ...version,
    databaseId: version.id,
    latestVersionState: version.latestState,
    publicationDate: dataset.publicationDay,
    citationDate: citationDay(dataset),
    distributionDate: textOf(metadata, 'distributionDate') ?? null,
    productionDate: textOf(metadata, 'productionDate') ?? null,
    dataset: facts,
    metadataBlocks,
  };
}

/** The facts of a file in a version. */
export function fileFacts(
  { installation, storage }: Surroundings,
  dataset: Pick<DatasetRow, 'fileAccessRequest'>,
  version: Pick<VersionRow, 'id' | 'updatedAt'>,
  { dataFile, ...file }: FileRow,
): ExportedFile {
  const { persistentId, embargoDateAvailable, retentionDateUnavailable, tabular } = dataFile;
  return {
    ...file,
    datasetVersionDatabaseId: version.id,
    datasetVersionUpdatedAt: version.updatedAt,
    table: tabular?.table ?? null,
    dataFile: {
      ...dataFile,
      databaseId: dataFile.id,
      persistentUrl: persistentId === null ? null : resolvingUrl(persistentId, installation.siteUrl),
      friendlyType: friendlyType(dataFile.contentType),
      storageIdentifier: storage.storageIdentifier(dataFile.storageDriver, dataFile.storageId),
      tabularData: isTabular(dataFile),
      originalFileFormat: tabular?.originalType ?? null,
      originalFormatLabel: tabular === null ? null : tabular.originalType === null ? UNKNOWN_FORMAT : friendlyType(tabular.originalType),
      originalFileSize: tabular?.originalSizeBytes ?? null,
      originalFileName: tabular?.originalName ?? null,
      unf: tabular?.unf ?? null,
      embargo: embargoDateAvailable === null ? null : { dateAvailable: embargoDateAvailable, reason: dataFile.embargoReason },
      retention: retentionDateUnavailable === null ? null : { dateUnavailable: retentionDateUnavailable, reason: dataFile.retentionReason },
      checksum: { type: dataFile.checksumAlgorithm, value: dataFile.checksumValue },
      fileAccessRequest: dataset.fileAccessRequest,
    },
  };
}
