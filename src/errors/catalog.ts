/**
 * Every error code with the REST status it becomes and when it arises. Leaf module.
 * A code that is not here does not compile; docs/errors.md is generated from this table.
 * A REST route may declare another status for a code where its contract row says so.
 */
import { administrationErrors } from './administration-errors.ts';
import { bulkErrors } from './bulk-errors.ts';
import { callerErrors } from './caller-errors.ts';
import type { CatalogEntry } from './catalog-entry.ts';
import { collectionErrors } from './collection-errors.ts';
import { graphqlErrors } from './graphql-errors.ts';

export const errorCatalog = {
  ...callerErrors,
  ...administrationErrors,
  ...bulkErrors,
  ...collectionErrors,
  ...graphqlErrors,

  // The request itself
  BAD_USER_INPUT: { status: 400, when: 'An argument, parameter or body breaks a rule; every problem is listed.' },
  MALFORMED_JSON: { status: 400, when: 'The request body is not valid JSON.' },
  MALFORMED_XML: {
    status: 400,
    when: 'The XML is not well-formed, is too long or nests too deep, has a document type or an encoding other than UTF-8, or has another root element.',
  },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, when: 'The endpoint does not read this content type.' },
  PAYLOAD_TOO_LARGE: { status: 413, when: 'The body is larger than the limit, which the message names.' },
  UPLOAD_INCOMPLETE: { status: 400, when: 'The connection ended before the whole file had arrived.' },
  REQUEST_TIMEOUT: {
    status: 408,
    when: 'The request body stalled for longer than the idle timeout; nothing was stored, and the connection is closed.',
  },
  NOT_FOUND: { status: 404, when: 'There is no such path or object.' },
  METHOD_NOT_ALLOWED: { status: 405, when: 'The path exists, but not with this method.' },
  NOT_ACCEPTABLE: { status: 406, when: 'The header Accept allows none of the forms that the answer can have.' },
  PRECONDITION_FAILED: { status: 412, when: 'A condition of the request (If-Match, If-Unmodified-Since) does not hold.' },
  RANGE_NOT_SATISFIABLE: { status: 416, when: 'The requested byte range lies outside the file.' },
  CURSOR_INVALID: { status: 400, when: 'A cursor was not made by this connection.' },
  CONCURRENT_CHANGE: {
    status: 409,
    when: 'Concurrent changes conflicted, so nothing was changed; send the request again.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    when: 'The server is starting or stopping, cannot reach its database or a provider that it has to query, or is receiving too many large bodies.',
  },
  STATEMENT_TOO_SLOW: {
    status: 503,
    when: 'A statement exceeded the time limit and was cancelled; nothing was changed. Ask for less.',
  },
  COSTLY_OPERATIONS_WAIT: {
    status: 503,
    when: 'The queue of expensive operations is full, for the caller or for all; ask for less, or retry shortly.',
  },
  INSUFFICIENT_STORAGE: { status: 507, when: 'The storage is full; nothing was stored.' },
  STORAGE_UNAVAILABLE: {
    status: 503,
    when: 'The store does not respond, or responds with an error; nothing was stored, and the request may be sent again.',
  },
  STORAGE_NOT_CONFIGURED: { status: 503, when: 'The store named in the record is not configured on this server.' },
  INTERNAL_SERVER_ERROR: { status: 500, when: 'An internal error; the log has the details under the request id.' },

  // Collections
  COLLECTION_NOT_FOUND: { status: 404, when: 'No collection has this id or alias.' },
  COLLECTION_ALIAS_TAKEN: { status: 403, when: 'Another collection has this alias, in any case.' },
  COLLECTION_NOT_EMPTY: { status: 403, when: 'The collection still owns collections or datasets.' },
  COLLECTION_ALREADY_PUBLISHED: { status: 403, when: 'The collection is already published.' },
  COLLECTION_NOT_PUBLISHED: { status: 403, when: 'The owning collection has to be published first.' },
  ROOT_COLLECTION_EXISTS: { status: 403, when: 'There is already a root collection.' },
  ROOT_COLLECTION_PROTECTED: { status: 403, when: 'The root collection cannot be deleted or moved.' },
  LINK_REFUSED: { status: 403, when: 'A collection cannot link itself, what it holds, or the same thing twice.' },
  SAVED_SEARCH_NOT_FOUND: { status: 404, when: 'There is no saved search of this id.' },
  SAVED_SEARCH_REFUSED: { status: 400, when: 'The creator of a saved search may not link what it found, or is deactivated.' },
  LINK_NOT_FOUND: { status: 404, when: 'The collection does not link this.' },
  COLLECTION_ATTRIBUTE_UNKNOWN: { status: 403, when: 'A collection has no attribute of this name that can be set individually.' },
  METADATA_BLOCK_NOT_FOUND: { status: 404, when: 'No metadata block has this id or name.' },
  METADATA_FIELD_NOT_FOUND: { status: 404, when: 'No metadata field has this name.' },
  FILE_PIDS_NOT_CONFIGURABLE: { status: 403, when: 'Collections may not choose whether files get persistent identifiers.' },
  FILE_LIMIT_FORBIDDEN: { status: 403, when: 'Only a superuser may set a limit on the number of files.' },

  EXTERNAL_VALIDATION_FAILED: { status: 403, when: 'An external validator rejected the metadata.' },
  EXTERNAL_VALIDATION_UNAVAILABLE: {
    status: 503,
    when: 'The external validator cannot be run or does not answer; nothing was changed.',
  },

  // Roles and assignments
  ROLE_NOT_FOUND: { status: 404, when: 'No role has this id or alias.' },
  ROLE_ALIAS_TAKEN: { status: 403, when: 'Another role of the installation has this alias.' },
  ROLE_PROTECTED: { status: 403, when: 'The role is a global one that cannot be deleted or renamed this way.' },
  ROLE_IN_USE: {
    status: 409,
    when: 'The role is the default contributor role of a collection, or is given outside the collection being deleted.',
  },
  ROLE_INHERITANCE_NOT_SET: { status: 400, when: 'The setting :InheritParentRoleAssignments names no roles to hand down.' },
  ROLE_ALREADY_GRANTED: { status: 403, when: 'The assignee already has this role here.' },
  ASSIGNEE_NOT_FOUND: { status: 400, when: 'No assignee has this identifier.' },
  ROLE_ASSIGNMENT_NOT_FOUND: { status: 404, when: 'No role assignment has this id here.' },

  // Groups
  IP_GROUP_NOT_FOUND: { status: 404, when: 'No IP group has this id or alias.' },
  MAIL_DOMAIN_GROUP_NOT_FOUND: { status: 404, when: 'No mail-domain group has this id or alias.' },
  GROUP_HAS_ROLES: { status: 400, when: 'Role assignments name the IP or mail-domain group, so it cannot be deleted.' },
  GROUP_NOT_FOUND: { status: 404, when: 'The collection defines no explicit group with this alias.' },
  GROUP_ALIAS_TAKEN: { status: 409, when: 'The collection defines another explicit group with this alias.' },
  GROUP_CONTAINMENT_REFUSED: {
    status: 403,
    when: 'An explicit group cannot contain itself, a group that contains it, or one defined neither in its collection nor above.',
  },

  // Datasets and versions
  DATASET_NOT_FOUND: { status: 404, when: 'No dataset has this id or persistent identifier.' },
  EXPORT_FAILED: { status: 403, when: 'An export names no dataset, or a format that there is not.' },
  OAI_SERVER_DISABLED: { status: 503, when: 'The setting :OAIServerEnabled does not let the installation be harvested.' },
  OAI_SET_NOT_FOUND: { status: 404, when: 'No set of records for harvesters has this name.' },
  OAI_SET_TAKEN: { status: 400, when: 'Another set of records for harvesters has this name.' },
  EXPORT_VERSION_UNSUPPORTED: { status: 400, when: 'Only the newest published version and the draft of a dataset can be exported.' },
  DATASET_VERSION_NOT_FOUND: { status: 404, when: 'The dataset has no such version, or it is deaccessioned.' },
  DATASET_METADATA_INVALID: { status: 403, when: 'Required metadata is missing or a value has the wrong form.' },
  DATASET_LOCKED: { status: 403, when: 'A lock on the dataset refuses the operation.' },
  PID_NOT_MINTED: {
    status: 503,
    when: 'No free persistent identifier could be generated; the operator has to act.',
  },
  REGISTRATION_REFUSED: {
    status: 400,
    when: 'The dataset was never published, so there is no metadata to update at its provider; or files of its collection get no persistent identifiers.',
  },
  FILE_VALIDATION_FAILED: {
    status: 403,
    when: 'Files do not match their recorded checksums; the dataset is locked until a superuser removes the lock.',
  },
  FILES_NOT_VERIFIED: { status: 409, when: 'Files were added to the draft while a publication verified the others.' },
  WORKFLOW_NOT_FOUND: {
    status: 404,
    when: 'No workflow has this id, or a publication depends on a workflow that does not exist.',
  },
  WORKFLOW_INVOCATION_NOT_FOUND: { status: 404, when: 'No waiting workflow has this invocation id.' },
  WORKFLOW_INVALID: {
    status: 400,
    when: 'A workflow that is added has steps that could not run: of an unknown kind, or with parameters that do not fit.',
  },
  WORKFLOW_ADDRESSES_INVALID: { status: 400, when: 'What may resume workflows is no list of IP addresses.' },
  WORKFLOW_IS_DEFAULT: { status: 403, when: 'The workflow that is to be deleted is the default one of a trigger.' },
  WORKFLOW_RUNNING: { status: 403, when: 'The workflow that is to be deleted is running for a dataset.' },
  WORKFLOW_ADDRESS_REFUSED: { status: 401, when: 'Workflows are resumed from the addresses alone that an administrator has named.' },
  WORKFLOW_KEY_INVALID: {
    status: 401,
    when: 'The invocation id that was sent as a credential is unknown, or its workflow does not wait at a step that makes it one.',
  },
  NOTIFICATION_NOT_FOUND: { status: 404, when: 'The account has no notification with this id.' },
  DATASET_LOCK_EXISTS: { status: 403, when: 'The dataset already has a lock of this type.' },
  DATASET_IN_REVIEW: { status: 403, when: 'The dataset is already in review.' },
  DATASET_NOT_IN_REVIEW: { status: 403, when: 'The dataset is not in review, so it cannot be returned.' },
  PRIVATE_URL_NOT_FOUND: { status: 404, when: 'The dataset has no private URL, or no private URL has this token.' },
  PRIVATE_URL_REFUSED: {
    status: 403,
    when: 'The dataset already has a private URL or has no draft, or an anonymised URL was requested after publication.',
  },
  ANONYMIZED_ACCESS_NOT_SET: { status: 406, when: 'The setting :AnonymizedFieldTypeNames names no fields to withhold.' },
  CURATION_STATUS_REFUSED: {
    status: 400,
    when: 'No curation labels are in effect for the dataset, or the label is not one of them or is already set.',
  },
  DATASET_TERMS_INVALID: { status: 409, when: 'The licence or the terms of use and access are missing or contradictory.' },
  DATASET_ALREADY_PUBLISHED: { status: 403, when: 'The newest version is already published.' },
  DATASET_MINOR_VERSION_REFUSED: { status: 403, when: 'The draft cannot be published as a minor version; it must be a major one.' },
  DATASET_PUBLISHED: { status: 403, when: 'Only a superuser can delete a published dataset.' },
  DATASET_DRAFT_NOT_FOUND: { status: 404, when: 'The newest version is not a draft, so there is no draft to delete.' },
  DATASET_UPDATE_CURRENT_REFUSED: { status: 403, when: 'The draft cannot replace the published version in place.' },
  MAIL_NOT_CONFIGURED: { status: 503, when: 'The operator has named no mail server, or no sender, so what would be mailed is refused.' },
  CITATION_QUEUE_FULL: { status: 503, when: 'The queue of citation updates is full; retry later.' },
  CITATION_DATE_FIELD_REFUSED: { status: 403, when: 'The metadata field is not of type date, so it cannot be the citation date.' },
  DATASET_MOVE_REFUSED: { status: 403, when: 'The dataset is already in the collection.' },
  DATASET_MOVE_UNDOES: { status: 403, when: 'The move would undo links of the dataset or its guestbook, and was not forced.' },
  DATASET_STALE: { status: 409, when: 'The dataset has changed since the caller read it.' },
  PERSISTENT_ID_NOT_MANAGED: { status: 403, when: 'The identifier of the imported study is not managed by this installation.' },
  PERSISTENT_ID_NOT_FOUND: { status: 404, when: 'The provider of this persistent identifier does not know it.' },
  PID_PROVIDER_NOT_FOUND: { status: 404, when: 'No provider of persistent identifiers has this id, or it mints none here.' },
  PID_RECONCILE_REFUSED: {
    status: 403,
    when: 'The dataset was published, or its identifier is already one of the provider that it is to have.',
  },
  PERSISTENT_ID_TAKEN: { status: 409, when: 'Another dataset has this persistent identifier.' },

  // Licences and dataset types
  LICENSE_NOT_FOUND: { status: 404, when: 'No licence has this id, name or URI, or there is no default licence.' },
  LICENSE_TAKEN: { status: 409, when: 'Another licence has this name or URI.' },
  LICENSE_IN_USE: { status: 409, when: 'The licence is the default or is used by dataset versions, so it cannot be removed.' },
  LICENSE_STATE_REFUSED: {
    status: 400,
    when: 'The default licence must stay active, or the licence already has this state.',
  },
  DATASET_TYPE_NOT_FOUND: { status: 404, when: 'No dataset type has this id or name.' },
  DATASET_TYPE_TAKEN: { status: 400, when: 'Another dataset type has this name.' },
  DATASET_TYPE_PROTECTED: { status: 403, when: 'The type dataset cannot be removed.' },
  DATASET_TYPE_IN_USE: { status: 409, when: 'Datasets are of this type, so it cannot be removed.' },

  // Files
  FILE_NOT_FOUND: { status: 404, when: 'No file has this id or persistent identifier.' },
  FILE_ACCESS_DENIED: { status: 403, when: 'The caller may not read the bytes of this file.' },
  ACCESS_REQUEST_REFUSED: {
    status: 400,
    when: 'Access need not or cannot be requested: the file is open to the caller, is not published or takes no requests, or the caller has an open request.',
  },
  ACCESS_REQUEST_NOT_FOUND: { status: 404, when: 'The file has no open access request, or none by this account.' },
  AUXILIARY_FILE_NOT_FOUND: {
    status: 404,
    when: 'The file has no auxiliary file of this tag and version, or none that the caller may read.',
  },
  AUXILIARY_FILE_EXISTS: { status: 409, when: 'The file already has an auxiliary file of this tag and version.' },
  FILE_BYTES_MISSING: { status: 404, when: 'The file has a record, but the storage does not hold its bytes.' },
  UPLOAD_NOT_FOUND: {
    status: 404,
    when: 'The caller has no such direct upload: it was never begun, was finished or aborted, or has expired.',
  },
  THUMBNAIL_QUEUE_FULL: {
    status: 503,
    when: 'The queue of thumbnails is full, for the caller or for all; retry later.',
  },
  FILE_FORM_UNAVAILABLE: { status: 404, when: 'The file is not available in the requested form, such as a thumbnail of a text file.' },
  TABLE_QUESTION_TOO_COSTLY: {
    status: 400,
    when: 'Answering the question to a table takes more processor time or memory than one may; ask for fewer columns, rows or groups, or download the table.',
  },
  TABLE_QUESTIONS_WAIT: {
    status: 503,
    when: 'Too many questions to tables wait, of the caller or of all; ask again shortly.',
  },
  FILE_HEADER_STORED: {
    status: 503,
    when: 'The text of the table is stored with the names of its variables, so there is none without them.',
  },
  FILE_FORM_PENDING: {
    status: 503,
    when: 'The form of a table is being made, its making was cut off, or too many wait to be made; a later request finds it, or has it made.',
  },
  ARCHIVE_EMPTY: { status: 400, when: 'There are no files to put into an archive.' },
  ARCHIVE_TOO_LARGE: { status: 413, when: 'The files together reach :ZipDownloadLimit; the refusal lists them.' },
  DUPLICATE_FILE: { status: 400, when: 'The dataset already holds a file with the same content.' },
  FILE_NOT_IN_VERSION: { status: 400, when: 'The version that the edit starts from does not hold the file.' },
  FILE_PATH_TAKEN: { status: 400, when: 'Another file of the dataset has the path, which the message names.' },
  FILE_RESTRICTION_UNCHANGED: { status: 400, when: 'The file is already restricted, or already unrestricted.' },
  FILE_PUBLISHED: { status: 403, when: 'Only superusers can change the dates of published files; every published one is named.' },
  FILE_DATES_DISABLED: { status: 400, when: 'The settings of this installation allow no embargoes, or no retention periods.' },
  FILE_LIMIT_REACHED: { status: 400, when: 'The dataset holds the maximum number of files.' },
  FILE_CHECKSUM_MISMATCH: { status: 417, when: 'The stored bytes of the file do not match the recorded checksum or size.' },
  PROVENANCE_DISABLED: { status: 403, when: 'The setting :ProvCollectionEnabled is false, so no provenance is recorded or read.' },
  PROVENANCE_PUBLISHED: {
    status: 403,
    when: 'The file is published, so its provenance record cannot be replaced or removed.',
  },
  PROVENANCE_NOT_FOUND: { status: 400, when: 'The file has no provenance of the requested kind.' },
  DIRECT_UPLOAD_UNAVAILABLE: { status: 404, when: 'The store of the dataset does not accept direct uploads.' },
  TOO_MANY_UPLOADS: {
    status: 400,
    when: 'The account has the maximum number of direct uploads in progress; it must add or abort some.',
  },
  UPLOAD_PARTS_MISSING: { status: 400, when: 'Parts of the upload are missing or differ from what the client states; all are named.' },
  UPLOAD_COMPLETED: { status: 409, when: 'The upload is already completed and accepts no more parts.' },
  CHECKSUM_MISMATCH: { status: 400, when: 'The uploaded bytes do not have the checksum that the client gives.' },
  UPLOAD_METHOD_DISABLED: { status: 503, when: 'The installation does not accept files this way.' },
  DATASET_HOLDS_PACKAGE: { status: 403, when: 'The dataset holds a package of files, so no more files can be added.' },
  FILE_IS_PACKAGE: { status: 503, when: 'The file is a package, which cannot be replaced.' },
  FILE_IS_TABULAR: { status: 400, when: 'The file was ingested, so its type cannot be detected again, nor can it be ingested again.' },
  FILE_NOT_INGESTED: { status: 400, when: 'The file was not ingested, and no ingest of it has failed: there is nothing to undo.' },
  FILE_TYPE_NOT_INGESTED: { status: 400, when: 'Files of this type are not ingested as tables, or this installation ingests none.' },
  FILE_NOT_TABULAR: {
    status: 400,
    when: 'The file was not ingested as a table, and what was requested is for tables alone: their tags and their variables.',
  },
  FILE_TYPE_DIFFERS: { status: 400, when: 'The new file is of another type than the one it replaces, and the replacement was not forced.' },
  STORAGE_QUOTA_EXCEEDED: { status: 400, when: 'The file is larger than what the storage quota leaves, which the message names.' },
  FILE_TOO_LARGE: { status: 413, when: 'The file, or a part of it, is larger than the limit, which the message names.' },

  // Users, settings, administration
  USER_NAME_TAKEN: { status: 400, when: 'Another account has this user name.' },
  USER_EMAIL_TAKEN: { status: 409, when: 'Another account has this e-mail address.' },
  USER_ID_TAKEN: { status: 409, when: 'The user of this authentication provider has an account already.' },
  USER_DEACTIVATED: { status: 403, when: 'The account is deactivated: it gets no roles, memberships or superuser state.' },
  USER_STATES_DIFFER: { status: 400, when: 'One of two accounts to be merged is deactivated, and the other is not.' },
  USER_ALREADY_BUILTIN: { status: 400, when: 'The account is a built-in one already.' },
  USER_HAS_TRACES: {
    status: 400,
    when: 'The account created, holds or contributed to something, so it can be merged or deactivated, but not deleted.',
  },
  LAST_SUPERUSER: { status: 400, when: 'The account is the only superuser, and would be none any more.' },
  API_TOKEN_NOT_FOUND: { status: 404, when: 'The account has no such API token, or the request came without it.' },
  TOO_MANY_TOKENS: { status: 400, when: 'The account has the largest number of named tokens.' },
  EMAIL_CONFIRMATION_NOT_FOUND: { status: 404, when: 'No e-mail address can be confirmed by this link, or the account has none.' },
  USER_NOT_FOUND: { status: 404, when: 'No account has this identifier.' },
} as const satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof errorCatalog;
