import type { CollectionRecordFragment, OwnerLinkFragment } from '../../../generated/operations.ts';
import { type JsonRecord, ownerChain, put, toSecond } from '../../records/record.ts';

const THEME_KEYS = ['logo', 'tagline', 'linkUrl', 'linkColor', 'textColor', 'backgroundColor'] as const;

function themeRecord({ databaseId: id }: CollectionRecordFragment, theme: NonNullable<CollectionRecordFragment['theme']>): JsonRecord {
  // A collection has one theme, which the id of the collection names well enough.
  const record: JsonRecord = { id };
  for (const key of THEME_KEYS) put(record, key, theme[key]);
  // The logo's background is shown only beside its alignment. Source: collections.md 2.1.
  if (theme.logoAlignment !== null) put(record, 'logoBackgroundColor', theme.logoBackgroundColor);
  return record;
}

/** The record of a rule for a metadata field. */
export function inputLevelRecord(level: CollectionRecordFragment['inputLevels'][number]): JsonRecord {
  const record: JsonRecord = { datasetFieldTypeName: level.fieldName, required: level.required, include: level.include };
  put(record, 'displayOnCreate', level.displayOnCreate);
  return record;
}

/** The record of a collection. Source: collections.md 2.1. */
export function collectionRecord(
  collection: CollectionRecordFragment,
  extra: {
    readonly childCount?: number | undefined;
    readonly owners?: readonly OwnerLinkFragment[] | undefined;
    readonly hideContacts?: boolean;
  } = {},
): JsonRecord {
  const record: JsonRecord = { id: collection.databaseId, alias: collection.alias, name: collection.name };
  put(record, 'affiliation', collection.affiliation);
  // A collection has at least one; none are read where the installation leaves e-mail addresses out.
  if (extra.hideContacts !== true && collection.contacts.length > 0) record['collectionContacts'] = collection.contacts;
  put(record, 'isPartOf', ownerChain(extra.owners ?? []));
  record['permissionRoot'] = collection.isPermissionRoot;
  put(record, 'description', collection.description);
  record['collectionType'] = collection.collectionType;
  record['isMetadataBlockRoot'] = collection.isMetadataBlockRoot;
  record['isFacetRoot'] = collection.isFacetRoot;
  put(record, 'ownerId', collection.ownerDatabaseId);
  record['creationDate'] = toSecond(collection.createdAt);
  if (collection.theme !== null) record['theme'] = themeRecord(collection, collection.theme);
  put(record, 'storageDriverLabel', collection.storageDriverLabel);
  put(record, 'filePIDsEnabled', collection.filePidsEnabled);
  record['effectiveRequiresFilesToPublishDataset'] = collection.requiresFilesToPublishDataset;
  record['isReleased'] = collection.isReleased;
  if (collection.inputLevels.length > 0) {
    record['inputLevels'] = collection.inputLevels.map(inputLevelRecord);
  }
  put(record, 'childCount', extra.childCount);
  put(record, 'effectiveDatasetFileCountLimit', collection.effectiveDatasetFileCountLimit);
  put(record, 'datasetFileCountLimit', collection.datasetFileCountLimit);
  return record;
}
