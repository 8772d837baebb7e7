import { z } from 'zod';
import type {
  CollectionInputLevelInput,
  CollectionReference,
  CreateCollectionInput,
  UpdateCollectionInput,
} from '../../../resolvers/generated/resolver-types.ts';
import { COLLECTION_TYPES } from '../../../vocabulary/collections.ts';
import { idOrNameText } from '../../reference.ts';

/** A text; anything that is none counts as absent. Source: collections.md 5.1. */
const lenientText = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? value : null));
/** Source: decisions.md 35. */
const collectionType = z.enum(COLLECTION_TYPES).nullish();

/** Rules for metadata fields. Source: collections.md 5.1, 11.2. */
export const inputLevelsBody = z.array(
  z.object({
    datasetFieldTypeName: z.string(),
    required: z.boolean(),
    include: z.boolean(),
    displayOnCreate: z.boolean().nullish(),
  }),
);

/** The mutation's input from a rule of a body. */
export function inputLevelVariables(level: z.infer<typeof inputLevelsBody>[number]): CollectionInputLevelInput {
  const { datasetFieldTypeName: fieldName, ...rule } = level;
  return { fieldName, ...rule };
}

const metadataBlocks = z.object({
  metadataBlockNames: z.array(z.string()).nullish(),
  inheritMetadataBlocksFromParent: z.boolean().nullish(),
  facetIds: z.array(idOrNameText).nullish(),
  inheritFacetsFromParent: z.boolean().nullish(),
  inputLevels: inputLevelsBody.nullish(),
});

/** Body of a new collection. Source: collections.md 2.1, 5.1. */
export const collectionBody = z.object({
  name: z.string(),
  alias: z.string(),
  collectionContacts: z.array(z.object({ contactEmail: z.string() })),
  affiliation: lenientText,
  description: lenientText,
  collectionType,
  facetRoot: z.boolean().nullish(),
  theme: z
    .object({
      backgroundColor: z.string().nullish(),
      linkColor: z.string().nullish(),
      linkUrl: z.string().nullish(),
      logo: z.string().nullish(),
      logoAlignment: z.string().nullish(),
      logoBackgroundColor: z.string().nullish(),
      logoFormat: z.string().nullish(),
      tagline: z.string().nullish(),
      textColor: z.string().nullish(),
    })
    .nullish(),
  filePIDsEnabled: z.boolean().nullish(),
  requireFilesToPublishDataset: z.boolean().nullish(),
  datasetFileCountLimit: z.number().int().nullish(),
  metadataBlocks: metadataBlocks.nullish(),
});

/** Body of a changed collection: what is absent stays, null counts as absent. Source: collections.md 11.2. */
export const collectionChangesBody = z.object({
  name: z.string().nullish(),
  alias: z.string().nullish(),
  collectionContacts: z.array(z.object({ contactEmail: z.string() })).nullish(),
  affiliation: lenientText,
  description: lenientText,
  collectionType,
  datasetFileCountLimit: z.number().int().nullish(),
  metadataBlocks: metadataBlocks.nullish(),
});

function blockVariables(blocks: z.infer<typeof metadataBlocks>) {
  return {
    metadataBlockNames: blocks.metadataBlockNames,
    inheritMetadataBlocks: blocks.inheritMetadataBlocksFromParent,
    facetFieldNames: blocks.facetIds,
    inheritFacets: blocks.inheritFacetsFromParent,
    inputLevels: blocks.inputLevels?.map(inputLevelVariables),
  };
}

/** The mutation's input from a body; `owner` null asks for a root collection. */
export function createCollectionVariables(body: z.infer<typeof collectionBody>, owner: CollectionReference | null): CreateCollectionInput {
  const { collectionContacts: contacts, metadataBlocks: blocks, filePIDsEnabled: filePidsEnabled, ...facts } = body;
  return { ...facts, owner, contacts, filePidsEnabled, ...blockVariables(blocks ?? {}) };
}

/** The mutation's input from a body of changes. */
export function updateCollectionVariables(
  body: z.infer<typeof collectionChangesBody>,
  collection: CollectionReference,
): UpdateCollectionInput {
  const { collectionContacts: contacts, metadataBlocks: blocks, ...facts } = body;
  const sent = Object.entries({ ...facts, contacts, ...blockVariables(blocks ?? {}) }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return { collection, ...Object.fromEntries(sent) };
}
