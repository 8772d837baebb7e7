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
import { connectionFields, decodeCursor, encodeCursor, pageOf, pageSize } from '../pages.ts';

const CURSOR = 'notifications';
const MOST_AT_ONCE = 100;

/** A field of the subject that only some kinds of object have. */
function ofKind<Value>({ kind }: NonNullable<NotificationView['subject']>, kinds: readonly string[], value: Value): Value | null {
  return kinds.includes(kind) ? value : null;
}

export const notificationResolvers: Resolvers = {
  Viewer: {
    notifications: async (_viewer, { first, after, onlyUnread }, context) => {
      const size = pageSize(first);
      const [before] = decodeCursor(CURSOR, after) ?? [];
      const filter = { onlyUnread: onlyUnread ?? false };
      const views = await listNotifications(context, {
        ...filter,
        before: before === undefined ? undefined : Number(before),
        limit: size + 1,
      });
      return pageOf(views, {
        size,
        after,
        cursor: ({ row }) => encodeCursor(CURSOR, [row.id]),
        item: (view) => view,
        totalCount: () => countNotifications(context, filter),
      });
    },
    allNotifications: (_viewer, { onlyUnread, offset, before, limit }, context) =>
      listNotifications(context, {
        onlyUnread: onlyUnread ?? false,
        offset: offset ?? 0,
        before: before ?? undefined,
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
