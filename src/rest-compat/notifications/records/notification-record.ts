/** Notifications in their two forms. Source: users-admin.md 5.2. */
import type { NotificationsQuery } from '../../../generated/operations.ts';
import { type JsonRecord, put, toSecond } from '../../records/record.ts';
import { roleAssignmentRecord } from '../../access/records/role-record.ts';

type NotificationFacts = NotificationsQuery['viewer']['allNotifications'][number];
type ServerFacts = NotificationsQuery['serverInfo'];

function facts({ databaseId, type, displayAsRead, sentAt }: NotificationFacts): JsonRecord {
  return { id: databaseId, type, displayAsRead, sentTimestamp: toSecond(sentAt) };
}

/** A notification as texts. */
export function notificationRecord(notification: NotificationFacts): JsonRecord {
  const record = facts(notification);
  put(record, 'subjectText', notification.subjectText);
  put(record, 'messageText', notification.messageText);
  return record;
}

/** Chapters of the guides for users that a notification leads to. */
const guideSections: Readonly<Record<string, string>> = {
  CREATEACC: 'user/index.html',
  CREATEDV: 'user/collection-management.html',
  CREATEDS: 'user/dataset-management.html',
  INGESTCOMPLETED: 'user/tabular-ingest/index.html',
  INGESTCOMPLETEDWITHERRORS: 'user/tabular-ingest/index.html',
};

const ABOUT_FILES = new Set(['REQUESTFILEACCESS', 'REQUESTEDFILEACCESS']);
const WITH_REQUESTOR = new Set(['DATASETCREATED', 'SUBMITTEDDS', 'REQUESTFILEACCESS']);

function putSubject(record: JsonRecord, { type, subject }: NotificationFacts): void {
  if (subject === null) return;
  if (subject.fileLabel !== null) {
    if (ABOUT_FILES.has(type)) {
      put(record, 'dataFileId', subject.databaseId);
      put(record, 'dataFileDisplayName', subject.fileLabel);
      put(record, 'datasetDisplayName', subject.datasetDisplayName);
      put(record, 'datasetPersistentIdentifier', subject.datasetPersistentId);
      return;
    }
    put(record, 'ownerPersistentIdentifier', subject.datasetPersistentId);
    put(record, 'ownerDisplayName', subject.datasetDisplayName);
    return;
  }
  if (subject.collectionAlias === null) {
    put(record, 'datasetPersistentIdentifier', subject.datasetPersistentId);
    put(record, 'datasetDisplayName', subject.displayName);
  } else {
    put(record, 'collectionAlias', subject.collectionAlias);
    put(record, 'collectionDisplayName', subject.displayName);
  }
  // Roles are told with what they are on, and no more.
  if (type === 'ASSIGNROLE' || type === 'REVOKEROLE') return;
  put(record, 'ownerAlias', subject.ownerAlias);
  put(record, 'ownerDisplayName', subject.ownerDisplayName);
}

/** A notification as keys that a frontend makes its own texts of. */
export function inAppNotificationRecord(notification: NotificationFacts, server: ServerFacts): JsonRecord {
  const { type, requestor } = notification;
  const record = facts(notification);
  if (notification.subjectDeleted) record['objectDeleted'] = true;
  else putSubject(record, notification);
  if (type === 'ASSIGNROLE' || type === 'REVOKEROLE') record['roleAssignments'] = notification.roleAssignments.map(roleAssignmentRecord);
  if (type === 'STATUSUPDATED') put(record, 'currentCurationStatus', notification.currentCurationStatus);
  if (type === 'CREATEACC') record['installationBrandName'] = server.installationName;
  if (WITH_REQUESTOR.has(type) && requestor !== null) {
    record['requestorFirstName'] = requestor.firstName;
    record['requestorLastName'] = requestor.lastName;
    record['requestorEmail'] = requestor.email;
  }
  const section = guideSections[type];
  if (section !== undefined) {
    record['userGuidesBaseUrl'] = server.userGuidesBaseUrl;
    record['userGuidesVersion'] = server.userGuidesVersion;
    record['userGuidesSectionPath'] = section;
  }
  return record;
}
