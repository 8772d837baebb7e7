import { z } from 'zod';
import type {
  BlockValuesFragment,
  FilePageFragment,
  OwnerLinkFragment,
  VersionDatasetFragment,
  VersionFactsFragment,
} from '../../../generated/operations.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS, VERSION_STATES } from '../../../vocabulary.ts';
import { type FileRecord, fileSchema } from '../../files/records/file-record.ts';
import { metadataBlocksRecord, metadataBlocksSchema } from '../../metadata/records/metadata-value-record.ts';
import type { OpenList } from '../../open-list.ts';
import { ownerChain, ownerLinkSchema, present, toSecond } from '../../records/record.ts';
import { objectId, day, openListOf, recordSchema, second } from '../../records/schema.ts';
import { filePart, openFiles } from '../../records/version-files.ts';
import { fileLimits, fileLimitsRecord } from './file-limits-record.ts';

/** What a version's record is made of; blocks, files and owners only where they were asked for. */
export interface VersionParts extends VersionFactsFragment {
  readonly dataset: VersionDatasetFragment & { readonly ancestors?: readonly OwnerLinkFragment[] | undefined };
  readonly metadataBlocks?: readonly BlockValuesFragment[] | undefined;
  readonly id?: string | undefined;
  readonly firstFiles?: FilePageFragment | undefined;
}

const LICENSE_KEYS = ['iconUri', 'rightsIdentifier', 'rightsIdentifierScheme', 'schemeUri', 'languageCode'] as const;

const versionLicenseSchema = recordSchema('VersionLicense', 'The licence that a version is under. Source: datasets.md 3.2.', {
  name: z.string(),
  uri: z.string().describe('Address of its text.'),
  iconUri: z.string().optional(),
  rightsIdentifier: z.string().optional(),
  rightsIdentifierScheme: z.string().optional(),
  schemeUri: z.string().optional(),
  languageCode: z.string().optional(),
});

export const versionStateSchema = z.enum(VERSION_STATES).describe('`RELEASED` is published, `DEACCESSIONED` is withdrawn.');

const term = z.string().optional();
const termOfUse = z.string().optional().describe('Only without a licence.');

export const versionSchema = recordSchema('DatasetVersion', 'A version of a dataset. Source: datasets.md 3.2.', {
  id: objectId,
  datasetId: objectId,
  datasetPersistentId: z.string().describe('Persistent identifier, such as `doi:10.5072/FK2/ABC123`.'),
  datasetType: z.string(),
  storageIdentifier: z.string(),
  versionNumber: z.int().optional().describe('Absent on a draft.'),
  internalVersionNumber: z.int().describe('Counts the changes of the version.'),
  versionMinorNumber: z.int().optional().describe('Absent on a draft.'),
  versionState: versionStateSchema,
  latestVersionPublishingState: z.enum(VERSION_STATES).describe('State of the newest version, which the caller may not see.'),
  deaccessionNote: z.string().optional().describe('Why it was withdrawn.'),
  deaccessionLink: z.string().optional().describe('Where what it held is now.'),
  distributionDate: z.string().optional().describe('As the metadata have it.'),
  productionDate: z.string().optional().describe('As the metadata have it.'),
  lastUpdateTime: second,
  releaseTime: second.optional(),
  createTime: second,
  publicationDate: day.optional().describe('When the dataset was first published.'),
  citationDate: day.optional().describe('The date that a citation shows.'),
  versionNote: z.string().optional().describe('Why the version was made.'),
  ...fileLimits,
  license: versionLicenseSchema.optional().describe('Absent where the version has terms of its own.'),
  termsOfUse: termOfUse,
  confidentialityDeclaration: termOfUse,
  specialPermissions: termOfUse,
  restrictions: termOfUse,
  citationRequirements: termOfUse,
  depositorRequirements: termOfUse,
  conditions: termOfUse,
  disclaimer: termOfUse,
  termsOfAccess: term,
  dataAccessPlace: term,
  originalArchive: term,
  availabilityStatus: term,
  contactForAccess: term,
  sizeOfCollection: term,
  studyCompletion: term,
  fileAccessRequest: z.boolean().describe('Whether access to restricted files can be requested.'),
  metadataBlocks: metadataBlocksSchema.optional(),
  isPartOf: ownerLinkSchema.optional().describe('Where the dataset lies; only with `returnOwners=true`.'),
  files: openListOf(fileSchema).optional().describe('By name.'),
});
export type VersionRecord = z.infer<typeof versionSchema>;

function licenseRecord(license: NonNullable<VersionFactsFragment['license']>): z.infer<typeof versionLicenseSchema> {
  return { name: license.name, uri: license.uri, ...present(license, LICENSE_KEYS) };
}

/** All files of a version, of which the first are known. */
function filesOf(version: VersionParts): VersionRecord['files'] {
  const { id = '', firstFiles } = version;
  return firstFiles === undefined ? undefined : openFiles({ ...version, id }, filePart(firstFiles));
}

/** The record of a version. `files` is made of the first ones, unless it is given. Source: datasets.md 3.2. */
export function versionRecord(
  version: VersionParts,
  files: readonly FileRecord[] | OpenList<FileRecord> | undefined = filesOf(version),
): VersionRecord {
  const { dataset, license, terms } = version;
  return {
    id: version.databaseId,
    datasetId: dataset.databaseId,
    datasetPersistentId: dataset.persistentId,
    datasetType: dataset.datasetType,
    storageIdentifier: dataset.storageIdentifier,
    versionNumber: version.versionNumber ?? undefined,
    internalVersionNumber: version.internalVersionNumber,
    versionMinorNumber: version.versionMinorNumber ?? undefined,
    versionState: version.state,
    latestVersionPublishingState: version.latestVersionState,
    deaccessionNote: version.deaccessionNote ?? undefined,
    deaccessionLink: version.deaccessionLink ?? undefined,
    distributionDate: version.distributionDate ?? undefined,
    productionDate: version.productionDate ?? undefined,
    lastUpdateTime: toSecond(version.updatedAt),
    releaseTime: toSecond(version.releasedAt),
    createTime: toSecond(version.createdAt),
    publicationDate: version.publicationDate ?? undefined,
    citationDate: version.citationDate ?? undefined,
    versionNote: version.versionNote ?? undefined,
    ...fileLimitsRecord(dataset),
    ...(license === null ? present(terms, TERMS_OF_USE_KEYS) : { license: licenseRecord(license) }),
    ...present(terms, TERMS_OF_ACCESS_KEYS),
    fileAccessRequest: version.fileAccessRequest,
    metadataBlocks: version.metadataBlocks === undefined ? undefined : metadataBlocksRecord(version.metadataBlocks),
    isPartOf: ownerChain(dataset.ancestors ?? []),
    files,
  };
}
