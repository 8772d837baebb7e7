import { sendContactMessage, sendFeedback } from '../../../../src/domain/mail/send-contact-message.ts';
import { followNotifications } from '../../../../src/domain/notifications/follow-notifications.ts';
import { countNotifications, listMutedTypes, listNotifications } from '../../../../src/domain/notifications/list-notifications.ts';
import {
  deleteNotification,
  markNotificationAsRead,
  muteNotifications,
} from '../../../../src/domain/notifications/notification-commands.ts';
import type { GateCase, GateTable } from './gate-case.ts';

const ofAccounts = (run: GateCase['run']): GateCase => ({ requires: 'LoggedIn', run });

/** Source: users-admin.md 5.2. */
export const notificationGates: GateTable = {
  // There is no such object, which is found out behind the gate.
  sendContactMessage: {
    requires: 'Public',
    run: (context) => sendContactMessage(context, { targetId: 0, subject: 'a', body: 'b', fromEmail: 'a@example.org' }),
  },
  sendFeedback: {
    requires: 'AdminGate',
    run: (context) => sendFeedback(context, { targetId: 0, subject: 'a', body: 'b', fromEmail: 'a@example.org' }),
  },
  listNotifications: ofAccounts((context) => listNotifications(context, { onlyUnread: false, limit: null })),
  followNotifications: ofAccounts((context) => followNotifications(context, { after: 0 })),
  countNotifications: ofAccounts((context) => countNotifications(context, { onlyUnread: true })),
  listMutedNotificationTypes: ofAccounts((context) => listMutedTypes(context, { channel: 'EMAIL' })),
  // None of them has one with such an id, which is found out behind the gate.
  markNotificationAsRead: ofAccounts((context) => markNotificationAsRead(context, { id: 0 })),
  deleteNotification: ofAccounts((context) => deleteNotification(context, { id: 0 })),
  muteNotifications: ofAccounts((context) => muteNotifications(context, { channel: 'EMAIL', type: 'CREATEDV', muted: true })),
};
