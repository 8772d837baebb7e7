/** A version of a dataset in native JSON, its terms included. Source: datasets.md 3.2. */
import { z } from 'zod';
import { termsTexts } from './terms-texts.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS, VERSION_STATES, type VersionState } from '../../vocabulary/datasets.ts';
import { nativeFileSchema } from './native-file.ts';
import { type NativeBlock, nativeBlocksSchema } from './native-metadata.ts';
import { counted, day, listOf, objectId, recordSchema, second } from './native-parts.ts';
import { present } from './present.ts';
import { toSecond } from './to-second.ts';

/** The keys of a dataset and its versions about how many files there may be. Source: datasets.md 3.1. */
export const nativeFileLimits = {
  effectiveDatasetFileCountLimit: counted.optional().describe('Most files that the dataset may have: the limit in effect.'),
  datasetFileCountLimit: counted.optional().describe('Most files that the dataset may have: its own limit.'),
  datasetFileUploadsAvailable: counted.optional().describe('Files that can still be added.'),
} as const;

const licenseSchema = recordSchema('VersionLicense', 'The licence that a version is under. Source: datasets.md 3.2.', {
  name: z.string(),
  uri: z.string().describe('URL of its text.'),
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
  license: licenseSchema.optional().describe('Absent if the version has custom terms.'),
  ...termsTexts(TERMS_OF_USE_KEYS, termOfUse),
  ...termsTexts(TERMS_OF_ACCESS_KEYS, term),
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
  latestVersionPublishingState: z.enum(VERSION_STATES).describe('State of the newest version, if the caller may not see it.'),
  deaccessionNote: z.string().optional().describe('Why it was withdrawn.'),
  deaccessionLink: z.string().optional().describe('Where its content is now.'),
  distributionDate: z.string().optional().describe('As in the metadata.'),
  productionDate: z.string().optional().describe('As in the metadata.'),
  UNF: z.string().optional().describe('Universal numerical fingerprint of its tables.'),
  lastUpdateTime: second,
  releaseTime: second.optional(),
  createTime: second,
  alternativePersistentId: z.string().optional().describe('The identifier that the dataset had before.'),
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

const LICENSE_KEYS = ['iconUri', 'rightsIdentifier', 'rightsIdentifierScheme', 'schemeUri', 'languageCode'] as const;
type TermsKey = (typeof TERMS_OF_USE_KEYS)[number] | (typeof TERMS_OF_ACCESS_KEYS)[number];

export interface NativeFileLimitFacts {
  readonly effectiveDatasetFileCountLimit: number | null;
  readonly datasetFileCountLimit: number | null;
  readonly datasetFileUploadsAvailable: number | null;
}

/** A block of a version; its fields may be text that is JSON already. */
export interface NativeBlockFacts {
  readonly name: string;
  readonly displayName: string;
  readonly nativeFields: unknown;
}

type LicenseFacts = { readonly name: string; readonly uri: string } & { readonly [Key in (typeof LICENSE_KEYS)[number]]: string | null };

/** What the record of a version is made of. */
export interface NativeVersionFacts {
  readonly databaseId: number;
  readonly state: VersionState;
  readonly latestVersionState: VersionState;
  readonly versionNumber: number | null;
  readonly versionMinorNumber: number | null;
  readonly internalVersionNumber: number;
  readonly versionNote: string | null;
  readonly deaccessionNote: string | null;
  readonly deaccessionLink: string | null;
  readonly createdAt: Date | string;
  readonly updatedAt: Date | string;
  readonly releasedAt: Date | string | null;
  /** Days, `yyyy-MM-dd`, UTC. */
  readonly publicationDate: string | null;
  readonly citationDate: string | null;
  readonly distributionDate: string | null;
  readonly productionDate: string | null;
  readonly unf: string | null;
  readonly fileAccessRequest: boolean;
  readonly license: LicenseFacts | null;
  readonly terms: { readonly [Key in TermsKey]?: string | null | undefined };
  readonly dataset: NativeFileLimitFacts & {
    readonly databaseId: number;
    readonly persistentId: string;
    /** Those before it, the last one first. */
    readonly alternativePersistentIds: readonly string[];
    readonly datasetType: string;
    readonly storageIdentifier: string;
  };
  readonly metadataBlocks?: readonly NativeBlockFacts[] | undefined;
}

/** How many files a dataset may have. Source: datasets.md 3.1. */
export function writeFileLimits(dataset: NativeFileLimitFacts): { readonly [Key in keyof NativeFileLimitFacts]: number | undefined } {
  return {
    effectiveDatasetFileCountLimit: dataset.effectiveDatasetFileCountLimit ?? undefined,
    datasetFileCountLimit: dataset.datasetFileCountLimit ?? undefined,
    datasetFileUploadsAvailable: dataset.datasetFileUploadsAvailable ?? undefined,
  };
}

/** One block of a version as native JSON. Source: datasets.md 3.3. */
export function writeBlock({ name, displayName, nativeFields }: NativeBlockFacts): NativeBlock {
  return { displayName, name, fields: nativeFields };
}

/** The blocks of a version as native JSON, by name. Source: datasets.md 3.3. */
export function writeBlocks(blocks: readonly NativeBlockFacts[]): Readonly<Record<string, NativeBlock>> {
  return Object.fromEntries(blocks.map((block) => [block.name, writeBlock(block)]));
}

/** A version as native JSON, without its files: they may be more than memory should hold. Source: datasets.md 3.2. */
export function writeVersion(version: NativeVersionFacts): Omit<NativeVersion, 'files'> {
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
    UNF: version.unf ?? undefined,
    lastUpdateTime: toSecond(version.updatedAt),
    releaseTime: toSecond(version.releasedAt),
    createTime: toSecond(version.createdAt),
    alternativePersistentId: dataset.alternativePersistentIds[0],
    publicationDate: version.publicationDate ?? undefined,
    citationDate: version.citationDate ?? undefined,
    versionNote: version.versionNote ?? undefined,
    ...writeFileLimits(dataset),
    ...(license === null
      ? present(terms, TERMS_OF_USE_KEYS)
      : { license: { name: license.name, uri: license.uri, ...present(license, LICENSE_KEYS) } }),
    ...present(terms, TERMS_OF_ACCESS_KEYS),
    fileAccessRequest: version.fileAccessRequest,
    metadataBlocks: version.metadataBlocks === undefined ? undefined : writeBlocks(version.metadataBlocks),
  };
}
