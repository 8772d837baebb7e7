/** What the tools ask the server. Source: exports.md 17. */
import { z } from 'zod';

const inputLevel = z.object({
  fieldName: z.string(),
  required: z.boolean(),
  include: z.boolean(),
  displayOnCreate: z.boolean().nullable(),
});

/** Of a logo; exports of earlier releases have none. */
const picture = z.object({ base64: z.string() }).nullable().default(null);

export const collectionSchema = z.object({
  databaseId: z.int(),
  ownerDatabaseId: z.int().nullable(),
  alias: z.string(),
  name: z.string(),
  affiliation: z.string().nullable(),
  description: z.string().nullable(),
  collectionType: z.string(),
  contacts: z.array(z.object({ contactEmail: z.string() })),
  isMetadataBlockRoot: z.boolean(),
  isFacetRoot: z.boolean(),
  isReleased: z.boolean(),
  filePidsEnabled: z.boolean().nullable(),
  datasetFileCountLimit: z.int().nullable(),
  theme: z.record(z.string(), z.string().nullable()).nullable(),
  inputLevels: z.array(inputLevel),
  metadataBlocks: z.array(z.object({ name: z.string() })),
  facets: z.array(z.object({ name: z.string() })),
  /** Exports of earlier releases do not tell them. */
  blockFacets: z.object({ isRoot: z.boolean(), blocks: z.array(z.object({ name: z.string() })) }).optional(),
  card: picture,
  logo: picture,
});
/** A collection as it is carried. */
export type CarriedCollection = z.infer<typeof collectionSchema>;

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

export const TREE = `query ($reference: CollectionReference!, $after: String) {
  collection(reference: $reference) {
    ...Carried
    descendants(first: 20, after: $after) { nodes { ...Carried } pageInfo { hasNextPage endCursor } }
  }
}
fragment Carried on Collection {
  databaseId ownerDatabaseId alias name affiliation description collectionType contacts { contactEmail }
  isMetadataBlockRoot isFacetRoot isReleased filePidsEnabled datasetFileCountLimit
  theme { backgroundColor linkColor linkUrl logo logoAlignment logoBackgroundColor logoFormat tagline textColor }
  inputLevels { fieldName required include displayOnCreate } metadataBlocks { name } facets { name }
  blockFacets { isRoot blocks { name } }
  card: logo(size: CARD) { base64 } logo(size: LOGO) { base64 }
}`;
export const treeAnswer = z.object({
  collection: collectionSchema.extend({ descendants: z.object({ nodes: z.array(collectionSchema), pageInfo }) }).nullable(),
});

export const DATASETS = `query ($reference: CollectionReference!, $after: String) {
  collection(reference: $reference) {
    contents(first: 100, after: $after, filter: { kind: DATASET }) {
      nodes { ... on Dataset { databaseId } } pageInfo { hasNextPage endCursor }
    }
  }
}`;
export const datasetsAnswer = z.object({
  collection: z.object({ contents: z.object({ nodes: z.array(z.object({ databaseId: z.int() })), pageInfo }) }).nullable(),
});

/** A name within a folder: it must lead nowhere else. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

export const fileSchema = z.looseObject({
  dataFile: z.looseObject({
    id: z.int(),
    storageIdentifier: z.string(),
    filesize: z.int(),
    tabularData: z.boolean(),
    originalFileSize: z.int().optional(),
    checksum: z.object({ type: z.string(), value: z.string() }),
    rootDataFileId: z.int(),
    previousDataFileId: z.int().optional(),
  }),
  table: z
    .looseObject({
      textHasHeader: z.boolean(),
      downloadSizeBytes: z.int().optional(),
      downloadSha256: z.string().optional(),
    })
    .optional(),
  records: z.array(z.looseObject({})),
});
export type CarriedFileLine = z.infer<typeof fileSchema>;

export const recordSchema = z.looseObject({
  id: z.int(),
  protocol: z.string(),
  authority: z.string().regex(/^[^/\\]+$/),
  separator: z.string(),
  identifier: z.string(),
  versions: z.array(z.looseObject({})),
});

export const CARRIED = `query ($reference: DatasetReference!, $after: String) {
  carriedDataset(reference: $reference) { record files(first: 100, after: $after) { records endCursor } }
}`;
export const carriedAnswer = z.object({
  carriedDataset: z.object({
    record: recordSchema,
    files: z.object({ records: z.array(fileSchema), endCursor: z.string().nullable() }),
  }),
});

export const PARTS = `query ($reference: DatasetReference!, $file: Int!, $after: String) {
  carriedDataset(reference: $reference) { tableParts(file: $file, first: 100, after: $after) { parts endCursor } }
}`;
export const partsAnswer = z.object({
  carriedDataset: z.object({ tableParts: z.object({ parts: z.array(z.unknown()), endCursor: z.string().nullable() }) }),
});

export const RECORD = 'query ($reference: DatasetReference!) { carriedDataset(reference: $reference) { record } }';
export const recordAnswer = z.object({ carriedDataset: z.object({ record: recordSchema }) });

/** The name of the bytes of a file in its folder. @throws Error when it is no name */
export function storageIdOf({ dataFile: { storageIdentifier } }: CarriedFileLine): string {
  const name = storageIdentifier.replace(/^\w+:\/\//, '').replace(/^.*:/, '');
  if (!NAME.test(name)) throw new Error(`${storageIdentifier} names no file.`);
  return name;
}

/** One line of `datasets.jsonl`. */
export const datasetLine = z.object({ collection: z.string(), dataset: recordSchema, files: z.array(fileSchema) });
export type DatasetLine = z.infer<typeof datasetLine>;
