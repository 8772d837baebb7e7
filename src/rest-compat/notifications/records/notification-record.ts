/** Notifications in their two forms. Source: users-admin.md 5.2. */
import { z } from 'zod';
import type { NotificationFactsFragment as NotificationFacts, NotificationsQuery } from '../../../generated/operations.ts';
import { NOTIFICATION_TYPES } from '../../../vocabulary/notifications.ts';
import { roleAssignmentRecord, roleAssignmentSchema } from '../../access/records/role-record.ts';
import { toSecond } from '../../records/record.ts';
import { objectId, listOf, recordSchema, second } from '../../records/schema.ts';

const text = z.string().optional();

export const notificationSchema = recordSchema(
  'Notification',
  'A notification: as texts, or with `inAppNotificationFormat=true` as facts. Source: users-admin.md 5.2.',
  {
    id: objectId,
    type: z.enum(NOTIFICATION_TYPES),
    displayAsRead: z.boolean(),
    sentTimestamp: second,
    subjectText: text,
    messageText: text,
    objectDeleted: z.literal(true).optional().describe('What it is about was deleted.'),
    dataFileId: objectId.optional(),
    dataFileDisplayName: text,
    datasetPersistentIdentifier: text,
    datasetDisplayName: text,
    collectionAlias: text,
    collectionDisplayName: text,
    ownerPersistentIdentifier: text,
    ownerAlias: text,
    ownerDisplayName: text,
    roleAssignments: listOf(roleAssignmentSchema).optional(),
    currentCurationStatus: text,
    additionalInfo: z.unknown().optional().describe('What the sender of a mention said: a JSON value, or a text.'),
    installationBrandName: text,
    requestorFirstName: text,
    requestorLastName: text,
    requestorEmail: text,
    userGuidesBaseUrl: text,
    userGuidesVersion: text,
    userGuidesSectionPath: text,
  },
);
export type NotificationRecord = z.infer<typeof notificationSchema>;

type ServerFacts = NotificationsQuery['serverInfo'];

function facts({ databaseId, type, displayAsRead, sentAt }: NotificationFacts) {
  return { id: databaseId, type, displayAsRead, sentTimestamp: toSecond(sentAt) };
}

/** A notification as texts. */
export function notificationRecord(notification: NotificationFacts): NotificationRecord {
  return {
    ...facts(notification),
    subjectText: notification.subjectText ?? undefined,
    messageText: notification.messageText ?? undefined,
  };
}

/** Chapters of the guides for users that a notification leads to. */
const guideSections: Readonly<Record<string, string>> = {
  CREATEACC: 'user/index.html',
  CREATEDV: 'user/collection-management.html',
  CREATEDS: 'user/dataset-management.html',
  INGESTCOMPLETED: 'user/dataset-management.html#tabular-data-files',
  INGESTCOMPLETEDWITHERRORS: 'user/dataset-management.html#tabular-data-files',
};

const ABOUT_FILES = new Set(['REQUESTFILEACCESS', 'REQUESTEDFILEACCESS']);
const ABOUT_ROLES = new Set(['ASSIGNROLE', 'REVOKEROLE']);
const WITH_REQUESTOR = new Set(['DATASETCREATED', 'SUBMITTEDDS', 'REQUESTFILEACCESS']);

function subjectFacts({ type, subject }: NotificationFacts): Partial<NotificationRecord> {
  if (subject === null) return {};
  const datasetDisplayName = subject.datasetDisplayName ?? undefined;
  const datasetPersistentId = subject.datasetPersistentId ?? undefined;
  if (subject.fileLabel !== null && ABOUT_ROLES.has(type)) {
    return { ownerPersistentIdentifier: datasetPersistentId, ownerDisplayName: datasetDisplayName };
  }
  if (subject.fileLabel !== null && ABOUT_FILES.has(type)) {
    return {
      dataFileId: subject.databaseId,
      dataFileDisplayName: subject.fileLabel,
      datasetDisplayName,
      datasetPersistentIdentifier: datasetPersistentId,
    };
  }
  const named =
    subject.collectionAlias === null
      ? { datasetPersistentIdentifier: datasetPersistentId, datasetDisplayName }
      : { collectionAlias: subject.collectionAlias, collectionDisplayName: subject.displayName };
  // Roles are told with what they are on, and no more.
  if (ABOUT_ROLES.has(type)) return named;
  return { ...named, ownerAlias: subject.ownerAlias ?? undefined, ownerDisplayName: subject.ownerDisplayName ?? undefined };
}

/** A notification as keys that a frontend makes its own texts of. */
export function inAppNotificationRecord(notification: NotificationFacts, server: ServerFacts): NotificationRecord {
  const { type, requestor } = notification;
  const section = guideSections[type];
  return {
    ...facts(notification),
    ...(notification.subjectDeleted ? { objectDeleted: true } : subjectFacts(notification)),
    ...(ABOUT_ROLES.has(type) && { roleAssignments: notification.roleAssignments.map(roleAssignmentRecord) }),
    ...(type === 'STATUSUPDATED' && { currentCurationStatus: notification.currentCurationStatus ?? undefined }),
    ...(type === 'DATASETMENTIONED' && { additionalInfo: notification.additionalInfo ?? undefined }),
    ...(type === 'CREATEACC' && { installationBrandName: server.installationName }),
    ...(WITH_REQUESTOR.has(type) &&
      requestor !== null && {
        requestorFirstName: requestor.firstName,
        requestorLastName: requestor.lastName,
        requestorEmail: requestor.email,
      }),
    ...(section !== undefined && {
      userGuidesBaseUrl: server.userGuidesBaseUrl,
      userGuidesVersion: server.userGuidesVersion,
      userGuidesSectionPath: section,
    }),
  };
}
