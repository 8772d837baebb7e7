/** Facts that the server hands to a client and gets back unread and unchanged, so that it need not keep them itself. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z, type ZodType } from 'zod';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** No ticket of ours is longer. */
const LONGEST = 4_000;

const envelope = z.object({ until: z.number(), facts: z.unknown() });

export interface TicketKind<Facts> {
  /** Tells kinds apart: none opens as another. */
  readonly purpose: string;
  readonly lifetimeMs: number;
  readonly schema: ZodType<Facts>;
}

function keyOf(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `ticket ${purpose}`, 32));
}

/** Seals facts with a secret of the installation: encrypted, and bound to their purpose and their end. */
export function sealTicket<Facts>(secret: Buffer, { purpose, lifetimeMs }: TicketKind<Facts>, facts: Facts): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce);
  const text = JSON.stringify({ until: Date.now() + lifetimeMs, facts });
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString('base64url');
}

/** The facts of a ticket; undefined where it is none of this kind, was changed, or has ended. */
export function openTicket<Facts>(secret: Buffer, { purpose, schema }: TicketKind<Facts>, ticket: string): Facts | undefined {
  if (ticket.length > LONGEST) return undefined;
  const sealed = Buffer.from(ticket, 'base64url');
  if (sealed.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    const { until, facts } = envelope.parse(JSON.parse(text));
    return until < Date.now() ? undefined : schema.parse(facts);
  } catch {
    return undefined;
  }
}
