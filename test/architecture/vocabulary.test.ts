import { isPgEnum, type PgEnum } from 'drizzle-orm/pg-core';
import { buildASTSchema, type DocumentNode, isEnumType, parse } from 'graphql';
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { withContractWords } from '../../src/graphql/contract-words.ts';
import { readSchemaText } from '../../src/graphql/schema-text.ts';
import { ACCESS_RULES, ACCOUNT_SORT_KEYS, ACCOUNT_TRACE_ELEMENTS, PERMISSIONS, TOKEN_SCOPES } from '../../src/vocabulary/access.ts';
import { COLLECTION_TYPES, CONTENT_KINDS, CONTENT_ORDER_FIELDS, NODE_KINDS, ORDER_DIRECTIONS } from '../../src/vocabulary/collections.ts';
import {
  ARCHIVAL_STATES,
  CHANGE_KINDS,
  CITATION_FORMATS,
  LOCK_TYPES,
  PUBLICATION_OUTCOMES,
  PUBLISH_TYPES,
  REVIEW_ACTIONS,
  VERSION_STATES,
  VERSION_SUMMARY_KINDS,
} from '../../src/vocabulary/datasets.ts';
import { CITATION_LANGUAGES, CITATION_STYLES } from '../../src/vocabulary/citation-styles.ts';
import { TOOL_SCOPES, TOOL_TYPES } from '../../src/vocabulary/external-tools.ts';
import { FEED_KINDS, WEBHOOK_DELIVERY_STATES } from '../../src/vocabulary/events.ts';
import {
  ACCESS_REQUEST_STATES,
  CHECKSUM_ALGORITHMS,
  DOWNLOAD_SIZE_MODES,
  FACT_CHANGE_ACTIONS,
  FILE_ACCESS_STATUSES,
  FILE_FATES,
  FILE_ORDER_FIELDS,
  SAVED_ORIGINAL_FACTS,
} from '../../src/vocabulary/files.ts';
import {
  INGEST_STATES,
  TABLE_MEASURES,
  TABLE_OPERATORS,
  VARIABLE_FORMAT_TYPES,
  VARIABLE_INTERVAL_TYPES,
} from '../../src/vocabulary/ingest.ts';
import { PICTURE_SIZES } from '../../src/vocabulary/pictures.ts';
import { CUSTOMIZATION_PIECES } from '../../src/vocabulary/customization.ts';
import { COUNTED_KINDS, DATASET_LOCATIONS, DOWNLOAD_KINDS, PROCESSING_STATES, USAGE_METRICS } from '../../src/vocabulary/metrics.ts';
import { FEATURED_ITEM_TYPES } from '../../src/vocabulary/featured-items.ts';
import { GUESTBOOK_EVENTS, GUESTBOOK_QUESTION_TYPES } from '../../src/vocabulary/guestbooks.ts';
import { ENUM_WORDS } from '../../src/vocabulary/enum-words.ts';
import { FIXITY_OUTCOMES, RECORDS_CHECK_STATUSES, VERSION_UNF_OUTCOMES } from '../../src/vocabulary/integrity.ts';
import { DEFINITION_KINDS, FIELD_TYPES, TYPE_CLASSES } from '../../src/vocabulary/metadata.ts';
import { BULK_JOB_KINDS, BULK_JOB_STATES, JOB_STATES, QUEUED_JOB_STATES } from '../../src/vocabulary/jobs.ts';
import { NOTIFICATION_CHANNELS, NOTIFICATION_TYPES } from '../../src/vocabulary/notifications.ts';
import { SEARCH_REBUILD_STEPS } from '../../src/vocabulary/search.ts';
import { PASSWORD_FAULTS } from '../../src/vocabulary/sign-in.ts';
import { SETTING_GROUPS, SETTING_KINDS } from '../../src/vocabulary/settings.ts';
import { WORKFLOW_INVOCATION_STATES, STEP_STATES, WORKFLOW_TRIGGERS } from '../../src/vocabulary/workflows.ts';

/** Each enum of the SDL with the words it has to hold, in their order. */
const SDL_WORDS: Readonly<Record<string, readonly string[]>> = {
  Permission: PERMISSIONS,
  ExternalToolType: TOOL_TYPES,
  GuestbookEvent: GUESTBOOK_EVENTS,
  GuestbookQuestionType: GUESTBOOK_QUESTION_TYPES,
  FeaturedItemType: FEATURED_ITEM_TYPES,
  ExternalToolScope: TOOL_SCOPES,
  AccessRule: ACCESS_RULES,
  AccountSortKey: ACCOUNT_SORT_KEYS,
  AccountTraceElement: ACCOUNT_TRACE_ELEMENTS,
  TokenScope: TOKEN_SCOPES,
  QueuedJobState: QUEUED_JOB_STATES,
  SettingGroup: SETTING_GROUPS,
  SettingKind: SETTING_KINDS,
  PasswordFault: PASSWORD_FAULTS,
  CollectionType: COLLECTION_TYPES,
  CollectionContentKind: CONTENT_KINDS,
  SearchKind: NODE_KINDS,
  SearchRebuildStep: SEARCH_REBUILD_STEPS,
  CountedKind: COUNTED_KINDS,
  DatasetLocation: DATASET_LOCATIONS,
  DownloadKind: DOWNLOAD_KINDS,
  UsageMetric: USAGE_METRICS,
  CollectionContentOrderField: CONTENT_ORDER_FIELDS,
  OrderDirection: ORDER_DIRECTIONS,
  VersionState: VERSION_STATES,
  ArchivalState: ARCHIVAL_STATES,
  ProcessingState: PROCESSING_STATES,
  CustomizationPiece: CUSTOMIZATION_PIECES,
  PictureSize: PICTURE_SIZES,
  VersionSummaryKind: VERSION_SUMMARY_KINDS,
  ChangeKind: CHANGE_KINDS,
  LockType: LOCK_TYPES,
  PublishType: PUBLISH_TYPES,
  PublicationOutcome: PUBLICATION_OUTCOMES,
  EventKind: FEED_KINDS,
  JobState: JOB_STATES,
  BulkJobKind: BULK_JOB_KINDS,
  BulkJobState: BULK_JOB_STATES,
  WebhookDeliveryState: WEBHOOK_DELIVERY_STATES,
  NotificationType: NOTIFICATION_TYPES,
  ReviewAction: REVIEW_ACTIONS,
  WorkflowTrigger: WORKFLOW_TRIGGERS,
  WorkflowInvocationState: WORKFLOW_INVOCATION_STATES,
  WorkflowStepState: STEP_STATES,
  FileAccessRequestState: ACCESS_REQUEST_STATES,
  IngestState: INGEST_STATES,
  TableMeasure: TABLE_MEASURES,
  TableOperator: TABLE_OPERATORS,
  VariableIntervalType: VARIABLE_INTERVAL_TYPES,
  VariableFormatType: VARIABLE_FORMAT_TYPES,
  NotificationChannel: NOTIFICATION_CHANNELS,
  MetadataFieldType: FIELD_TYPES,
  MetadataTypeClass: TYPE_CLASSES,
  MetadataDefinitionKind: DEFINITION_KINDS,
  CitationFormat: CITATION_FORMATS,
  FileOrderField: FILE_ORDER_FIELDS,
  CitationLanguage: CITATION_LANGUAGES,
  CitationStyle: Object.keys(CITATION_STYLES),
  DownloadSizeMode: DOWNLOAD_SIZE_MODES,
  FixityOutcome: FIXITY_OUTCOMES,
  SavedOriginalFact: SAVED_ORIGINAL_FACTS,
  RecordsCheckStatus: RECORDS_CHECK_STATUSES,
  VersionUnfOutcome: VERSION_UNF_OUTCOMES,
  FileAccessStatus: FILE_ACCESS_STATUSES,
  FileFate: FILE_FATES,
  FactChangeAction: FACT_CHANGE_ACTIONS,
  // A GraphQL name has no hyphen.
  ChecksumAlgorithm: CHECKSUM_ALGORITHMS.map((name) => name.replaceAll('-', '_')),
};

/** Each enum of the database with its words, in their order: PostgreSQL sorts by it. */
const DATABASE_WORDS: Readonly<Record<string, readonly string[]>> = {
  node_kind: NODE_KINDS,
  collection_type: COLLECTION_TYPES,
  version_state: VERSION_STATES,
  lock_type: LOCK_TYPES,
  review_action: REVIEW_ACTIONS,
  access_request_state: ACCESS_REQUEST_STATES,
  publish_type: PUBLISH_TYPES,
  workflow_trigger: WORKFLOW_TRIGGERS,
  workflow_invocation_state: WORKFLOW_INVOCATION_STATES,
  workflow_step_state: STEP_STATES,
  notification_type: NOTIFICATION_TYPES,
  notification_channel: NOTIFICATION_CHANNELS,
  metadata_field_type: FIELD_TYPES,
  fixity_outcome: FIXITY_OUTCOMES,
  webhook_delivery_state: WEBHOOK_DELIVERY_STATES,
  bulk_job_kind: BULK_JOB_KINDS,
  bulk_job_state: BULK_JOB_STATES,
  archival_state: ARCHIVAL_STATES,
  processing_state: PROCESSING_STATES,
  guestbook_event: GUESTBOOK_EVENTS,
  guestbook_question_type: GUESTBOOK_QUESTION_TYPES,
  featured_item_type: FEATURED_ITEM_TYPES,
  search_rebuild_step: SEARCH_REBUILD_STEPS,
};

/** Enums of the database that no leaf vocabulary holds, with the SDL enum that must be equal, if any. */
const DATABASE_ONLY: Readonly<Record<string, string | undefined>> = {
  registration_state: 'PidRegistrationState',
  // The state of a delivery is shown to operators alone, not by the API.
  outbox_state: undefined,
  mail_state: 'OutgoingMailState',
};

const sdl = parse(await readSchemaText());

function enumsOf(document: DocumentNode): ReadonlyMap<string, readonly string[]> {
  const enums = Object.values(buildASTSchema(document).getTypeMap()).filter(isEnumType);
  return new Map(enums.filter(({ name }) => !name.startsWith('__')).map((type) => [type.name, type.getValues().map(({ name }) => name)]));
}

/** As the server uses them inside. */
const sdlEnums = enumsOf(withContractWords(sdl));
/** As clients have them. */
const clientEnums = enumsOf(sdl);

async function databaseEnums(): Promise<Map<string, readonly string[]>> {
  const folder = new URL('../../src/db/schema/', import.meta.url);
  const found: PgEnum<[string, ...string[]]>[] = [];
  for (const name of await readdir(folder)) {
    const module: Readonly<Record<string, unknown>> = await import(new URL(name, folder).href);
    found.push(...Object.values(module).filter((value) => isPgEnum(value)));
  }
  return new Map(found.map(({ enumName, enumValues }) => [enumName, enumValues]));
}

describe('the words of the contract', () => {
  test.each(Object.entries(SDL_WORDS))('are those of the SDL enum %s', (name, words) => {
    expect(sdlEnums.get(name)).toEqual(words);
  });

  test('have names in capitals for clients, one for each word and in the order of the words', () => {
    const names = [...clientEnums.values()].flat();
    expect(names.length).toBeGreaterThan(300);
    expect(names.filter((name) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))).toEqual([]);
    for (const [type, words] of ENUM_WORDS) {
      expect([type, clientEnums.get(type)]).toEqual([type, [...words.keys()]]);
      expect([type, sdlEnums.get(type)]).toEqual([type, [...words.values()]]);
    }
  });

  test('cover every enum of the SDL', () => {
    const known = [...Object.keys(SDL_WORDS), ...Object.values(DATABASE_ONLY)].filter((name) => name !== undefined);
    expect([...sdlEnums.keys()].filter((name) => !known.includes(name))).toEqual([]);
  });

  test('are those of the enums of the database', async () => {
    const enums = await databaseEnums();
    expect(new Set(enums.keys())).toEqual(new Set([...Object.keys(DATABASE_WORDS), ...Object.keys(DATABASE_ONLY)]));
    for (const [name, words] of Object.entries(DATABASE_WORDS)) expect([name, enums.get(name)]).toEqual([name, words]);
    const twins = Object.entries(DATABASE_ONLY).flatMap(([name, sdlName]) => (sdlName === undefined ? [] : [[name, sdlName] as const]));
    for (const [name, sdlName] of twins) expect([name, enums.get(name)]).toEqual([name, sdlEnums.get(sdlName)]);
  });
});
