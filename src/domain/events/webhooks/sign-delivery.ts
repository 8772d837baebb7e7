/** How deliveries are signed and what they hold. Source: Standard Webhooks 1.0, https://www.standardwebhooks.com. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FeedEventRow } from '../../../db/queries/events/feed.ts';

const PREFIX = 'whsec_';

/** A new secret, as its owner is shown it. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** Headers that let a receiver see that a body is from here, and when it was sent. */
export function signatureHeaders(
  secret: string,
  { id, sentAt, body }: { readonly id: string; readonly sentAt: Date; readonly body: string },
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(sentAt.getTime() / 1000);
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}

/** The body of a delivery: facts of the event, the same at every try. */
export function deliveryBody({ kind, occurredAt, subjectId, subjectKind, reference, payload }: FeedEventRow): string {
  const { versionNumber, versionMinorNumber, label } = payload;
  return JSON.stringify({
    type: kind,
    timestamp: occurredAt.toISOString(),
    data: {
      subjectId,
      ...(subjectKind === 'COLLECTION' ? { collectionAlias: reference } : { datasetPersistentId: reference }),
      ...(typeof versionNumber === 'number' && { version: `${versionNumber}.${versionMinorNumber ?? 0}` }),
      ...(typeof label === 'string' && { curationStatus: label }),
    },
  });
}
