import { z } from 'zod';
import {
  countNotifications as countRows,
  listMuted,
  listNotifications as listRows,
  type NotificationRow,
} from '../../db/queries/notifications/notifications.ts';
import { listNotificationSubjects } from '../../db/queries/notifications/notification-subjects.ts';
import { listEffectiveAssignments, type RoleAssignmentRow } from '../../db/queries/access/roles.ts';
import { listUsersByIds, type UserRow } from '../../db/queries/access/users.ts';
import type { NotificationChannel, NotificationType } from '../../vocabulary/notifications.ts';
import { actingAccount } from '../../kernel/acting-account.ts';
import { type CommandContext, query } from '../../kernel/command.ts';
import { parseInput } from '../../kernel/parse-input.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { PageWindow } from '../../model/page-window.ts';
import { isSubjectGone, notificationText, type NotificationText } from './notification-texts.ts';
import { type ReadableSubject, readableSubject } from './readable-subject.ts';

/** A notification with what it speaks of, as far as its reader may see that now. */
export interface NotificationView {
  readonly row: NotificationRow;
  readonly subject: ReadableSubject | null;
  readonly subjectDeleted: boolean;
  readonly requestor: Pick<UserRow, 'firstName' | 'lastName' | 'userName' | 'email'> | null;
  /** Null when what it is about is gone. */
  readonly text: NotificationText | null;
  readonly roleAssignments: readonly (RoleAssignmentRow & { readonly nodeId: number })[];
}

/** Which part of the account's list. */
export interface NotificationSlice extends Partial<PageWindow<number>> {
  readonly onlyUnread: boolean;
  readonly offset?: number;
  /** Null or 0 for all. */
  readonly limit: number | null;
}

const bounds = z.object({
  offset: z.int().min(0, 'must be a whole number from 0').default(0),
  limit: z.int().min(0, 'must be a whole number from 0').nullable(),
});

const ABOUT_ROLES: readonly NotificationType[] = ['ASSIGNROLE', 'REVOKEROLE'];
const own = { subject: noSubject, requires: 'LoggedIn' } as const;

/** What rows of the account's own say. */
export async function viewsOf({ db, actor, services }: CommandContext, rows: readonly NotificationRow[]): Promise<NotificationView[]> {
  if (rows.length === 0) return [];
  const subjectIds = [...new Set(rows.flatMap(({ subjectId }) => subjectId ?? []))];
  const requestorIds = [...new Set(rows.flatMap(({ requestorId }) => requestorId ?? []))];
  const aboutRoles = [...new Set(rows.flatMap(({ type, subjectId }) => (ABOUT_ROLES.includes(type) ? (subjectId ?? []) : [])))];
  const [subjects, requestors, assignments] = await Promise.all([
    listNotificationSubjects(db, subjectIds, actor.identities),
    requestorIds.length === 0 ? [] : listUsersByIds(db, requestorIds),
    aboutRoles.length === 0 ? [] : listEffectiveAssignments(db, actor.identities, aboutRoles),
  ]);
  const subjectOf = new Map(subjects.map((subject) => [subject.id, readableSubject(actor, subject)]));
  const requestorOf = new Map(requestors.map((user) => [user.id, user]));
  const { siteUrl } = services.installation;
  const installation = services.installation.name();
  return rows.map((row) => {
    const subject = (row.subjectId === null ? undefined : subjectOf.get(row.subjectId)) ?? null;
    const requestor = (row.requestorId === null ? undefined : requestorOf.get(row.requestorId)) ?? null;
    return {
      row,
      subject,
      subjectDeleted: isSubjectGone(row.type, subject),
      requestor,
      text: notificationText(row.type, { installation, siteUrl, subject, requestor, details: row.details }) ?? null,
      roleAssignments: ABOUT_ROLES.includes(row.type) ? assignments.filter(({ nodeId }) => nodeId === row.subjectId) : [],
    };
  });
}

/**
 * What the account was told, newest first: four statements at most, however many there are.
 * @throws DomainError BAD_USER_INPUT for a negative limit or offset. Source: users-admin.md 5.2, decisions.md 4.
 */
export const listNotifications = query({
  name: 'listNotifications',
  ...own,
  run: async (context, _subject, slice: NotificationSlice): Promise<NotificationView[]> => {
    const { offset, limit } = parseInput(bounds, { offset: slice.offset, limit: slice.limit });
    const { id: userAccountId } = actingAccount(context.actor);
    return viewsOf(context, await listRows(context.db, { ...slice, userAccountId, offset, limit: limit === 0 ? null : limit }));
  },
});

/** How many notifications the account has. */
export const countNotifications = query({
  name: 'countNotifications',
  ...own,
  run: ({ db, actor }, _subject, { onlyUnread }: { readonly onlyUnread: boolean }): Promise<number> =>
    countRows(db, { userAccountId: actingAccount(actor).id, onlyUnread }),
});

/** What the account does not want to be told by a channel. Source: users-admin.md 5.2. */
export const listMutedTypes = query({
  name: 'listMutedNotificationTypes',
  ...own,
  run: ({ db, actor }, _subject, { channel }: { readonly channel: NotificationChannel }): Promise<NotificationType[]> =>
    listMuted(db, actingAccount(actor).id, channel),
});
