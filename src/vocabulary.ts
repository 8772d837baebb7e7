/**
 * The fixed words of the contract, as const arrays. Leaf module: it imports nothing.
 * Database enums, zod schemas and the SDL are built from these lists or tested to be equal to them.
 */

/** The complete permission catalogue in output (bit) order. Source: collections.md 3.1. */
export const PERMISSIONS = [
  'AddCollection',
  'AddDataset',
  'ViewUnpublishedCollection',
  'ViewUnpublishedDataset',
  'DownloadFile',
  'EditCollection',
  'EditDataset',
  'ManageCollectionPermissions',
  'ManageDatasetPermissions',
  'ManageFilePermissions',
  'PublishCollection',
  'PublishDataset',
  'LinkCollection',
  'LinkDataset',
  'DeleteCollection',
  'DeleteDatasetDraft',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The only permissions a caller without an account can ever hold. Source: collections.md 3.1. */
export const GUEST_PERMISSIONS = [
  'ViewUnpublishedCollection',
  'ViewUnpublishedDataset',
  'DownloadFile',
] as const satisfies readonly Permission[];

/** What decides about a permission besides role assignments, or limits what they give. Source: collections.md 3.1, 3.3. */
export const ACCESS_RULES = ['SUPERUSER', 'DEACTIVATED', 'GUEST_CEILING', 'PUBLISHED', 'OPEN_FILE'] as const;
export type AccessRule = (typeof ACCESS_RULES)[number];

/** Category of a collection. Source: collections.md 2.1. */
export const COLLECTION_TYPES = [
  'DEPARTMENT',
  'JOURNALS',
  'LABORATORY',
  'ORGANIZATIONS_INSTITUTIONS',
  'RESEARCHERS',
  'RESEARCH_GROUP',
  'RESEARCH_PROJECTS',
  'TEACHING_COURSES',
  'UNCATEGORIZED',
] as const;
export type CollectionType = (typeof COLLECTION_TYPES)[number];

/** Kinds of object that share the id sequence and can carry role assignments. */
export const NODE_KINDS = ['COLLECTION', 'DATASET', 'DATAFILE'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** Kinds of direct child that a collection has. */
export const CONTENT_KINDS = ['COLLECTION', 'DATASET'] as const satisfies readonly NodeKind[];
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** What the children of a collection can be ordered by; `ID` has collections first. */
export const CONTENT_ORDER_FIELDS = ['ID', 'NAME', 'CREATED', 'PUBLISHED'] as const;
export type ContentOrderField = (typeof CONTENT_ORDER_FIELDS)[number];

/** From which end an order begins. */
export const ORDER_DIRECTIONS = ['ASC', 'DESC'] as const;
export type OrderDirection = (typeof ORDER_DIRECTIONS)[number];

/** What the list of accounts can be ordered by, as clients write it. Source: users-admin.md 8.1. */
export const ACCOUNT_SORT_KEYS = [
  'id',
  'useridentifier',
  'lastname',
  'firstname',
  'email',
  'affiliation',
  'superuser',
  'position',
  'createdtime',
  'lastlogintime',
  'lastapiusetime',
  'authproviderid',
] as const;
export type AccountSortKey = (typeof ACCOUNT_SORT_KEYS)[number];

/** State of a dataset version; `RELEASED` is what the specification calls published. Source: datasets.md 2.1. */
export const VERSION_STATES = ['DRAFT', 'RELEASED', 'DEACCESSIONED'] as const;
export type VersionState = (typeof VERSION_STATES)[number];

/** The six lock types of the specification and the three that clients also know. Source: decisions.md 7, datasets.md 11.3. */
export const LOCK_TYPES = [
  'Ingest',
  'Workflow',
  'InReview',
  'DcmUpload',
  'pidRegister',
  'EditInProgress',
  'finalizePublication',
  'FileValidationFailed',
  'GlobusUpload',
] as const;
export type LockType = (typeof LOCK_TYPES)[number];

/** What happens to a draft in review, and what came of a workflow that it had to pass. Source: datasets.md 10.1, 10.2, users-admin.md 14.4. */
export const REVIEW_ACTIONS = ['SUBMITTED', 'RETURNED', 'WORKFLOW_SUCCESS', 'WORKFLOW_FAILURE'] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

/** What came of a request for access to a file. Source: files.md 22.4. */
export const ACCESS_REQUEST_STATES = ['CREATED', 'GRANTED', 'REJECTED'] as const;
export type AccessRequestState = (typeof ACCESS_REQUEST_STATES)[number];

/** How a draft becomes a released version. Source: datasets.md 7. */
export const PUBLISH_TYPES = ['major', 'minor', 'updatecurrent'] as const;
export type PublishType = (typeof PUBLISH_TYPES)[number];

/** When workflows run. Source: users-admin.md 5.4. */
export const WORKFLOW_TRIGGERS = ['PrePublishDataset', 'PostPublishDataset'] as const;
export type WorkflowTrigger = (typeof WORKFLOW_TRIGGERS)[number];

/** How far a workflow has come for a dataset. Source: users-admin.md 14.4. */
export const WORKFLOW_INVOCATION_STATES = ['RUNNING', 'WAITING', 'ROLLING_BACK', 'SUCCEEDED', 'FAILED', 'ABANDONED'] as const;
export type WorkflowInvocationState = (typeof WORKFLOW_INVOCATION_STATES)[number];

/** How far a step of it has come; one that has not begun has no state. Source: users-admin.md 14.4. */
export const STEP_STATES = ['RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'ROLLING_BACK', 'ROLLED_BACK', 'ROLLBACK_FAILED'] as const;
export type WorkflowStepState = (typeof STEP_STATES)[number];

/** What came of asking for a publication. Source: datasets.md 7.2. */
export const PUBLICATION_OUTCOMES = ['PUBLISHED', 'WORKFLOW_IN_PROGRESS'] as const;
export type PublicationOutcome = (typeof PUBLICATION_OUTCOMES)[number];

/** What became of something between two versions. */
export const CHANGE_KINDS = ['ADDED', 'REMOVED', 'CHANGED'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** How a version stands to the one before it. Source: datasets.md 14.5. */
export const VERSION_SUMMARY_KINDS = ['firstPublished', 'firstDraft', 'previousVersionDeaccessioned', 'deaccessioned', 'compared'] as const;
export type VersionSummaryKind = (typeof VERSION_SUMMARY_KINDS)[number];

/** Value type of a metadata field; `NONE` marks a compound. Source: blocks.md 1. */
export const FIELD_TYPES = ['NONE', 'TEXT', 'TEXTBOX', 'STRING', 'DATE', 'EMAIL', 'URL', 'INT', 'FLOAT'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** What a metadata block consists of. Source: blocks.md 11. */
export const DEFINITION_KINDS = ['MetadataBlock', 'DatasetField', 'ControlledVocabularyValue'] as const;
export type DefinitionKind = (typeof DEFINITION_KINDS)[number];

/** Shape of a metadata field's value in native JSON. Source: datasets.md 3.3. */
export const TYPE_CLASSES = ['primitive', 'compound', 'controlledVocabulary'] as const;
export type TypeClass = (typeof TYPE_CLASSES)[number];

/** Checksum algorithms, named as they appear in file records. Source: files.md 17. */
export const CHECKSUM_ALGORITHMS = ['MD5', 'SHA-1', 'SHA-256', 'SHA-512'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** What a reading of stored bytes found; `UNPROVEN` where the size is right and no checksum is recorded. */
export const FIXITY_OUTCOMES = ['VALID', 'UNPROVEN', 'WRONG_SIZE', 'WRONG_CHECKSUM', 'MISSING', 'UNREADABLE'] as const;
export type FixityOutcome = (typeof FIXITY_OUTCOMES)[number];

/** What is recorded of the original that ingest kept. Source: files.md 12.1, 22.8. */
export const SAVED_ORIGINAL_FACTS = ['SIZE', 'TYPE'] as const;
export type SavedOriginalFact = (typeof SAVED_ORIGINAL_FACTS)[number];

/** Which bytes of tabular files count towards the size of a download. Source: datasets.md 14.1. */
export const DOWNLOAD_SIZE_MODES = ['All', 'Original', 'Archival'] as const;
export type DownloadSizeMode = (typeof DOWNLOAD_SIZE_MODES)[number];

/** What a check of stored records comes to; REST writes it in lower case. Source: users-admin.md 13. */
export const RECORDS_CHECK_STATUSES = ['VALID', 'INVALID', 'UNKNOWN'] as const;
export type RecordsCheckStatus = (typeof RECORDS_CHECK_STATUSES)[number];

/** Order of a version's file list. Source: datasets.md 5.4. */
export const FILE_ORDERS = ['NameAZ', 'NameZA', 'Newest', 'Oldest', 'Size', 'Type'] as const;
export type FileOrder = (typeof FILE_ORDERS)[number];

/** Who may open a file's bytes. Source: datasets.md 5.4. */
export const FILE_ACCESS_STATUSES = [
  'Public',
  'Restricted',
  'EmbargoedThenRestricted',
  'EmbargoedThenPublic',
  'RetentionPeriodExpired',
] as const;
export type FileAccessStatus = (typeof FILE_ACCESS_STATUSES)[number];

/** The nine metadata exporters. Source: exports.md 1. */
export const EXPORTERS = [
  'ddi',
  'oai_ddi',
  'dcterms',
  'oai_dc',
  'schema.org',
  'OAI_ORE',
  'Datacite',
  'oai_datacite',
  'service_json',
] as const;

/** Forms of a citation, as the contract spells them. Source: datasets.md 14.6. */
export const CITATION_FORMATS = ['EndNote', 'RIS', 'BibTeX', 'CSL', 'Internal'] as const;
export type CitationFormat = (typeof CITATION_FORMATS)[number];

/** What a notification is about. Source: users-admin.md 5.3. */
export const NOTIFICATION_TYPES = [
  'CREATEACC',
  'CREATEDV',
  'CREATEDS',
  'DATASETCREATED',
  'SUBMITTEDDS',
  'RETURNEDDS',
  'PUBLISHEDDS',
  'PUBLISHFAILED_PIDREG',
  'REQUESTFILEACCESS',
  'REQUESTEDFILEACCESS',
  'GRANTFILEACCESS',
  'REJECTFILEACCESS',
  'ASSIGNROLE',
  'REVOKEROLE',
  'STATUSUPDATED',
  'INGESTCOMPLETED',
  'INGESTCOMPLETEDWITHERRORS',
  'WORKFLOW_SUCCESS',
  'WORKFLOW_FAILURE',
  'PIDRECONCILED',
  'CHECKSUMFAIL',
  'FILESYSTEMIMPORT',
  'CHECKSUMIMPORT',
  'DATASETMENTIONED',
  'GLOBUSUPLOADCOMPLETED',
  'GLOBUSUPLOADCOMPLETEDWITHERRORS',
  'GLOBUSDOWNLOADCOMPLETED',
  'GLOBUSDOWNLOADCOMPLETEDWITHERRORS',
  'GLOBUSUPLOADREMOTEFAILURE',
  'GLOBUSUPLOADLOCALFAILURE',
  'CONFIRMEMAIL',
  'APIGENERATED',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** How accounts can be told, and ask not to be. Source: users-admin.md 5.3. */
export const NOTIFICATION_CHANNELS = ['IN_APP', 'EMAIL'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** Who mail comes from: an address, or a name and the address in angle brackets. Source: RFC 5322 3.4. */
export const MAILBOX_FORM = /^(?:[^\s<>@,;]+@[^\s<>@,;]+|[^<>@,;\r\n]+ <[^\s<>@,;]+@[^\s<>@,;]+>)$/;

/** How `/api/admin` is opened. Source: decisions.md 2. */
export const ADMIN_GATES = ['superuser', 'localhost', 'unblock-key', 'open'] as const;
export type AdminGate = (typeof ADMIN_GATES)[number];

/** Parts of the server that the operator switches on. Source: users-admin.md 3.5, 3.6, 18.1. */
export const FEATURE_FLAGS = [
  'api-session-auth',
  'api-bearer-auth',
  'api-bearer-auth-provide-missing-claims',
  'api-bearer-auth-handle-tos-acceptance-in-idp',
  'api-bearer-auth-use-shib-user-on-id-match',
  'api-bearer-auth-use-oauth-user-on-id-match',
  'api-bearer-auth-use-builtin-user-on-id-match',
] as const;
export type FeatureFlag = (typeof FEATURE_FLAGS)[number];

/** Kinds of authentication provider that can be configured. Source: users-admin.md 11. */
export const PROVIDER_FACTORIES = ['BuiltinAuthenticationProvider', 'shib', 'oauth2', 'oidc'] as const;
export type ProviderFactory = (typeof PROVIDER_FACTORIES)[number];

/** Services whose OAuth 2 dialects are known. Source: users-admin.md 11. */
export const OAUTH2_TYPES = ['github', 'google', 'orcid', 'microsoft'] as const;
export type OAuth2Type = (typeof OAUTH2_TYPES)[number];

/** Identifiers of the built-in assignees. Source: collections.md 4. */
export const GUEST_IDENTIFIER = ':guest';
export const ALL_USERS_IDENTIFIER = ':AllUsers';
export const AUTHENTICATED_USERS_IDENTIFIER = ':authenticated-users';

/** Alias of the root collection and the path literal that names it. Source: collections.md 1.2, 3.4. */
export const ROOT_COLLECTION_ALIAS = 'root';
export const ROOT_COLLECTION_REFERENCE = ':root';

/** The type of a dataset that names none; every installation has it. Source: datasets.md 4.1. */
export const DEFAULT_DATASET_TYPE = 'dataset';

/** Keys of the custom terms of use; they count only where a version has no licence. Source: datasets.md 3.2. */
export const TERMS_OF_USE_KEYS = [
  'termsOfUse',
  'confidentialityDeclaration',
  'specialPermissions',
  'restrictions',
  'citationRequirements',
  'depositorRequirements',
  'conditions',
  'disclaimer',
] as const;

/** Keys of the terms of access. Source: datasets.md 3.2. */
export const TERMS_OF_ACCESS_KEYS = [
  'termsOfAccess',
  'dataAccessPlace',
  'originalArchive',
  'availabilityStatus',
  'contactForAccess',
  'sizeOfCollection',
  'studyCompletion',
] as const;

/** Kinds of data that a tabular file can be tagged with; `dataFileTags` of clients. Source: files.md 2. */
export const TABULAR_TAGS = ['Survey', 'Time Series', 'Panel', 'Event', 'Genomics', 'Network', 'Geospatial'] as const;
export type TabularTag = (typeof TABULAR_TAGS)[number];

/** What a version did to a file. Source: files.md 22.1. */
export const FILE_FATES = ['Added', 'Deleted', 'Replaced'] as const;
export type FileFate = (typeof FILE_FATES)[number];

/** What became of a fact of a file's record. Source: files.md 22.1. */
export const FACT_CHANGE_ACTIONS = ['Added', 'Deleted', 'Changed'] as const;
export type FactChangeAction = (typeof FACT_CHANGE_ACTIONS)[number];
