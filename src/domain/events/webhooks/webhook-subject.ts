import { findCollection } from '../../../db/queries/collections/collections.ts';
import { findWebhook, type WebhookRow } from '../../../db/queries/events/webhooks.ts';
import type { Queryable } from '../../../db/client.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { type Actor, holdsPermission } from '../../../kernel/actor.ts';
import type { Subject, SubjectScope } from '../../../kernel/command.ts';

/** What makes an administrator of a collection: who gives roles there. Superusers hold everything. */
export const ADMINISTERING = 'ManageCollectionPermissions';

/** Whether an account administers a collection now. */
export async function administers(db: Queryable, actor: Actor, collectionId: number): Promise<boolean> {
  const collection = await findCollection(db, { id: collectionId }, actor.identities);
  return collection !== undefined && holdsPermission(actor, collection.granted, ADMINISTERING);
}

export interface WebhookSubject extends Subject {
  readonly webhook: WebhookRow;
}

async function load({ tx, context }: SubjectScope, id: number, lock: boolean): Promise<WebhookSubject> {
  const webhook = await findWebhook(tx, id, { lock });
  const collection = webhook === undefined ? undefined : await findCollection(tx, { id: webhook.collectionId }, context.actor.identities);
  if (webhook === undefined || collection === undefined) throw new DomainError('WEBHOOK_NOT_FOUND', `There is no webhook ${id}.`);
  return { nodeId: collection.id, granted: collection.granted, webhook };
}

/** Loads a webhook, and what the caller holds on its collection. @throws DomainError WEBHOOK_NOT_FOUND */
export function loadWebhook(scope: SubjectScope, { id }: { readonly id: number }): Promise<WebhookSubject> {
  return load(scope, id, false);
}

/** The same for a write. @throws DomainError WEBHOOK_NOT_FOUND */
export function lockWebhook(scope: SubjectScope, { id }: { readonly id: number }): Promise<WebhookSubject> {
  return load(scope, id, true);
}
