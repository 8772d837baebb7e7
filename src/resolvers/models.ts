/** What the types of the schema are made of here: rows, with what their fields need beside them. */
import type {
  AuxiliaryFileRow,
  BlockDefinition,
  CollectionRow,
  ContentRow,
  DataFileRow,
  DatasetSummary,
  DatasetWithGrants,
  DirectUpload,
  FieldDefinition,
  FileRow,
  FixityCheckRow,
  FixityReport,
  FixityRoundRow,
  GroupMember,
  GroupRow,
  IpGroupRow,
  MailDomainGroupRow,
  MetadataField,
  NotificationSubjectRow,
  NotificationView,
  PartOfUpload,
  RecordsCheck,
  RoleAssignee,
  RoleAssignmentRow,
  RoleRow,
  UserRow,
  VersionRow,
} from '../domain/rows.ts';

/** A collection; `granted` where it was read with it. */
export interface CollectionModel {
  readonly kind: 'Collection';
  readonly row: CollectionRow;
  readonly granted?: number;
  /** Whoever has just written it sees its contacts, whatever the installation leaves out elsewhere. Source: collections.md 2.1. */
  readonly isWritten?: true;
  /** All children that the viewer may see, where they were read together with the collection. */
  readonly contents?: readonly ContentRow[];
}

export interface DatasetModel {
  readonly kind: 'Dataset';
  readonly row: DatasetSummary;
  /** The whole row, where more than a summary was read. */
  readonly whole?: DatasetWithGrants;
  /** The newest visible version, where it was read together with the dataset; null when there is none. */
  readonly latest?: { readonly version: VersionRow; readonly files: readonly FileRow[] | null } | null;
}

export interface DatasetVersionModel {
  readonly kind: 'DatasetVersion';
  readonly row: VersionRow;
  readonly dataset: DatasetModel;
  /** Complete and in order, where they were read together with the version. */
  readonly files: readonly FileRow[] | null;
}

/** Usage and citations, by the dataset they are of. */
export interface DatasetMetricsModel {
  readonly datasetId: number;
}

export interface FileMetadataModel {
  readonly kind: 'FileMetadata';
  readonly row: FileRow;
  readonly version: DatasetVersionModel;
}

export interface DataFileModel {
  readonly kind: 'DataFile';
  readonly row: DataFileRow;
  readonly fileAccessRequest: boolean;
  readonly datasetId: number;
}

export type AuxiliaryFileModel = AuxiliaryFileRow;

export type DirectUploadModel = DirectUpload;

/** One part, with the ticket that its address is made from. */
export interface DirectUploadPartModel extends PartOfUpload {
  readonly ticket: DirectUpload['ticket'];
}

export type MetadataBlockModel = BlockDefinition;
export type MetadataFieldDefinitionModel = FieldDefinition;
export type VocabularyValueModel = FieldDefinition['vocabulary'][number];

export interface MetadataBlockValuesModel {
  readonly name: string;
  readonly displayName: string;
  readonly fields: readonly MetadataField[];
}

export type MetadataFieldModel = MetadataField;
export type RoleModel = RoleRow;
export type RoleAssignmentModel = RoleAssignmentRow;
export type ExplicitGroupModel = GroupRow;
export type ExplicitGroupMemberPage = Page<GroupMember>;
export type IpGroupModel = IpGroupRow;
export type MailDomainGroupModel = MailDomainGroupRow;
export type RoleAssigneeModel = RoleAssignee;
export type UserModel = UserRow;

export interface ViewerModel {
  readonly identifier: string;
  readonly superuser: boolean;
  readonly accountId: number | null;
}

/** A page of a keyset connection; the total is counted only when it is asked for. */
export interface Page<Item> {
  readonly edges: readonly { readonly cursor: string; readonly node: Item }[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly totalCount: () => Promise<number>;
}

export type CollectionContentModel = CollectionModel | DatasetModel;
export type CollectionPage = Page<CollectionModel>;
export type CollectionContentPage = Page<CollectionContentModel>;
export type DatasetVersionPage = Page<DatasetVersionModel>;
export type FileMetadataPage = Page<FileMetadataModel>;
export type NotificationModel = NotificationView;
export type NotificationSubjectModel = NotificationSubjectRow;
export type NotificationPage = Page<NotificationModel>;
export type FixityCheckModel = FixityCheckRow;
export type FixityCheckPage = Page<FixityCheckModel>;
export type FixityRoundModel = FixityRoundRow;
export type FixityReportModel = FixityReport;
export type DatasetRecordsCheckModel = RecordsCheck;
export type DatasetRecordsCheckPage = Page<DatasetRecordsCheckModel>;

/** A collection as a model. */
export function collectionModel(row: CollectionRow & { readonly granted?: number }): CollectionModel {
  return row.granted === undefined ? { kind: 'Collection', row } : { kind: 'Collection', row, granted: row.granted };
}

/** A dataset as a model. */
export function datasetModel(row: DatasetSummary | DatasetWithGrants): DatasetModel {
  return 'granted' in row ? { kind: 'Dataset', row, whole: row } : { kind: 'Dataset', row };
}

/** A version as a model, without its files. */
export function versionModel(dataset: DatasetModel, row: VersionRow): DatasetVersionModel {
  return { kind: 'DatasetVersion', row, dataset, files: null };
}

/** What a version says of a file, as a model. */
export function fileMetadataModel(version: DatasetVersionModel, row: FileRow): FileMetadataModel {
  return { kind: 'FileMetadata', row, version };
}

/** A child of a collection as a model. */
export function contentModel(content: ContentRow): CollectionContentModel {
  return content.kind === 'COLLECTION' ? collectionModel(content.row) : datasetModel(content.row);
}
