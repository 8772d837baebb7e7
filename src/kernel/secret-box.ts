/** Secrets of other services as the database keeps them: encrypted, with the id of the key. See docs/adr/0057-secrets-at-rest.md. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Of AES-256. */
export const SECRET_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^sealed:v1:(?<keyId>[0-9a-f]{16}):(?<bytes>[A-Za-z0-9_-]+)$/;

/** Which secret a value is. A value that was copied to the place of another kind does not open there. */
export type SecretPlace =
  | 'webhook.secret'
  | 'authentication_provider.factory_data'
  | 'installation_secret.signing_key'
  | 'idempotency_key.answer'
  | 'idempotency_step.result';

export interface SecretBox {
  /** Encrypts with the first key. */
  readonly seal: (place: SecretPlace, secret: string) => string;
  /** @throws Error when no key opens the value; the message names the key and the place, and no part of the value. */
  readonly open: (place: SecretPlace, sealed: string) => string;
  /** Whether a value is in clear, or under a key that is not the first. */
  readonly outdated: (stored: string) => boolean;
}

/** Names a key without telling anything of it. */
export function secretKeyId(key: Buffer): string {
  return createHmac('sha256', key).update('id of a secret key').digest('hex').slice(0, 16);
}

/** The key that a stored value needs; undefined where it is in clear. */
export function neededKeyId(stored: string): string | undefined {
  return SEALED.exec(stored)?.groups?.['keyId'];
}

/** A box of one or more keys: the first encrypts, all of them open. */
export function createSecretBox(keys: readonly [Buffer, ...Buffer[]]): SecretBox {
  const known = new Map(keys.map((key) => [secretKeyId(key), key]));
  const [first] = keys;
  const firstId = secretKeyId(first);
  return {
    seal: (place, secret) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first, nonce).setAAD(Buffer.from(place));
      const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `sealed:v1:${firstId}:${bytes.toString('base64url')}`;
    },
    open: (place, sealed) => {
      const { keyId = '', bytes: text = '' } = SEALED.exec(sealed)?.groups ?? {};
      const key = known.get(keyId);
      if (key === undefined) throw new Error(`The key ${keyId === '' ? 'of a secret' : keyId} is missing (${place}).`);
      const bytes = Buffer.from(text, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(place))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch {
        throw new Error(`The key ${keyId} does not open a secret that names it: the value was changed (${place}).`);
      }
    },
    outdated: (stored) => neededKeyId(stored) !== firstId,
  };
}
