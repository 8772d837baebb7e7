/** Tells accounts what happened, in the transaction in which it does. Source: users-admin.md 5. */
import type { Queryable } from '../../db/client.ts';
import { type HolderQuery, insertNotifications, listHolders } from '../../db/queries/notifications/notifications.ts';
import { mailSenderOf } from '../../kernel/mail-sender-of.ts';
import { storeEvent } from '../../kernel/store-event.ts';
import { permissionMask } from '../../permission-set.ts';
import type { Permission } from '../../vocabulary/access.ts';
import type { NotificationType } from '../../vocabulary/notifications.ts';
import type { DomainServices } from '../../kernel/services.ts';

/** Where a notification is written from: a command, or a job. */
export interface NotifyingScope {
  readonly tx: Queryable;
  readonly services: Pick<DomainServices, 'settings' | 'mail'>;
}

/** What is told. */
export interface NotificationFacts {
  readonly type: NotificationType;
  /** The collection, dataset or file that it is about. */
  readonly subjectId?: number | null;
  /** The account that caused the notification. */
  readonly requestorId?: number | null;
  readonly details?: Readonly<Record<string, string | null>>;
}

/** What is only ever mailed. Source: users-admin.md 5.3. */
const NEVER_STORED: ReadonlySet<NotificationType> = new Set(['CONFIRMEMAIL']);

/** Tells some accounts, each once, unless the type is muted for all or by them. */
export async function notifyAccounts(
  { tx, services }: NotifyingScope,
  { receivers, type, subjectId = null, requestorId = null, details = {} }: NotificationFacts & { readonly receivers: readonly number[] },
): Promise<void> {
  const { settings } = services;
  if (receivers.length === 0 || (settings.get(':AlwaysMuted') ?? []).includes(type)) return;
  const mayMute = !(settings.get(':NeverMuted') ?? []).includes(type);
  const mails = mailSenderOf(services) !== undefined;
  const mailIds = await insertNotifications(
    tx,
    receivers,
    { type, subjectId, requestorId, details },
    { mayMute, mails, inApp: !NEVER_STORED.has(type) },
  );
  if (mailIds.length > 0) await storeEvent(tx, { kind: 'MailDue', subjectId: null, payload: { mailIds } });
}

/** Whom to tell. */
export interface Receivers {
  readonly nodeId: number;
  /** One of these at least. */
  readonly holding: readonly Permission[];
  /** None of these. */
  readonly lacking?: readonly Permission[];
  /** Only by roles that are given on the node itself. */
  readonly directly?: boolean;
  /** An account that is not told. */
  readonly except?: number | null;
}

/** Notifies the holders of a permission, directly or by explicit groups; not members of built-in groups, and not superusers. */
export async function notifyHolders(
  scope: NotifyingScope,
  { nodeId, holding, lacking = [], directly = false, except = null }: Receivers,
  facts: NotificationFacts,
): Promise<void> {
  const query: HolderQuery = { nodeId, holding: permissionMask(holding), lacking: permissionMask(lacking), directly };
  const receivers = (await listHolders(scope.tx, query)).filter((id) => id !== except);
  await notifyAccounts(scope, { ...facts, receivers });
}
