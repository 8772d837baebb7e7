/** Words about permissions, accounts and assignees. */

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

/** Uses of a named token; each includes reading, and `ADMINISTER` all the others. */
export const TOKEN_SCOPES = ['READ', 'DEPOSIT', 'CURATE', 'ADMINISTER'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** How `/api/admin` is opened. Source: decisions.md 2. */
export const ADMIN_GATES = ['superuser', 'localhost', 'unblock-key', 'open'] as const;
export type AdminGate = (typeof ADMIN_GATES)[number];

/** Which documents of clients the GraphQL endpoint runs. */
export const DOCUMENT_TRUST = ['open', 'anonymous-trusted-only', 'trusted-only'] as const;
export type DocumentTrust = (typeof DOCUMENT_TRUST)[number];

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

/** Kinds of what an account leaves behind, in order. Source: users-admin.md 7.7. */
export const ACCOUNT_TRACE_ELEMENTS = [
  'roleAssignments',
  'collectionCreator',
  'collectionPublisher',
  'datasetCreator',
  'datasetPublisher',
  'dataFileCreator',
  'dataFilePublisher',
  'datasetVersionUsers',
  'explicitGroups',
  'guestbookEntries',
  'savedSearches',
] as const;
export type AccountTraceElement = (typeof ACCOUNT_TRACE_ELEMENTS)[number];

/** Identifiers of the built-in assignees. Source: collections.md 4. */
export const GUEST_IDENTIFIER = ':guest';
export const ALL_USERS_IDENTIFIER = ':AllUsers';
export const AUTHENTICATED_USERS_IDENTIFIER = ':authenticated-users';
