/** What administrators of a collection do with its webhooks. Source: users-admin.md 5.6. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import { numberFeedEvents } from '../../../db/queries/events/feed.ts';
import {
  countDeliveries,
  deleteWebhookRow,
  type DeliveryFilter,
  findWebhook,
  insertWebhook,
  listDeliveries as listRows,
  listWebhooks as listWebhookRows,
  reviveDeliveries,
  setWebhookDisabled,
  type WebhookDeliveryRow,
  type WebhookRow,
} from '../../../db/queries/events/webhooks.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { actingAccount } from '../../../kernel/acting-account.ts';
import { command, query } from '../../../kernel/command.ts';
import { secretOf } from '../../../kernel/signed-message.ts';
import { FEED_KINDS } from '../../../vocabulary/events.ts';
import { loadCollection, lockCollection } from '../../subjects/collection-subject.ts';
import { ADMINISTERING, loadWebhook, lockWebhook } from './webhook-subject.ts';
import type { PageWindow } from '../../../model/page-window.ts';

/** Every event below a collection costs as many deliveries. */
const MOST_WEBHOOKS = 20;
const SECRET_BYTES = 32;

const rules = { admits: 'LoggedIn', requires: ADMINISTERING } as const;
const whichWebhook = z.object({ id: z.int() });

/** A webhook with its secret, which is shown in this answer only. */
export interface CreatedWebhook {
  readonly webhook: WebhookRow;
  readonly secret: string;
}

/** Makes a webhook of a collection. @throws DomainError BAD_USER_INPUT | WEBHOOK_LIMIT_REACHED */
export const createWebhook = command({
  name: 'createWebhook',
  input: z.object({
    collection: z.custom<CollectionKey>(),
    url: z.string().trim(),
    kinds: z.array(z.enum(FEED_KINDS)).max(FEED_KINDS.length, 'must name each kind once'),
  }),
  subject: (scope, { collection }) => lockCollection(scope, collection),
  ...rules,
  run: async ({ context, tx, actor, services, note }, { collection }, { url, kinds }): Promise<CreatedWebhook> => {
    const fault = services.webhooks.faultOf(url);
    if (fault !== undefined) {
      throw new DomainError('BAD_USER_INPUT', `The address ${fault}.`, { problems: [{ pointer: '/url', message: fault }] });
    }
    if ((await listWebhookRows(tx, collection.id)).length >= MOST_WEBHOOKS) {
      throw new DomainError('WEBHOOK_LIMIT_REACHED', `A collection has at most ${MOST_WEBHOOKS} webhooks.`);
    }
    // What happened before has its place, and is not told.
    await numberFeedEvents(context.db);
    const secret = secretOf(randomBytes(SECRET_BYTES));
    const webhook = await insertWebhook(tx, {
      ownerId: actingAccount(actor).id,
      collectionId: collection.id,
      url: new URL(url).href,
      kinds: [...new Set(kinds)],
      secret: services.secrets.seal('webhook.secret', secret),
    });
    note({ webhook: webhook.id });
    return { webhook, secret };
  },
});

/** Removes a webhook with its deliveries; its id. */
export const deleteWebhook = command({
  name: 'deleteWebhook',
  input: whichWebhook,
  subject: lockWebhook,
  ...rules,
  run: async ({ tx, note }, _subject, { id }): Promise<number> => {
    await deleteWebhookRow(tx, id);
    note({ webhook: id });
    return id;
  },
});

/** Stops deliveries to a webhook, or has them go on; what happened in between is delivered then. */
export const enableWebhook = command({
  name: 'enableWebhook',
  input: whichWebhook.extend({ enabled: z.boolean() }),
  subject: lockWebhook,
  ...rules,
  run: async ({ tx, note }, { webhook }, { id, enabled }): Promise<WebhookRow> => {
    await setWebhookDisabled(tx, id, enabled ? null : 'It was switched off.');
    note({ webhook: id, enabled });
    return (await findWebhook(tx, id)) ?? webhook;
  },
});

/** Has deliveries that were given up tried again: one, or all of a webhook; how many. @throws DomainError WEBHOOK_DELIVERY_NOT_FOUND */
export const resendDeliveries = command({
  name: 'resendDeliveries',
  input: whichWebhook.extend({ deliveryId: z.int().nullable() }),
  subject: lockWebhook,
  ...rules,
  run: async ({ tx, note }, _subject, { id, deliveryId }): Promise<number> => {
    const count = await reviveDeliveries(tx, id, deliveryId);
    if (count === 0 && deliveryId !== null) {
      throw new DomainError('WEBHOOK_DELIVERY_NOT_FOUND', `No delivery ${deliveryId} of this webhook was given up.`);
    }
    note({ webhook: id, deliveries: count });
    return count;
  },
});

/** The webhooks of a collection, for those who administer it. */
export const listWebhooks = query({
  name: 'listWebhooks',
  subject: loadCollection,
  ...rules,
  run: ({ db }, { collection }, _key: CollectionKey): Promise<WebhookRow[]> => listWebhookRows(db, collection.id),
});

/** One webhook. @throws DomainError WEBHOOK_NOT_FOUND */
export const viewWebhook = query({
  name: 'viewWebhook',
  subject: loadWebhook,
  ...rules,
  run: (_context, { webhook }, _which: { readonly id: number }): WebhookRow => webhook,
});

type OfWebhook = Omit<DeliveryFilter, 'webhookId'> & { readonly id: number };

/** Deliveries of a webhook, newest first. */
export const listDeliveries = query({
  name: 'listWebhookDeliveries',
  subject: loadWebhook,
  ...rules,
  run: ({ db }, _subject, { id, ...window }: OfWebhook & PageWindow<number>): Promise<WebhookDeliveryRow[]> =>
    listRows(db, { ...window, webhookId: id }),
});

/** How many deliveries a webhook has. */
export const countWebhookDeliveries = query({
  name: 'countWebhookDeliveries',
  subject: loadWebhook,
  ...rules,
  run: ({ db }, _subject, { id, state }: OfWebhook): Promise<number> => countDeliveries(db, { webhookId: id, state }),
});
