import {
  findLastNotificationPlace,
  listNotificationsAfter,
  type NotificationRow,
  numberNotifications,
} from '../../db/queries/notifications/notifications.ts';
import { actingAccount } from '../../kernel/acting-account.ts';
import { type CommandContext, query, type ReadContext } from '../../kernel/command.ts';
import { liveCaller, liveTurns, throughOutages } from '../../kernel/live-turns.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { type NotificationView, viewsOf } from './list-notifications.ts';

/** A notification with its reader as it is when it is sent. */
export interface ReceivedNotification {
  readonly item: { readonly place: number; readonly notification: NotificationView };
  readonly context: ReadContext;
}

/** How long ago the caller may have been looked up: each notification is read when it is sent, for the caller as they were then. */
const ALLOWED_AGE_MS = 200;
/** Notifications that are read together. */
const READ_TOGETHER = 20;

async function received(context: ReadContext, row: NotificationRow): Promise<ReceivedNotification[]> {
  const [notification] = await viewsOf(context, [row]);
  return notification === undefined ? [] : [{ item: { place: row.position ?? 0, notification }, context }];
}

async function* follow(context: CommandContext, userAccountId: number, after: number): AsyncGenerator<ReceivedNotification> {
  const { renew, ended } = liveCaller(context);
  let place = after;
  for await (const { db } of liveTurns(context, `notifications ${userAccountId}`)) {
    await throughOutages(ended, () => numberNotifications(db, userAccountId));
    for (let rows: NotificationRow[] | undefined; rows === undefined || rows.length === READ_TOGETHER;) {
      const from = place;
      rows = await throughOutages(ended, () => listNotificationsAfter(db, { userAccountId, after: from, limit: READ_TOGETHER }));
      for (const row of rows) {
        // What a notification shows of its subject depends on what its reader holds when it is sent.
        yield* await throughOutages(ended, async () => received(await renew(ALLOWED_AGE_MS), row));
        place = row.position ?? place;
      }
    }
  }
}

/** What the account is told in the application, from now on or from a place among its notifications, in order, until the stream ends. */
export const followNotifications = query({
  name: 'followNotifications',
  subject: noSubject,
  requires: 'LoggedIn',
  run: async (context, _subject, { after }: { readonly after: number | null }): Promise<AsyncGenerator<ReceivedNotification>> => {
    const { id } = actingAccount(context.actor);
    if (after !== null) return follow(context, id, after);
    await numberNotifications(context.db, id);
    return follow(context, id, await findLastNotificationPlace(context.db, id));
  },
});
