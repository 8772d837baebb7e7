import { z, type ZodType } from 'zod';
import {
  NotificationDeleteDocument,
  NotificationMarkAsReadDocument,
  NotificationMuteDocument,
  NotificationMutedTypesDocument,
  type NotificationFactsFragment,
  NotificationsBeforeDocument,
  NotificationsDocument,
  NotificationUnreadCountDocument,
} from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { NOTIFICATION_TYPES, type NotificationChannel, type NotificationType } from '../../../vocabulary/notifications.ts';
import { mutedTypeRecord, mutedTypeSchema } from '../records/muted-type-record.ts';
import {
  inAppNotificationRecord,
  notificationRecord,
  type NotificationRecord,
  notificationSchema,
} from '../records/notification-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { listOf, openListOf, recordSchema, mapOf, counted } from '../../records/schema.ts';
import { ENTRIES_AT_ONCE, type ListPart, openList } from '../../open-list.ts';
import { booleanParameter, countParameter, numericId } from '../../reference.ts';
import { type HttpMethod, type Route, route } from '../../route.ts';

const mutedTypesSchema: ZodType<Readonly<Record<string, readonly z.infer<typeof mutedTypeSchema>[]>>> = mapOf(listOf(mutedTypeSchema));

const unreadCountSchema = recordSchema('UnreadCount', 'How many notifications are unread.', { unreadCount: counted });

/** @throws DomainError BAD_USER_INPUT for anything but a type in capitals. */
function notificationType(text: string): NotificationType {
  const type = NOTIFICATION_TYPES.find((known) => known === text);
  if (type !== undefined) return type;
  throw new DomainError('BAD_USER_INPUT', `There is no type of notification ${text}.`, {
    problems: [{ pointer: '/path/type', message: `must be one of ${NOTIFICATION_TYPES.join(', ')}` }],
  });
}

function muteRoute(list: 'mutedEmails' | 'mutedNotifications', method: HttpMethod & ('PUT' | 'DELETE')): Route {
  const channel: NotificationChannel = list === 'mutedEmails' ? 'EMAIL' : 'IN_APP';
  const muted = method === 'PUT';
  return route({
    id: `notifications.${list}.${muted ? 'add' : 'remove'}`,
    method,
    path: `/api/notifications/${list}/{type}`,
    summary: `${muted ? 'Mutes' : 'No longer mutes'} a type of notification for the caller, by way of ${channel === 'EMAIL' ? 'e-mail' : 'this API'}.`,
    auth: 'token',
    // Source: users-admin.md 5.2.
    statuses: { BAD_USER_INPUT: 404 },
    refusals: ['BAD_USER_INPUT'],
    answer: messageAnswer,
    operation: NotificationMuteDocument,
    variables: ({ path }) => ({ input: { channel, type: notificationType(path.type), muted } }),
    reply: (_data, { path }) => ({ message: `Notifications of the type ${path.type} are ${muted ? 'muted' : 'not muted'}.` }),
  });
}

function mutedRoute(list: 'mutedEmails' | 'mutedNotifications'): Route {
  return route({
    id: `notifications.${list}.list`,
    method: 'GET',
    path: `/api/notifications/${list}`,
    summary: `Types of notification that the caller has muted, by way of ${list === 'mutedEmails' ? 'e-mail' : 'this API'}.`,
    auth: 'token',
    answer: enveloped(mutedTypesSchema),
    operation: NotificationMutedTypesDocument,
    variables: () => ({ channel: list === 'mutedEmails' ? ('EMAIL' as const) : ('IN_APP' as const) }),
    reply: ({ viewer }) => ({ data: { [list]: viewer.mutedNotificationTypes.map(mutedTypeRecord) } }),
  });
}

/** An empty one is as good as none. Source: users-admin.md 5.2. */
const countOrEmpty = z.preprocess((value) => (value === '' ? undefined : value), countParameter);

/** How many are still wanted, and after which notification. */
interface NotificationsPlace {
  readonly before: number;
  readonly left: number;
}

/** Neither nothing nor 0 is a limit. */
const wanted = (limit: number | undefined): number => limit || Infinity;
const atOnce = (left: number): number => Math.min(left, ENTRIES_AT_ONCE);

function notificationsPart(
  found: readonly NotificationFactsFragment[],
  wantedCount: number,
  write: (facts: NotificationFactsFragment) => NotificationRecord,
): ListPart<NotificationsPlace, NotificationRecord> {
  const last = found.at(-1);
  const left = wantedCount - found.length;
  const isFull = found.length === ENTRIES_AT_ONCE && left > 0;
  return { entries: found.map(write), next: last === undefined || !isFull ? null : { before: last.databaseId, left } };
}

export const notificationRoutes: readonly Route[] = [
  route({
    id: 'notifications.all',
    method: 'GET',
    path: '/api/notifications/all',
    summary: 'Notifications of the caller, newest first.',
    auth: 'token',
    query: z.object({
      onlyUnread: booleanParameter,
      inAppNotificationFormat: booleanParameter,
      limit: countOrEmpty,
      offset: countOrEmpty,
    }),
    answer: enveloped(openListOf(notificationSchema), { beside: ['totalCount'] }),
    operation: NotificationsDocument,
    variables: ({ query: { onlyUnread, offset, limit } }) => ({ onlyUnread, offset: offset ?? 0, limit: atOnce(wanted(limit)) }),
    reply: ({ viewer, serverInfo }, { query }) => {
      const write = (facts: NotificationFactsFragment): NotificationRecord =>
        query.inAppNotificationFormat ? inAppNotificationRecord(facts, serverInfo) : notificationRecord(facts);
      return {
        totalCount: viewer.notificationCount,
        data: openList(notificationsPart(viewer.allNotifications, wanted(query.limit), write), {
          operation: NotificationsBeforeDocument,
          // By the one before, so that one that comes or goes meanwhile hides and repeats no other.
          variables: ({ before, left }) => ({ onlyUnread: query.onlyUnread, before, limit: atOnce(left) }),
          part: (data, { left }) => notificationsPart(data.viewer.allNotifications, left, write),
        }),
      };
    },
  }),
  route({
    id: 'notifications.unreadCount',
    method: 'GET',
    path: '/api/notifications/unreadCount',
    summary: 'How many notifications of the caller are unread.',
    auth: 'token',
    answer: enveloped(unreadCountSchema),
    operation: NotificationUnreadCountDocument,
    variables: () => ({}),
    reply: ({ viewer }) => ({ data: { unreadCount: viewer.notificationCount } }),
  }),
  route({
    id: 'notifications.markAsRead',
    method: 'PUT',
    path: '/api/notifications/{id}/markAsRead',
    summary: 'Marks a notification of the caller as read.',
    auth: 'token',
    refusals: ['NOTIFICATION_NOT_FOUND'],
    answer: messageAnswer,
    operation: NotificationMarkAsReadDocument,
    variables: ({ path }) => ({ input: { databaseId: numericId(path.id) } }),
    reply: (_data, { path }) => ({ message: `Notification ${path.id} marked as read.` }),
  }),
  route({
    id: 'notifications.delete',
    method: 'DELETE',
    path: '/api/notifications/{id}',
    summary: 'Removes a notification of the caller.',
    auth: 'token',
    refusals: ['NOTIFICATION_NOT_FOUND'],
    answer: messageAnswer,
    operation: NotificationDeleteDocument,
    variables: ({ path }) => ({ input: { databaseId: numericId(path.id) } }),
    reply: (_data, { path }) => ({ message: `Notification ${path.id} deleted.` }),
  }),
  mutedRoute('mutedEmails'),
  muteRoute('mutedEmails', 'PUT'),
  muteRoute('mutedEmails', 'DELETE'),
  mutedRoute('mutedNotifications'),
  muteRoute('mutedNotifications', 'PUT'),
  muteRoute('mutedNotifications', 'DELETE'),
];
