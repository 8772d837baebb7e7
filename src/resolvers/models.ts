/**
 * What the types of the schema are made of here: rows, with what their fields need beside them. Those that answers hold
 * many of have getters for the fields that need nothing else: a compiled operation reads a property in place, where a
 * resolver costs a call, four closures and a description of the field.
 */
import type { StoreRoom } from '../domain/files/view-storage-use.ts';
import type { ReceivedNotification } from '../domain/notifications/follow-notifications.ts';
import type { AskableTable } from '../domain/files/table-questions/table-ask.ts';
import type {
  AccountTraceRow,
  AnsweredDownload,
  AnsweredSubject,
  ArchivalCopyRow,
  AuditedFile,
  AuxiliaryFileRow,
  BannerMessageRow,
  BlockDefinition,
  BulkJobRow,
  CarriedView,
  ContentRow,
  DataTableRow,
  DataVariableRow,
  DatasetAudit,
  DirectUpload,
  ExportRun,
  FeaturedItemRow,
  FeedEventRow,
  FieldDefinition,
  FileForm,
  SearchRebuildRow,
  FixityCheckRow,
  FixityReport,
  FixityRoundRow,
  GroupMember,
  OutgoingMailRow,
  QueuedJobRow,
  GroupRow,
  GuestbookResponseRow,
  GuestbookRow,
  InvocationView,
  IpGroupRow,
  ListedAccountRow,
  MailDomainGroupRow,
  NamedCollectionRow,
  NamedTokenRow,
  NotificationView,
  OaiSetRow,
  PartOfUpload,
  ReadableSubject,
  RecordsCheck,
  RoleAssignee,
  RoleAssignmentRow,
  RoleRow,
  ShownBlock,
  ShownField,
  StorageSiteRow,
  TemplateRow,
  UserRow,
  WebhookDeliveryRow,
  WebhookRow,
  WorkflowRow,
  WorkflowStep,
} from '../domain/rows.ts';
import { type CollectionModel, collectionModel } from './models/collection-model.ts';
import { DatasetModel, type DatasetSurroundings, datasetModel } from './models/dataset-model.ts';
import type { DatasetVersionModel } from './models/dataset-version-model.ts';
import type { FileMetadataModel } from './models/file-models.ts';
import type { ArchivePlan } from '../domain/files/archive/plan-archive.ts';
import type { MetricScope } from '../domain/metrics/installation-metrics.ts';
import type { OaiRecord } from '../domain/harvesting/oai-records.ts';
import type { SitemapEntry } from '../domain/harvesting/sitemap.ts';
import type { OaiRepository } from '../domain/harvesting/oai-repository.ts';
import type { MetadataExport } from '../domain/exports/metadata-export.ts';
import type { InvalidRange } from '../model/tables/variable-facts.ts';
import type { Exporter } from '../formats/exports/exporter.ts';

export { CollectionModel, collectionModel } from './models/collection-model.ts';
export { DatasetModel, datasetModel } from './models/dataset-model.ts';
export { DatasetVersionModel, versionModel } from './models/dataset-version-model.ts';
export { DataFileModel, FileMetadataModel, dataFileModel, fileMetadataModel } from './models/file-models.ts';

/** Usage and citations, by the dataset they are of. */
export interface DatasetMetricsModel {
  readonly datasetId: number;
}

/** The collection whose numbers are shown. */
export type InstallationMetricsModel = MetricScope;

/** Several files as one archive. */
export type FileArchiveModel = ArchivePlan;

export type AuxiliaryFileModel = AuxiliaryFileRow;
export type CarriedDatasetModel = CarriedView;

export type DataTableModel = DataTableRow;

/** Questions to the rows of a file. */
export type TabularDataModel = AskableTable;
export type DataVariableModel = DataVariableRow;
export type InvalidRangeModel = InvalidRange;

export type DirectUploadModel = DirectUpload;

/** One part, with the ticket that its address is made from. */
export interface DirectUploadPartModel extends PartOfUpload {
  readonly ticket: DirectUpload['ticket'];
}

export type MetadataBlockModel = BlockDefinition;
export type MetadataFieldDefinitionModel = FieldDefinition;
export type VocabularyValueModel = FieldDefinition['vocabulary'][number];

export type MetadataBlockValuesModel = ShownBlock;

export type MetadataFieldModel = ShownField;
export type RoleModel = RoleRow;
export type RoleAssignmentModel = RoleAssignmentRow;
export type ExplicitGroupModel = GroupRow;
export type ExplicitGroupMemberPage = Page<GroupMember>;
export type IpGroupModel = IpGroupRow;
export type MailDomainGroupModel = MailDomainGroupRow;
export type RoleAssigneeModel = RoleAssignee;
export type UserModel = UserRow;
export type NamedTokenModel = NamedTokenRow;
export type AccountTraceModel = AccountTraceRow;
export type PermittedCollectionModel = NamedCollectionRow;
export type ListedAccountModel = ListedAccountRow;

export interface ViewerModel {
  readonly identifier: string;
  readonly superuser: boolean;
  readonly accountId: number | null;
}

/** A page of a keyset connection; the total is counted only on request. */
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
export type DataVariablePage = Page<DataVariableModel>;
/** Part of a version's files. */
export interface FileSliceModel {
  readonly totalCount: number;
  readonly files: readonly FileMetadataModel[];
  readonly endCursor: string | null;
}

export type EventModel = FeedEventRow;

export type WebhookModel = WebhookRow;
export type BulkJobModel = BulkJobRow;
export type BulkJobPage = Page<BulkJobModel>;
export type ArchivalStatusModel = ArchivalCopyRow;
export type BannerMessageModel = BannerMessageRow;

export type DatasetTemplateModel = TemplateRow;

export type FeaturedItemModel = FeaturedItemRow;

export type GuestbookModel = GuestbookRow;

/** A guestbook as a collection sees it. */
export interface CollectionGuestbookModel {
  readonly guestbook: GuestbookRow;
  readonly use: () => Promise<{ readonly datasets: number; readonly responses: number }>;
}

/** A download that a response to a guestbook has opened. */
export interface AnsweredDownloadModel extends AnsweredDownload {
  readonly subject: AnsweredSubject;
  readonly form: FileForm | undefined;
  readonly format: string | undefined;
}

export type GuestbookResponseModel = GuestbookResponseRow;

export type GuestbookResponsePage = Page<GuestbookResponseRow>;
export type StorageSiteModel = StorageSiteRow;
export type BannerMessagePage = Page<BannerMessageRow>;
export type StorageSitePage = Page<StorageSiteRow>;
export type WebhookDeliveryModel = WebhookDeliveryRow;
export type WebhookDeliveryPage = Page<WebhookDeliveryModel>;

export type NotificationModel = NotificationView;
export type ReceivedNotificationModel = ReceivedNotification['item'];
export type NotificationSubjectModel = ReadableSubject;
export type NotificationPage = Page<NotificationModel>;
export type FixityCheckModel = FixityCheckRow;
export type FixityCheckPage = Page<FixityCheckModel>;
export type FixityRoundModel = FixityRoundRow;
export type FixityReportModel = FixityReport;
export type StorageUseModel = StoreRoom;
export type QueuedJobModel = QueuedJobRow;
export type OutgoingMailModel = OutgoingMailRow;
export type WorkflowModel = WorkflowRow;
export type WorkflowStepModel = WorkflowStep;
export type WorkflowInvocationModel = InvocationView;
export type WorkflowInvocationStepModel = InvocationView['stepRuns'][number] & { readonly position: number };
export type WorkflowInvocationPage = Page<WorkflowInvocationModel>;
export type ExportFormatModel = Exporter;
export type OaiRecordModel = OaiRecord;
export type SitemapEntryModel = SitemapEntry;
export type OaiRepositoryModel = OaiRepository;
export type OaiSetModel = OaiSetRow;
export type MetadataExportModel = MetadataExport;
export type MetadataExportRunModel = ExportRun;
/** A rebuild of the index of search. */
export type SearchRebuildModel = SearchRebuildRow;
export type DatasetRecordsCheckModel = RecordsCheck;
export type DatasetAuditModel = DatasetAudit;
export type AuditedFileModel = AuditedFile;
export type DatasetRecordsCheckPage = Page<DatasetRecordsCheckModel>;

/** A child of a collection as a model. */
export function contentModel(content: ContentRow, services: DatasetSurroundings): CollectionContentModel {
  if (content.kind === 'COLLECTION') return collectionModel(content.row);
  const { row, newest } = content;
  return newest === undefined ? datasetModel(row, services) : new DatasetModel(row, services, newest);
}
