/**
 * What may be kept by caches that serve everyone. A field is here if it gives every caller the same, whoever asks and whatever drafts there
 * are; whatever is not here makes an answer private. A field that is added to the schema is private until somebody has thought about it.
 */

/** Fields of a type that are the same for all callers, with the reason. */
interface PublicFields {
  readonly why: string;
  readonly fields: readonly string[];
  /** Fields with everything below them. */
  readonly below?: readonly string[];
  /** Fields that are the same for all where their arguments name a published version. */
  readonly ofPublished?: readonly string[];
}

export const PUBLIC_FIELDS: Readonly<Record<string, PublicFields>> = {
  Query: {
    why: 'Who may not see a dataset or collection is refused, and an answer with an error is private; the others are facts of the installation.',
    fields: ['dataset', 'collection', 'serverInfo', 'schemaVersion', 'metadataBlock', 'metadataBlocks'],
    below: ['__schema', '__type'],
  },
  Dataset: {
    why: 'Names and dates of a dataset belong to no version. Its newest version is not here: editors see the draft in its place.',
    fields: [
      'id',
      'databaseId',
      'persistentId',
      'persistentUrl',
      'protocol',
      'authority',
      'separator',
      'identifier',
      'alternativePersistentIds',
      'publisher',
      'publicationDate',
      'datasetType',
      'metadataLanguage',
      'owner',
    ],
    ofPublished: ['version'],
  },
  DatasetVersion: {
    why: 'A published version says the same to all. The state of the newest version is not here: it tells editors of a draft.',
    fields: [
      'id',
      'databaseId',
      'dataset',
      'state',
      'versionNumber',
      'versionMinorNumber',
      'title',
      'versionNote',
      'unf',
      'createdAt',
      'updatedAt',
      'releasedAt',
      'publicationDate',
      'citationDate',
      'distributionDate',
      'productionDate',
      'license',
      'terms',
      'fileAccessRequest',
      'metadataBlocks',
      'metadataBlock',
      'citationText',
      'fileCount',
      'files',
      'firstFiles',
    ],
    // Types of the metadata blocks that are loaded.
    below: ['metadata'],
  },
  MetadataBlockValues: { why: 'Values of a published version.', fields: ['name', 'displayName', 'fields', 'nativeFields'] },
  MetadataField: { why: 'As above.', fields: ['typeName', 'multiple', 'typeClass', 'definition', 'value', 'values', 'compounds'] },
  MetadataCompound: { why: 'As above.', fields: ['fields'] },
  License: {
    why: 'As above.',
    fields: ['name', 'uri', 'iconUri', 'rightsIdentifier', 'rightsIdentifierScheme', 'schemeUri', 'languageCode'],
  },
  VersionTerms: {
    why: 'As above.',
    fields: [
      'termsOfUse',
      'confidentialityDeclaration',
      'specialPermissions',
      'restrictions',
      'citationRequirements',
      'depositorRequirements',
      'conditions',
      'disclaimer',
      'termsOfAccess',
      'dataAccessPlace',
      'originalArchive',
      'availabilityStatus',
      'contactForAccess',
      'sizeOfCollection',
      'studyCompletion',
    ],
  },
  FileMetadataConnection: {
    why: 'The files of a published version are listed to all, restricted ones too.',
    fields: ['edges', 'nodes', 'pageInfo', 'totalCount'],
  },
  FileMetadataEdge: { why: 'As above.', fields: ['cursor', 'node'] },
  PageInfo: { why: 'As above.', fields: ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'] },
  FileMetadata: {
    why: 'What a published version says of a file.',
    fields: ['id', 'databaseId', 'label', 'directoryLabel', 'description', 'restricted', 'categories', 'dataFile'],
  },
  DataFile: {
    why: 'Facts of the bytes. Addresses to download them and what follows from the newest version are not here.',
    fields: ['id', 'databaseId', 'persistentId', 'persistentUrl', 'contentType', 'friendlyType', 'sizeBytes', 'checksum'],
  },
  Checksum: { why: 'As above.', fields: ['type', 'value'] },
  Collection: {
    why: 'What the page of a collection says to all; what it holds differs with who may see it.',
    fields: ['id', 'databaseId', 'alias', 'name', 'affiliation', 'description', 'collectionType', 'isReleased'],
  },
  MetadataBlockConnection: { why: 'Blocks are loaded for all.', fields: ['edges', 'nodes', 'pageInfo', 'totalCount'] },
  MetadataBlockEdge: { why: 'As above.', fields: ['cursor', 'node'] },
  MetadataBlock: { why: 'As above.', fields: ['id', 'databaseId', 'name', 'displayName', 'namespaceUri', 'fields'] },
  MetadataFieldDefinition: {
    why: 'As above.',
    fields: [
      'databaseId',
      'name',
      'title',
      'displayName',
      'description',
      'watermark',
      'type',
      'typeClass',
      'multiple',
      'isControlledVocabulary',
      'isFacetable',
      'displayFormat',
      'displayOrder',
      'termUri',
      'vocabularyValues',
      'blockName',
      'parentName',
      'children',
    ],
  },
  ServerInfo: {
    why: 'Facts of the installation.',
    fields: ['version', 'build', 'server', 'installationName', 'apiTermsOfUse', 'userGuidesBaseUrl', 'userGuidesVersion'],
  },
};
