/** Messages that receivers know as ours. Source: Standard Webhooks 1.0, https://www.standardwebhooks.com. */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** A key in the form in which receivers are given it. */
export function secretOf(key: Buffer): string {
  return PREFIX + key.toString('base64');
}

/** The key that a secret stands for. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

export interface SignedMessage {
  /** The same at each try of one message, and for no other: by it the receiver knows a repeated one. */
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

/** Headers by which a receiver checks who sent a body, and when. */
export function signatureHeaders(key: Buffer, { id, sentAt, body }: SignedMessage): Readonly<Record<string, string>> {
  const timestamp = Math.floor(sentAt.getTime() / 1000);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}
