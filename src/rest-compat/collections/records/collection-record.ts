import { z } from 'zod';
import type { CollectionRecordFragment, OwnerLinkFragment } from '../../../generated/operations.ts';
import { COLLECTION_TYPES } from '../../../vocabulary/collections.ts';
import { ownerChain, ownerLinkSchema, toSecond } from '../../records/record.ts';
import { counted, objectId, listOf, recordSchema, second } from '../../records/schema.ts';

const colour = z.string().optional().describe('An HTML colour.');

const themeSchema = recordSchema('CollectionTheme', 'The appearance of the pages of a collection. Source: collections.md 2.1.', {
  id: objectId,
  logo: z.string().optional().describe('Name of the file.'),
  tagline: z.string().optional(),
  linkUrl: z.string().optional(),
  linkColor: colour,
  textColor: colour,
  backgroundColor: colour,
  logoBackgroundColor: z.string().optional().describe('Only if an alignment of the logo is stored.'),
});

export const inputLevelSchema = recordSchema('InputLevel', 'A rule of a collection for a metadata field. Source: collections.md 2.1.', {
  datasetFieldTypeName: z.string().describe('Name of the field.'),
  required: z.boolean().describe('Whether datasets need a value.'),
  include: z.boolean().describe('Whether the field is offered at all.'),
  displayOnCreate: z
    .boolean()
    .optional()
    .describe('Whether it is shown when a dataset is created; absent if the definition of the field decides.'),
});
type InputLevelRecord = z.infer<typeof inputLevelSchema>;

export const collectionSchema = recordSchema('Collection', 'A collection. Source: collections.md 2.1.', {
  id: objectId,
  alias: z.string().describe('Unique, case-insensitive; may be used instead of the id in paths.'),
  name: z.string(),
  affiliation: z.string().optional(),
  collectionContacts: listOf(
    recordSchema('CollectionContact', 'A contact of a collection.', { displayOrder: counted, contactEmail: z.string() }),
  )
    .optional()
    .describe('By `displayOrder`; absent if the installation hides e-mail addresses.'),
  isPartOf: ownerLinkSchema.optional().describe('The collection that holds it; only with `returnOwners=true`.'),
  permissionRoot: z.boolean().describe('Whether assignments on collections above it do not apply here.'),
  description: z.string().optional(),
  collectionType: z.enum(COLLECTION_TYPES),
  isMetadataBlockRoot: z.boolean().describe('Whether it has metadata blocks of its own.'),
  isFacetRoot: z.boolean().describe('Whether it has search facets of its own.'),
  ownerId: objectId.optional().describe('Id of the collection above; absent for the root.'),
  creationDate: second,
  theme: themeSchema.optional(),
  storageDriverLabel: z.string().optional().describe('The store of new files; absent if a collection above decides.'),
  filePIDsEnabled: z.boolean().optional().describe('Whether files get persistent identifiers; absent if a collection above decides.'),
  effectiveRequiresFilesToPublishDataset: z.boolean().describe('Whether datasets need a file to be published.'),
  isReleased: z.boolean().describe('Whether it is published.'),
  inputLevels: listOf(inputLevelSchema).optional().describe('Its own rules; absent if there are none.'),
  childCount: counted.optional().describe('Collections and datasets directly in it; only with `returnChildCount=true`.'),
  effectiveDatasetFileCountLimit: counted.optional().describe('Most files that a dataset may have: the limit in effect.'),
  datasetFileCountLimit: counted.optional().describe('Most files that a dataset may have: its own limit.'),
});
export type CollectionRecord = z.infer<typeof collectionSchema>;

function themeRecord(
  { databaseId: id }: CollectionRecordFragment,
  theme: NonNullable<CollectionRecordFragment['theme']>,
): z.infer<typeof themeSchema> {
  return {
    // A collection has one theme, which the id of the collection names well enough.
    id,
    logo: theme.logo ?? undefined,
    tagline: theme.tagline ?? undefined,
    linkUrl: theme.linkUrl ?? undefined,
    linkColor: theme.linkColor ?? undefined,
    textColor: theme.textColor ?? undefined,
    backgroundColor: theme.backgroundColor ?? undefined,
    // The logo's background is shown only beside its alignment. Source: collections.md 2.1.
    logoBackgroundColor: theme.logoAlignment === null ? undefined : (theme.logoBackgroundColor ?? undefined),
  };
}

/** The record of a rule for a metadata field. */
export function inputLevelRecord(level: CollectionRecordFragment['inputLevels'][number]): InputLevelRecord {
  return {
    datasetFieldTypeName: level.fieldName,
    required: level.required,
    include: level.include,
    displayOnCreate: level.displayOnCreate ?? undefined,
  };
}

/** The record of a collection. Source: collections.md 2.1. */
export function collectionRecord(
  collection: CollectionRecordFragment,
  extra: {
    readonly childCount?: number | undefined;
    readonly owners?: readonly OwnerLinkFragment[] | undefined;
    readonly hideContacts?: boolean;
  } = {},
): CollectionRecord {
  return {
    id: collection.databaseId,
    alias: collection.alias,
    name: collection.name,
    affiliation: collection.affiliation ?? undefined,
    // A collection has at least one; none are read where the installation leaves e-mail addresses out.
    collectionContacts: extra.hideContacts !== true && collection.contacts.length > 0 ? collection.contacts : undefined,
    isPartOf: ownerChain(extra.owners ?? []),
    permissionRoot: collection.isPermissionRoot,
    description: collection.description ?? undefined,
    collectionType: collection.collectionType,
    isMetadataBlockRoot: collection.isMetadataBlockRoot,
    isFacetRoot: collection.isFacetRoot,
    ownerId: collection.ownerDatabaseId ?? undefined,
    creationDate: toSecond(collection.createdAt),
    theme: collection.theme === null ? undefined : themeRecord(collection, collection.theme),
    storageDriverLabel: collection.storageDriverLabel ?? undefined,
    filePIDsEnabled: collection.filePidsEnabled ?? undefined,
    effectiveRequiresFilesToPublishDataset: collection.requiresFilesToPublishDataset,
    isReleased: collection.isReleased,
    inputLevels: collection.inputLevels.length > 0 ? collection.inputLevels.map(inputLevelRecord) : undefined,
    childCount: extra.childCount,
    effectiveDatasetFileCountLimit: collection.effectiveDatasetFileCountLimit ?? undefined,
    datasetFileCountLimit: collection.datasetFileCountLimit ?? undefined,
  };
}
