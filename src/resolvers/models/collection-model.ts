import type { CollectionRow, ContentRow } from '../../domain/rows.ts';
import type { Collection } from '../../generated/resolvers.ts';

type Plain =
  | 'databaseId'
  | 'alias'
  | 'name'
  | 'affiliation'
  | 'description'
  | 'collectionType'
  | 'ownerDatabaseId'
  | 'isPermissionRoot'
  | 'isMetadataBlockRoot'
  | 'isFacetRoot'
  | 'createdAt'
  | 'publishedAt'
  | 'isReleased'
  | 'filePidsEnabled'
  | 'datasetFileCountLimit';

/** A collection; `granted` where it was read with it. */
export class CollectionModel implements Pick<Collection, Plain> {
  readonly kind = 'Collection';
  readonly row: CollectionRow;
  readonly granted: number | undefined;
  /** Whoever has just written it sees its contacts, whatever the installation leaves out elsewhere. Source: collections.md 2.1. */
  readonly isWritten: boolean;
  /** All children that the viewer may see, where they were read together with the collection. */
  readonly readContents: readonly ContentRow[] | undefined;

  constructor(
    row: CollectionRow & { readonly granted?: number },
    beside: { readonly isWritten?: true; readonly contents?: readonly ContentRow[] } = {},
  ) {
    this.row = row;
    this.granted = row.granted;
    this.isWritten = beside.isWritten ?? false;
    this.readContents = beside.contents;
  }

  get databaseId() {
    return this.row.id;
  }

  get alias() {
    return this.row.alias;
  }

  get name() {
    return this.row.name;
  }

  get affiliation() {
    return this.row.affiliation;
  }

  get description() {
    return this.row.description;
  }

  get collectionType() {
    return this.row.collectionType;
  }

  get ownerDatabaseId() {
    return this.row.ownerId;
  }

  get isPermissionRoot() {
    return this.row.permissionRoot;
  }

  get isMetadataBlockRoot() {
    return this.row.metadataBlockRoot;
  }

  get isFacetRoot() {
    return this.row.facetRoot;
  }

  get createdAt() {
    return this.row.createdAt;
  }

  get publishedAt() {
    return this.row.publishedAt;
  }

  get isReleased() {
    return this.row.publishedAt !== null;
  }

  get filePidsEnabled() {
    return this.row.filePidsEnabled;
  }

  get datasetFileCountLimit() {
    return this.row.datasetFileCountLimit;
  }
}

/** A collection as a model. */
export function collectionModel(row: CollectionRow & { readonly granted?: number }): CollectionModel {
  return new CollectionModel(row);
}
