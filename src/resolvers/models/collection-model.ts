import type { CollectionKey, CollectionRow, ContentRow } from '../../domain/rows.ts';

interface ReadContents {
  /** At most so many were asked for. */
  readonly limit: number;
  readonly rows: readonly ContentRow[];
}

/** A collection that was named and not read: only fields that have gates of their own are asked of it. */
interface NamedCollection {
  readonly key: CollectionKey;
}

/** A collection; `granted` where it was read with it. */
export class CollectionModel {
  readonly kind = 'Collection';
  /** What it is called in commands and guarded reads. */
  readonly key: CollectionKey;
  readonly granted: number | undefined;
  /** A caller who has just written it sees its contacts, even if the installation hides them elsewhere. Source: collections.md 2.1. */
  readonly isWritten: boolean;
  /** The first children that the viewer may see, where they were read together with the collection. */
  readonly readContents: ReadContents | undefined;

  private readonly read: CollectionRow | undefined;

  constructor(
    collection: (CollectionRow & { readonly granted?: number }) | NamedCollection,
    beside: { readonly isWritten?: true; readonly contents?: ReadContents } = {},
  ) {
    const row = 'key' in collection ? undefined : collection;
    this.key = 'key' in collection ? collection.key : { id: collection.id };
    this.read = row;
    this.granted = row?.granted;
    this.isWritten = beside.isWritten ?? false;
    this.readContents = beside.contents;
  }

  get isNamed(): boolean {
    return this.read === undefined;
  }

  get row(): CollectionRow {
    if (this.read === undefined) throw new Error('A field without a gate of its own was asked of a collection that was not viewed.');
    return this.read;
  }

  get databaseId(): CollectionRow['id'] {
    return this.row.id;
  }

  get alias(): CollectionRow['alias'] {
    return this.row.alias;
  }

  get name(): CollectionRow['name'] {
    return this.row.name;
  }

  get affiliation(): CollectionRow['affiliation'] {
    return this.row.affiliation;
  }

  get description(): CollectionRow['description'] {
    return this.row.description;
  }

  get collectionType(): CollectionRow['collectionType'] {
    return this.row.collectionType;
  }

  get ownerDatabaseId(): CollectionRow['ownerId'] {
    return this.row.ownerId;
  }

  get isPermissionRoot(): CollectionRow['permissionRoot'] {
    return this.row.permissionRoot;
  }

  get isMetadataBlockRoot(): CollectionRow['metadataBlockRoot'] {
    return this.row.metadataBlockRoot;
  }

  get isFacetRoot(): CollectionRow['facetRoot'] {
    return this.row.facetRoot;
  }

  get createdAt(): CollectionRow['createdAt'] {
    return this.row.createdAt;
  }

  get publishedAt(): CollectionRow['publishedAt'] {
    return this.row.publishedAt;
  }

  get isReleased(): boolean {
    return this.row.publishedAt !== null;
  }

  get filePidsEnabled(): CollectionRow['filePidsEnabled'] {
    return this.row.filePidsEnabled;
  }

  get datasetFileCountLimit(): CollectionRow['datasetFileCountLimit'] {
    return this.row.datasetFileCountLimit;
  }
}

/** A collection as a model. */
export function collectionModel(row: CollectionRow & { readonly granted?: number }): CollectionModel {
  return new CollectionModel(row);
}
