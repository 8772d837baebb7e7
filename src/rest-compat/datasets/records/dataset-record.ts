import type {
  BlockValuesFragment,
  DatasetFactsFragment,
  FilePageFragment,
  OwnerLinkFragment,
  VersionDatasetFragment,
  VersionFactsFragment,
} from '../../../generated/operations.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS } from '../../../vocabulary.ts';
import type { OpenList } from '../../open-list.ts';
import { filePart, openFiles } from '../../records/version-files.ts';
import { type JsonRecord, ownerChain, put, toSecond } from '../../records/record.ts';

/** What a version's record is made of; blocks, files and owners only where they were asked for. */
export interface VersionParts extends VersionFactsFragment {
  readonly dataset: VersionDatasetFragment & { readonly ancestors?: readonly OwnerLinkFragment[] | undefined };
  readonly metadataBlocks?: readonly BlockValuesFragment[] | undefined;
  readonly id?: string | undefined;
  readonly firstFiles?: FilePageFragment | undefined;
}

const LICENSE_KEYS = ['iconUri', 'rightsIdentifier', 'rightsIdentifierScheme', 'schemeUri', 'languageCode'] as const;

/** The facts of a dataset, without its version. Source: datasets.md 3.1, collections.md 2.5. */
function datasetFacts(dataset: DatasetFactsFragment): JsonRecord {
  const record: JsonRecord = {
    id: dataset.databaseId,
    identifier: dataset.identifier,
    persistentUrl: dataset.persistentUrl,
    protocol: dataset.protocol,
    authority: dataset.authority,
    separator: dataset.separator,
    publisher: dataset.publisher,
  };
  put(record, 'publicationDate', dataset.publicationDate);
  record['storageIdentifier'] = dataset.storageIdentifier;
  putFileLimits(record, dataset);
  put(record, 'metadataLanguage', dataset.metadataLanguage);
  return record;
}

function putFileLimits(
  record: JsonRecord,
  dataset: Pick<DatasetFactsFragment, 'effectiveDatasetFileCountLimit' | 'datasetFileCountLimit' | 'datasetFileUploadsAvailable'>,
): void {
  put(record, 'effectiveDatasetFileCountLimit', dataset.effectiveDatasetFileCountLimit);
  put(record, 'datasetFileCountLimit', dataset.datasetFileCountLimit);
  put(record, 'datasetFileUploadsAvailable', dataset.datasetFileUploadsAvailable);
}

/** The record of a dataset. Source: datasets.md 3.1. */
export function datasetRecord(
  dataset: DatasetFactsFragment,
  extra: { readonly owners?: readonly OwnerLinkFragment[] | undefined; readonly latestVersion?: JsonRecord | undefined } = {},
): JsonRecord {
  const record = datasetFacts(dataset);
  put(record, 'isPartOf', ownerChain(extra.owners ?? []));
  record['datasetType'] = dataset.datasetType;
  put(record, 'latestVersion', extra.latestVersion);
  return record;
}

function putTerms(record: JsonRecord, { license, terms, fileAccessRequest }: VersionFactsFragment): void {
  if (license === null) {
    for (const key of TERMS_OF_USE_KEYS) put(record, key, terms[key]);
  } else {
    const licenseRecord: JsonRecord = { name: license.name, uri: license.uri };
    for (const key of LICENSE_KEYS) put(licenseRecord, key, license[key]);
    record['license'] = licenseRecord;
  }
  for (const key of TERMS_OF_ACCESS_KEYS) put(record, key, terms[key]);
  record['fileAccessRequest'] = fileAccessRequest;
}

/** The blocks of a version, by name. Source: datasets.md 3.3. */
export function metadataBlocksRecord(blocks: readonly BlockValuesFragment[]): JsonRecord {
  const record: JsonRecord = {};
  for (const block of blocks) record[block.name] = metadataBlockRecord(block);
  return record;
}

/** One block of a version. */
export function metadataBlockRecord({ name, displayName, nativeFields }: BlockValuesFragment): JsonRecord {
  return { displayName, name, fields: nativeFields };
}

/** All files of a version, of which the first are known. */
function filesOf(version: VersionParts): readonly unknown[] | OpenList | undefined {
  const { id = '', firstFiles } = version;
  return firstFiles === undefined ? undefined : openFiles({ ...version, id }, filePart(firstFiles));
}

/** The record of a version. `files` is made of the first ones, unless it is given. Source: datasets.md 3.2. */
export function versionRecord(version: VersionParts, files: readonly unknown[] | OpenList | undefined = filesOf(version)): JsonRecord {
  const { dataset } = version;
  const record: JsonRecord = {
    id: version.databaseId,
    datasetId: dataset.databaseId,
    datasetPersistentId: dataset.persistentId,
    datasetType: dataset.datasetType,
    storageIdentifier: dataset.storageIdentifier,
  };
  put(record, 'versionNumber', version.versionNumber);
  record['internalVersionNumber'] = version.internalVersionNumber;
  put(record, 'versionMinorNumber', version.versionMinorNumber);
  record['versionState'] = version.state;
  record['latestVersionPublishingState'] = version.latestVersionState;
  put(record, 'deaccessionNote', version.deaccessionNote);
  put(record, 'deaccessionLink', version.deaccessionLink);
  put(record, 'distributionDate', version.distributionDate);
  put(record, 'productionDate', version.productionDate);
  record['lastUpdateTime'] = toSecond(version.updatedAt);
  put(record, 'releaseTime', toSecond(version.releasedAt));
  record['createTime'] = toSecond(version.createdAt);
  put(record, 'publicationDate', version.publicationDate);
  put(record, 'citationDate', version.citationDate);
  put(record, 'versionNote', version.versionNote);
  putFileLimits(record, dataset);
  putTerms(record, version);
  if (version.metadataBlocks !== undefined) record['metadataBlocks'] = metadataBlocksRecord(version.metadataBlocks);
  put(record, 'isPartOf', ownerChain(dataset.ancestors ?? []));
  if (files !== undefined) record['files'] = files;
  return record;
}
