/** A version of a dataset in native JSON, its terms included. Source: datasets.md 3.2. */
import { z } from 'zod';
import { VERSION_STATES } from '../../vocabulary.ts';
import { nativeFileSchema } from './native-file.ts';
import { nativeBlocksSchema } from './native-metadata.ts';
import { counted, day, listOf, objectId, recordSchema, second } from './native-parts.ts';

/** The keys of a dataset and its versions about how many files there may be. Source: datasets.md 3.1. */
export const nativeFileLimits = {
  effectiveDatasetFileCountLimit: counted.optional().describe('Files that the dataset may have, by the nearest limit.'),
  datasetFileCountLimit: counted.optional().describe('Files that the dataset may have, by a limit of its own.'),
  datasetFileUploadsAvailable: counted.optional().describe('Files that can still be added.'),
} as const;

const licenseSchema = recordSchema('VersionLicense', 'The licence that a version is under. Source: datasets.md 3.2.', {
  name: z.string(),
  uri: z.string().describe('Address of its text.'),
  iconUri: z.string().optional(),
  rightsIdentifier: z.string().optional(),
  rightsIdentifierScheme: z.string().optional(),
  schemeUri: z.string().optional(),
  languageCode: z.string().optional(),
});

const term = z.string().optional();
const termOfUse = z.string().optional().describe('Only without a licence.');

/** Licence or terms of use, and terms of access. */
const nativeTerms = {
  license: licenseSchema.optional().describe('Absent where the version has terms of its own.'),
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
} as const;

export const versionStateSchema = z.enum(VERSION_STATES).describe('`RELEASED` is published, `DEACCESSIONED` is withdrawn.');

/** The keys of a version, without its files. */
export const nativeVersionShape = {
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
  ...nativeFileLimits,
  ...nativeTerms,
  metadataBlocks: nativeBlocksSchema.optional(),
} as const;

export const nativeVersionSchema = z.strictObject({
  ...nativeVersionShape,
  files: listOf(nativeFileSchema).optional().describe('By name.'),
});
export type NativeVersion = z.infer<typeof nativeVersionSchema>;
