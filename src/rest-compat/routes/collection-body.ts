import { z } from 'zod';
import type { CollectionReference, CreateCollectionInput } from '../../generated/resolvers.ts';
import { COLLECTION_TYPES, type CollectionType } from '../../vocabulary.ts';

/** A text; anything that is none counts as absent. Source: collections.md 5.1. */
const lenientText = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? value : null));
/** A wrong or unknown category silently becomes `UNCATEGORIZED`: clients rely on it. Source: collections.md 5.1. */
const lenientType = z
  .unknown()
  .optional()
  .transform((value): CollectionType | null => COLLECTION_TYPES.find((type) => type === value) ?? null);

const metadataBlocks = z
  .object({
    metadataBlockNames: z.array(z.string()).nullish(),
    inheritMetadataBlocksFromParent: z.boolean().nullish(),
    facetIds: z.array(z.string()).nullish(),
    inheritFacetsFromParent: z.boolean().nullish(),
    inputLevels: z
      .array(
        z.object({
          datasetFieldTypeName: z.string(),
          required: z.boolean(),
          include: z.boolean(),
          displayOnCreate: z.boolean().nullish(),
        }),
      )
      .nullish(),
  })
  .refine((choice) => choice.inheritMetadataBlocksFromParent !== true || (choice.metadataBlockNames ?? []).length === 0, {
    path: ['inheritMetadataBlocksFromParent'],
    message: 'cannot be true together with metadataBlockNames',
  })
  .refine((choice) => choice.inheritFacetsFromParent !== true || (choice.facetIds ?? []).length === 0, {
    path: ['inheritFacetsFromParent'],
    message: 'cannot be true together with facetIds',
  });

/** Body of a new collection. Source: http-api.md, Collection; collections.md 5.1. */
export const collectionBody = z.object({
  name: z.string(),
  alias: z.string(),
  collectionContacts: z.array(z.object({ contactEmail: z.string() })),
  affiliation: lenientText,
  description: lenientText,
  collectionType: lenientType,
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

/** The mutation's input from a body; `owner` null asks for a root collection. */
export function createCollectionVariables(body: z.infer<typeof collectionBody>, owner: CollectionReference | null): CreateCollectionInput {
  const blocks = body.metadataBlocks ?? {};
  return {
    owner,
    alias: body.alias,
    name: body.name,
    contacts: body.collectionContacts,
    affiliation: body.affiliation,
    description: body.description,
    collectionType: body.collectionType,
    facetRoot: body.facetRoot,
    theme: body.theme,
    filePidsEnabled: body.filePIDsEnabled,
    requireFilesToPublishDataset: body.requireFilesToPublishDataset,
    datasetFileCountLimit: body.datasetFileCountLimit,
    metadataBlockNames: blocks.metadataBlockNames,
    facetFieldNames: blocks.facetIds,
    inputLevels: blocks.inputLevels?.map(({ datasetFieldTypeName, ...level }) => ({ fieldName: datasetFieldTypeName, ...level })),
  };
}
