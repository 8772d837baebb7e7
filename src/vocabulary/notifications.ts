/** Words about notifications and mail. */

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
