import { additionalInfo } from '../../model/notifications/additional-info.ts';
import {
  countNotifications,
  listMutedTypes,
  listNotifications,
  type NotificationView,
} from '../../domain/notifications/list-notifications.ts';
import { deleteNotification, markNotificationAsRead, muteNotifications } from '../../domain/notifications/notification-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';
import { connectionByNumber } from '../connection.ts';
import { connectionFields } from '../pages.ts';

const MOST_AT_ONCE = 100;

/** A field of the subject that only some kinds of object have. */
function ofKind<Value>({ kind }: NonNullable<NotificationView['subject']>, kinds: readonly string[], value: Value): Value | null {
  return kinds.includes(kind) ? value : null;
}

export const notificationResolvers: Resolvers = {
  Viewer: {
    notifications: (_viewer, { onlyUnread, ...args }, context) => {
      const filter = { onlyUnread: onlyUnread ?? false };
      return connectionByNumber(context, args, {
        name: 'notifications',
        numberOf: ({ row }) => row.id,
        read: async (window) => ({
          rows: await listNotifications(context, { ...filter, ...window }),
          count: () => countNotifications(context, filter),
        }),
      });
    },
    allNotifications: (_viewer, { onlyUnread, offset, before, limit }, context) =>
      listNotifications(context, {
        onlyUnread: onlyUnread ?? false,
        offset: offset ?? 0,
        after: before ?? null,
        limit: Math.min(limit || MOST_AT_ONCE, MOST_AT_ONCE),
      }),
    notificationCount: (_viewer, { onlyUnread }, context) => countNotifications(context, { onlyUnread: onlyUnread ?? false }),
    mutedNotificationTypes: (_viewer, { channel }, context) => listMutedTypes(context, { channel }),
  },
  NotificationConnection: connectionFields,
  Notification: {
    id: ({ row }) => globalIdOf('Notification', row.id),
    databaseId: ({ row }) => row.id,
    type: ({ row }) => row.type,
    displayAsRead: ({ row }) => row.readAt !== null,
    sentAt: ({ row }) => row.sentAt,
    subjectText: ({ text }) => text?.subject ?? null,
    messageText: ({ text }) => text?.message ?? null,
    additionalInfo: ({ row }) => (row.type === 'DATASETMENTIONED' ? additionalInfo(row.details) : null),
    currentCurationStatus: ({ subject }) => subject?.curationStatus ?? null,
  },
  NotificationSubject: {
    databaseId: ({ id }) => id,
    collectionAlias: (subject) => ofKind(subject, ['COLLECTION'], subject.reference),
    datasetPersistentId: (subject) => ofKind(subject, ['DATASET', 'DATAFILE'], subject.reference),
    fileLabel: (subject) => ofKind(subject, ['DATAFILE'], subject.displayName),
  },
  Mutation: {
    markNotificationAsRead: async (_root, { input }, context) => ({
      notificationDatabaseId: await markNotificationAsRead(context, { id: input.databaseId }),
    }),
    deleteNotification: async (_root, { input }, context) => {
      const id = await deleteNotification(context, { id: input.databaseId });
      return { deletedNotificationId: globalIdOf('Notification', id), deletedNotificationDatabaseId: id };
    },
    muteNotifications: async (_root, { input }, context) => ({ mutedTypes: await muteNotifications(context, input) }),
  },
};
