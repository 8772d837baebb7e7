/**
 * Words of the contract as values of enums in the schema. Clients of GraphQL send and get the names, in capitals; inside, and on the surfaces
 * that speak the contract, words stay what they are. An enum that is not here has the same names on both sides.
 */
import { ACCOUNT_SORT_KEYS, ACCOUNT_TRACE_ELEMENTS, PERMISSIONS } from './access.ts';
import { CUSTOMIZATION_PIECES } from './customization.ts';
import { ARCHIVAL_STATES, CITATION_FORMATS, LOCK_TYPES, PUBLISH_TYPES, VERSION_SUMMARY_KINDS } from './datasets.ts';
import { TOOL_SCOPES, TOOL_TYPES } from './external-tools.ts';
import { FEATURED_ITEM_TYPES } from './featured-items.ts';
import { DOWNLOAD_SIZE_MODES, FACT_CHANGE_ACTIONS, FILE_ACCESS_STATUSES, FILE_FATES } from './files.ts';
import { GUESTBOOK_EVENTS, GUESTBOOK_QUESTION_TYPES } from './guestbooks.ts';
import { VARIABLE_INTERVAL_TYPES } from './ingest.ts';
import { DEFINITION_KINDS, TYPE_CLASSES } from './metadata.ts';
import { USAGE_METRICS } from './metrics.ts';
import { WORKFLOW_TRIGGERS } from './workflows.ts';

/** Words that do not show their parts, or are no words. */
const SPELLED: Readonly<Record<string, string>> = {
  authproviderid: 'AUTHENTICATION_PROVIDER_ID',
  BibTeX: 'BIBTEX',
  contin: 'CONTINUOUS',
  createdtime: 'CREATED_TIME',
  EndNote: 'ENDNOTE',
  firstname: 'FIRST_NAME',
  lastapiusetime: 'LAST_API_USE_TIME',
  lastlogintime: 'LAST_LOGIN_TIME',
  lastname: 'LAST_NAME',
  updatecurrent: 'UPDATE_CURRENT',
  useridentifier: 'USER_IDENTIFIER',
};

/** A word in capitals, its parts separated by underscores. */
function nameOf(word: string): string {
  return SPELLED[word] ?? word.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();
}

function named(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(words.map((word) => [nameOf(word), word]));
}

/** By enum, the word that each name stands for, in the order of the words. */
export const ENUM_WORDS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['AccountSortKey', named(ACCOUNT_SORT_KEYS)],
  ['AccountTraceElement', named(ACCOUNT_TRACE_ELEMENTS)],
  ['ArchivalState', named(ARCHIVAL_STATES)],
  ['CitationFormat', named(CITATION_FORMATS)],
  ['CustomizationPiece', named(CUSTOMIZATION_PIECES)],
  ['DownloadSizeMode', named(DOWNLOAD_SIZE_MODES)],
  ['ExternalToolScope', named(TOOL_SCOPES)],
  ['ExternalToolType', named(TOOL_TYPES)],
  ['FactChangeAction', named(FACT_CHANGE_ACTIONS)],
  ['FeaturedItemType', named(FEATURED_ITEM_TYPES)],
  ['FileAccessStatus', named(FILE_ACCESS_STATUSES)],
  ['FileFate', named(FILE_FATES)],
  ['GuestbookEvent', named(GUESTBOOK_EVENTS)],
  ['GuestbookQuestionType', named(GUESTBOOK_QUESTION_TYPES)],
  ['LockType', named(LOCK_TYPES)],
  ['MetadataDefinitionKind', named(DEFINITION_KINDS)],
  ['MetadataTypeClass', named(TYPE_CLASSES)],
  ['Permission', named(PERMISSIONS)],
  ['PublishType', named(PUBLISH_TYPES)],
  ['UsageMetric', named(USAGE_METRICS)],
  ['VariableIntervalType', named(VARIABLE_INTERVAL_TYPES)],
  ['VersionSummaryKind', named(VERSION_SUMMARY_KINDS)],
  ['WorkflowTrigger', named(WORKFLOW_TRIGGERS)],
]);
