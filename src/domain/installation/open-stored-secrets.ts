/** At start: opens the secrets in the database, and encrypts anew what is in clear or under an old key. See docs/adr/0057-secrets-at-rest.md. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/client.ts';
import { lockInstallation } from '../../db/queries/installation/installation.ts';
import {
  CLEAR_SIGNING_KEY_BYTES,
  lockFactoryData,
  lockStoredSigningKey,
  lockWebhookSecrets,
  storeSigningKey,
  updateFactoryData,
  updateWebhookSecret,
} from '../../db/queries/installation/stored-secrets.ts';
import { failureText } from '../../errors/failure-text.ts';
import { StartupError } from '../../errors/startup-error.ts';
import { createSecretBox, neededKeyId, type SecretBox, secretKeyId, type SecretPlace } from '../../kernel/secret-box.ts';

const SIGNING_KEY = 'installation_secret.signing_key';

/** A secret as it is stored, and how it is stored anew. */
interface StoredSecret {
  readonly place: SecretPlace;
  readonly value: string;
  readonly store: (sealed: string) => Promise<void>;
}

export interface OpenedSecrets {
  readonly box: SecretBox;
  /** Signs download addresses and more; made at the first start. */
  readonly signingKey: Buffer;
}

/** @throws StartupError naming every key that is missing */
function requireKeys(stored: readonly StoredSecret[], keys: readonly Buffer[]): void {
  const known = new Set(keys.map(secretKeyId));
  const missing = new Set(stored.map(({ value }) => neededKeyId(value)).filter((id) => id !== undefined && !known.has(id)));
  if (missing.size === 0) return;
  const named = [...missing].join(', ');
  throw new StartupError(
    `Secrets in the database are encrypted with a key that is missing: ${named}. Put the file secret-keys of the installation into DATA_DIR, or its key into SECRET_KEYS.`,
  );
}

/** The value in clear. @throws StartupError when its key does not open it */
function openAtStart(box: SecretBox, { place, value }: StoredSecret): string {
  if (neededKeyId(value) === undefined) return value;
  try {
    return box.open(place, value);
  } catch (error) {
    throw new StartupError(`${failureText(error)} Restore the database from a backup.`);
  }
}

/**
 * Opens what is stored. A key is made where there is none and nothing was encrypted yet.
 * @throws StartupError when a key is missing: nothing is written then
 */
export async function openStoredSecrets(
  db: Database,
  { readKeys, makeKey }: { readonly readKeys: () => Promise<readonly Buffer[]>; readonly makeKey: () => Promise<Buffer> },
): Promise<OpenedSecrets> {
  return db.transaction(async (tx) => {
    await lockInstallation(tx);
    const keys = await readKeys();
    const signing = await lockStoredSigningKey(tx);
    const fresh = signing === undefined || signing.length === CLEAR_SIGNING_KEY_BYTES;
    const signingSecret: StoredSecret = {
      place: SIGNING_KEY,
      value: fresh ? (signing ?? randomBytes(CLEAR_SIGNING_KEY_BYTES)).toString('base64') : signing.toString(),
      store: (sealed) => storeSigningKey(tx, sealed),
    };
    const stored: StoredSecret[] = [
      signingSecret,
      ...(await lockWebhookSecrets(tx)).map(({ id, secret }): StoredSecret => ({
        place: 'webhook.secret',
        value: secret,
        store: (sealed) => updateWebhookSecret(tx, id, sealed),
      })),
      ...(await lockFactoryData(tx)).flatMap(({ id, factoryData }): StoredSecret[] =>
        factoryData === null
          ? []
          : [
              {
                place: 'authentication_provider.factory_data',
                value: factoryData,
                store: (sealed) => updateFactoryData(tx, id, sealed),
              },
            ],
      ),
    ];
    requireKeys(stored, keys);
    const [first = await makeKey(), ...others] = keys;
    const box = createSecretBox([first, ...others]);
    for (const secret of stored.filter(({ value }) => box.outdated(value))) {
      await secret.store(box.seal(secret.place, openAtStart(box, secret)));
    }
    return { box, signingKey: Buffer.from(openAtStart(box, signingSecret), 'base64') };
  });
}
