import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers';
import { readdir, readFile } from 'node:fs/promises';
import { Kind, parse, print } from 'graphql';
import { withContractWords } from '../src/graphql/contract-words.ts';
import { readSchemaText } from '../src/graphql/schema-text.ts';
import type { GeneratedFile } from './generated-file.ts';
import { clientOperations } from './generated-client.ts';
import { configurationDocumentation } from './generated-configuration.ts';
import { browserScripts } from './generated-scripts.ts';
import { shippedWords } from './generated-shipped-words.ts';
import { domainDocumentation } from './generated-domain-docs.ts';
import { restDocumentation } from './generated-rest.ts';

const scalars = {
  DateTime: { input: 'Date', output: 'Date | string' },
  Date: { input: 'string', output: 'string' },
  JSON: { input: 'unknown', output: 'unknown' },
  MetadataDate: { input: 'string', output: 'string' },
  SafeInt: { input: 'number', output: 'number' },
  Upload: { input: 'unknown', output: 'unknown' },
};

/** Scalars as an operation's result holds them: serialised. */
const operationScalars = {
  ...scalars,
  DateTime: { input: 'Date | string', output: 'string' },
};

const mappers = {
  ServerInfo: '../models/server-info-model.ts#ServerInfoModel',
  Collection: '../models.ts#CollectionModel',
  Dataset: '../models.ts#DatasetModel',
  DatasetMetrics: '../models.ts#DatasetMetricsModel',
  InstallationMetrics: '../models.ts#InstallationMetricsModel',
  DatasetVersion: '../models.ts#DatasetVersionModel',
  FileMetadata: '../models.ts#FileMetadataModel',
  DataFile: '../models.ts#DataFileModel',
  AuxiliaryFile: '../models.ts#AuxiliaryFileModel',
  FileArchive: '../models.ts#FileArchiveModel',
  VersionDiff: '../versions/version-diff.ts#VersionDiffModel',
  DataTable: '../models.ts#DataTableModel',
  TabularData: '../models.ts#TabularDataModel',
  DataVariable: '../models.ts#DataVariableModel',
  DataVariableConnection: '../models.ts#DataVariablePage',
  InvalidRange: '../models.ts#InvalidRangeModel',
  CarriedDataset: '../models.ts#CarriedDatasetModel',
  DirectUpload: '../models.ts#DirectUploadModel',
  DirectUploadPart: '../models.ts#DirectUploadPartModel',
  MetadataBlock: '../models.ts#MetadataBlockModel',
  MetadataFieldDefinition: '../models.ts#MetadataFieldDefinitionModel',
  VocabularyValue: '../models.ts#VocabularyValueModel',
  MetadataBlockValues: '../models.ts#MetadataBlockValuesModel',
  MetadataField: '../models.ts#MetadataFieldModel',
  Role: '../models.ts#RoleModel',
  RoleAssignment: '../models.ts#RoleAssignmentModel',
  ExplicitGroup: '../models.ts#ExplicitGroupModel',
  IpGroup: '../models.ts#IpGroupModel',
  MailDomainGroup: '../models.ts#MailDomainGroupModel',
  ExplicitGroupMemberConnection: '../models.ts#ExplicitGroupMemberPage',
  RoleAssignee: '../models.ts#RoleAssigneeModel',
  User: '../models.ts#UserModel',
  NamedToken: '../models.ts#NamedTokenModel',
  AccountTrace: '../models.ts#AccountTraceModel',
  PermittedCollection: '../models.ts#PermittedCollectionModel',
  ListedAccount: '../models.ts#ListedAccountModel',
  Viewer: '../models.ts#ViewerModel',
  Event: '../models.ts#EventModel',
  DatasetChange: '../models.ts#EventModel',
  ReceivedNotification: '../models.ts#ReceivedNotificationModel',
  Webhook: '../models.ts#WebhookModel',
  BulkJob: '../models.ts#BulkJobModel',
  BulkJobConnection: '../models.ts#BulkJobPage',
  ArchivalStatus: '../models.ts#ArchivalStatusModel',
  BannerMessage: '../models.ts#BannerMessageModel',
  Guestbook: '../models.ts#GuestbookModel',
  FeaturedItem: '../models.ts#FeaturedItemModel',
  DatasetTemplate: '../models.ts#DatasetTemplateModel',
  CollectionGuestbook: '../models.ts#CollectionGuestbookModel',
  GuestbookResponse: '../models.ts#GuestbookResponseModel',
  GuestbookResponseConnection: '../models.ts#GuestbookResponsePage',
  AnswerGuestbookPayload: '../models.ts#AnsweredDownloadModel',
  StorageSite: '../models.ts#StorageSiteModel',
  StorageUse: '../models.ts#StorageUseModel',
  QueuedJob: '../models.ts#QueuedJobModel',
  OutgoingMail: '../models.ts#OutgoingMailModel',
  WebhookDelivery: '../models.ts#WebhookDeliveryModel',
  WebhookDeliveryConnection: '../models.ts#WebhookDeliveryPage',
  BannerMessageConnection: '../models.ts#BannerMessagePage',
  StorageSiteConnection: '../models.ts#StorageSitePage',
  Notification: '../models.ts#NotificationModel',
  NotificationSubject: '../models.ts#NotificationSubjectModel',
  NotificationConnection: '../models.ts#NotificationPage',
  CollectionConnection: '../models.ts#CollectionPage',
  CollectionContentConnection: '../models.ts#CollectionContentPage',
  DatasetVersionConnection: '../models.ts#DatasetVersionPage',
  FileMetadataConnection: '../models.ts#FileMetadataPage',
  FileSlice: '../models.ts#FileSliceModel',
  FixityCheck: '../models.ts#FixityCheckModel',
  FixityCheckConnection: '../models.ts#FixityCheckPage',
  FixityRound: '../models.ts#FixityRoundModel',
  FixityReport: '../models.ts#FixityReportModel',
  Workflow: '../models.ts#WorkflowModel',
  WorkflowStep: '../models.ts#WorkflowStepModel',
  WorkflowInvocation: '../models.ts#WorkflowInvocationModel',
  WorkflowInvocationStep: '../models.ts#WorkflowInvocationStepModel',
  WorkflowInvocationConnection: '../models.ts#WorkflowInvocationPage',
  ExportFormat: '../models.ts#ExportFormatModel',
  OaiRecord: '../models.ts#OaiRecordModel',
  SitemapEntry: '../models.ts#SitemapEntryModel',
  OaiRepository: '../models.ts#OaiRepositoryModel',
  OaiSet: '../models.ts#OaiSetModel',
  MetadataExport: '../models.ts#MetadataExportModel',
  MetadataExportRun: '../models.ts#MetadataExportRunModel',
  SearchRebuild: '../models.ts#SearchRebuildModel',
  DatasetAudit: '../models.ts#DatasetAuditModel',
  AuditedFile: '../models.ts#AuditedFileModel',
  DatasetRecordsCheck: '../models.ts#DatasetRecordsCheckModel',
  DatasetRecordsCheckConnection: '../models.ts#DatasetRecordsCheckPage',
};

const header = '// Generated by `npm run generate`; do not edit.\n';

async function readOperations(folder: string): Promise<{ location: string; text: string }[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.graphql')).sort();
  return Promise.all(names.map(async (name) => ({ location: `${folder}/${name}`, text: await readFile(`${folder}/${name}`, 'utf8') })));
}

/** Pages of a list hold what its entries are mapped to; those that hold more are mapped by hand. */
function pageMappers(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, fields } of parse(text).definitions.filter((one) => one.kind === Kind.OBJECT_TYPE_DEFINITION)) {
    const nodes = fields?.find((field) => field.name.value === 'nodes');
    if (!name.value.endsWith('Connection') || name.value in mappers || nodes === undefined || fields?.length !== 4) continue;
    const [entry = ''] = /\w+/.exec(print(nodes.type)) ?? [];
    found[name.value] = `../models.ts#Page<ResolversParentTypes[${JSON.stringify(entry)}]>`;
  }
  return found;
}

async function resolverTypes(): Promise<GeneratedFile> {
  const path = 'src/resolvers/generated/resolver-types.ts';
  const schemaText = await readSchemaText();
  const content = await codegen({
    filename: path,
    schema: withContractWords(parse(schemaText)),
    documents: [],
    config: {},
    plugins: [
      { typescript: {} },
      {
        'typescript-resolvers': {},
      },
    ],
    pluginMap: {
      typescript: {
        plugin: (...args) =>
          typescript.plugin(
            args[0],
            args[1],
            {
              scalars,
              strictScalars: true,
              inputMaybeValue: 'T | null | undefined',
              enumsAsTypes: true,
              useTypeImports: true,
              immutableTypes: true,
              skipTypename: true,
              namingConvention: 'keep',
            },
            args[3],
          ),
      },
      'typescript-resolvers': {
        plugin: (...args) =>
          typescriptResolvers.plugin(
            args[0],
            args[1],
            {
              scalars,
              strictScalars: true,
              useTypeImports: true,
              immutableTypes: true,
              namingConvention: 'keep',
              contextType: '../../request-context.ts#RequestContext',
              mappers: { ...mappers, ...pageMappers(schemaText) },
              makeResolverTypeCallable: true,
            },
            args[3],
          ),
      },
    },
  });
  return { path, content: header + content };
}

async function operationTypes(folder: string, path: string): Promise<GeneratedFile> {
  const operations = await readOperations(folder);
  const documents = operations.map(({ location, text }) => ({ location, document: parse(text) }));
  const config = {
    scalars: operationScalars,
    strictScalars: true,
    inputMaybeValue: 'T | null | undefined',
    enumsAsTypes: true,
    useTypeImports: true,
    immutableTypes: true,
    skipTypename: true,
    namingConvention: 'keep',
    documentVariableSuffix: 'Document',
  };
  const content = await codegen({
    filename: path,
    schema: withContractWords(parse(await readSchemaText())),
    documents,
    config: {},
    plugins: [{ 'typescript-operations': {} }, { 'typed-document-node': {} }],
    pluginMap: {
      'typescript-operations': { plugin: (...args) => typescriptOperations.plugin(args[0], args[1], config, args[3]) },
      'typed-document-node': { plugin: (...args) => typedDocumentNode.plugin(args[0], args[1], config, args[3]) },
    },
  });
  return { path, content: header + content };
}

/**
 * Everything that `npm run generate` writes, with its fresh content, one file at a time: the documents come from the route
 * table, which cannot be loaded before the operations it names are written.
 */
export async function* generatedFiles(): AsyncGenerator<GeneratedFile> {
  yield await resolverTypes();
  yield await operationTypes('src/rest-compat', 'src/generated/operations.ts');
  yield await operationTypes('src/pages/operations', 'src/generated/page-operations.ts');
  yield await operationTypes('src/oai/operations', 'src/generated/oai-operations.ts');
  yield await operationTypes('src/sword/operations', 'src/generated/sword-operations.ts');
  yield await operationTypes('src/mcp/operations', 'src/generated/mcp-operations.ts');
  yield await clientOperations();
  yield* await browserScripts();
  yield await shippedWords();
  yield* await restDocumentation();
  yield* await domainDocumentation();
  yield configurationDocumentation();
}
