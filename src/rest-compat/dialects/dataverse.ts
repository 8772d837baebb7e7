/**
 * The words of Dataverse 6, from which this interface was renamed, for its clients. Words that only look alike are not in the table:
 * `sizeOfCollection` is a field of the terms, `collections` of a search item is a key there as well.
 */
import type { Permission } from '../../vocabulary/access.ts';
import type { Dialect, Names } from './dialect.ts';
import { dataverseRows } from './dataverse-rows.ts';

const permissions: Partial<Record<Permission, string>> = {
  AddCollection: 'AddDataverse',
  ViewUnpublishedCollection: 'ViewUnpublishedDataverse',
  EditCollection: 'EditDataverse',
  ManageCollectionPermissions: 'ManageDataversePermissions',
  PublishCollection: 'PublishDataverse',
  LinkCollection: 'LinkDataverse',
  DeleteCollection: 'DeleteDataverse',
};

const settings: Names = {
  ':CollectionMetadataValidatorScript': ':DataverseMetadataValidatorScript',
  ':CollectionMetadataPublishValidationFailureMsg': ':DataverseMetadataPublishValidationFailureMsg',
  ':CollectionMetadataUpdateValidationFailureMsg': ':DataverseMetadataUpdateValidationFailureMsg',
  ':DisableRootCollectionTheme': ':DisableRootDataverseTheme',
};

const searchFields: Names = { identifierOfCollection: 'identifierOfDataverse', categoryOfCollection: 'categoryOfDataverse' };

const formats: Names = { service_json: 'dataverse_json' };

export const dataverse: Dialect = {
  name: 'dataverse',
  segments: {
    collections: 'dataverses',
    collection: 'dataverse',
    linkingCollections: 'linkingDataverses',
    collectionFeaturedItems: 'dataverseFeaturedItems',
    collectionFeaturedItemImage: 'dataverseFeaturedItemImage',
  },
  headers: {
    'x-service-key': 'x-dataverse-key',
    'x-service-unblock-key': 'x-dataverse-unblock-key',
    'x-service-invocationid': 'x-dataverse-invocationid',
  },
  tokenHeader: 'X-Dataverse-key',
  keys: {
    collectionType: 'dataverseType',
    collectionContacts: 'dataverseContacts',
    collectionAlias: 'dataverseAlias',
    collectionId: 'dataverseId',
    collectionDisplayName: 'dataverseDisplayName',
    linkedCollections: 'linkedDataverses',
    collectionsLinkingToThis: 'dataversesLinkingToThis',
    'linked-collections': 'linked-dataverses',
    identifier_of_collection: 'identifier_of_dataverse',
    name_of_collection: 'name_of_dataverse',
    parentCollectionName: 'parentDataverseName',
    parentCollectionIdentifier: 'parentDataverseIdentifier',
    collections_count: 'dataverses_count',
    Collections: 'Dataverses',
    canAddCollection: 'canAddDataverse',
    canDeleteCollection: 'canDeleteDataverse',
    canEditCollection: 'canEditDataverse',
    canManageCollectionPermissions: 'canManageDataversePermissions',
    canPublishCollection: 'canPublishDataverse',
    canViewUnpublishedCollection: 'canViewUnpublishedDataverse',
    collectionCreator: 'dataverseCreator',
    collectionPublisher: 'dataversePublisher',
  },
  words: {
    type: { COLLECTION: 'DATAVERSE', collection: 'dataverse' },
    dvobject_types: { Collection: 'Dataverse' },
    permissions,
    permission: permissions,
    name: settings,
    exporter: formats,
  },
  openKeys: {
    'admin.settings.list': settings,
    'admin.settings.replace': settings,
    'info.exportFormats': formats,
    search: searchFields,
  },
  queries: {
    rows: ['search'],
    parameters: ['q', 'fq'],
    fields: searchFields,
    words: { dvObjectType: { collections: 'dataverses' } },
  },
  rows: dataverseRows,
};
