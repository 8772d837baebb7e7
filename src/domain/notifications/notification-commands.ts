/** What accounts do with their own notifications. Source: users-admin.md 5.2. */
import { z } from 'zod';
import {
  deleteNotification as deleteRow,
  listMuted,
  markNotificationRead,
  setMuted,
} from '../../db/queries/notifications/notifications.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { NOTIFICATION_CHANNELS, NOTIFICATION_TYPES, type NotificationType } from '../../vocabulary/notifications.ts';
import { actingAccount } from '../../kernel/acting-account.ts';
import { command } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';

const own = { subject: noSubject, requires: 'LoggedIn' } as const;
const input = z.object({ id: z.int() });

/** Another account's notice is answered like one that does not exist. */
function notificationNotFound(id: number): DomainError {
  return new DomainError('NOTIFICATION_NOT_FOUND', `You have no notification ${id}.`);
}

/** Marks a notification as read, whether it was before or not; its id. @throws DomainError NOTIFICATION_NOT_FOUND */
export const markNotificationAsRead = command({
  name: 'markNotificationAsRead',
  input,
  ...own,
  run: async ({ tx, actor }, _subject, { id }): Promise<number> => {
    if ((await markNotificationRead(tx, actingAccount(actor).id, id)) === undefined) throw notificationNotFound(id);
    return id;
  },
});

/** Removes a notification; its id. @throws DomainError NOTIFICATION_NOT_FOUND */
export const deleteNotification = command({
  name: 'deleteNotification',
  input,
  ...own,
  run: async ({ tx, actor }, _subject, { id }): Promise<number> => {
    if (!(await deleteRow(tx, actingAccount(actor).id, id))) throw notificationNotFound(id);
    return id;
  },
});

/** Chooses whether the account is told of something by a channel; what it is not told by that channel then. */
export const muteNotifications = command({
  name: 'muteNotifications',
  input: z.object({ channel: z.enum(NOTIFICATION_CHANNELS), type: z.enum(NOTIFICATION_TYPES), muted: z.boolean() }),
  ...own,
  run: async ({ tx, actor, note }, _subject, { channel, type, muted }): Promise<NotificationType[]> => {
    const { id: userAccountId } = actingAccount(actor);
    await setMuted(tx, { userAccountId, channel, type }, muted);
    note({ channel, type, muted });
    return listMuted(tx, userAccountId, channel);
  },
});
