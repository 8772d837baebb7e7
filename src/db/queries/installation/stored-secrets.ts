/** Every column that holds a secret of another service. Sealed ones begin with `sealed:`. */
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { authenticationProvider } from '../../schema/authentication-provider.ts';
import { installationSecret } from '../../schema/operation.ts';
import { webhook } from '../../schema/webhook.ts';

/** The bytes of a signing key that is not sealed; sealed ones are the text of what was sealed. */
export const CLEAR_SIGNING_KEY_BYTES = 32;

/** The signing key as it is stored; undefined before the first start. Locked until the transaction ends. */
export async function lockStoredSigningKey(db: Queryable): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ key: installationSecret.signingKey })
    .from(installationSecret)
    .where(eq(installationSecret.id, 1))
    .for('update');
  return row?.key;
}

/** Stores the signing key, in place of the one that is there. */
export async function storeSigningKey(db: Queryable, sealed: string): Promise<void> {
  const signingKey = Buffer.from(sealed);
  await db
    .insert(installationSecret)
    .values({ id: 1, signingKey })
    .onConflictDoUpdate({ target: installationSecret.id, set: { signingKey } });
}

/** Secrets of all webhooks, locked until the transaction ends. */
export async function lockWebhookSecrets(db: Queryable): Promise<{ id: number; secret: string }[]> {
  return db.select({ id: webhook.id, secret: webhook.secret }).from(webhook).orderBy(webhook.id).for('update');
}

/** Stores the secret of a webhook anew. */
export async function updateWebhookSecret(db: Queryable, id: number, secret: string): Promise<void> {
  await db.update(webhook).set({ secret }).where(eq(webhook.id, id));
}

/** Configurations of all authentication providers, locked until the transaction ends. */
export async function lockFactoryData(db: Queryable): Promise<{ id: string; factoryData: string | null }[]> {
  return db
    .select({ id: authenticationProvider.id, factoryData: authenticationProvider.factoryData })
    .from(authenticationProvider)
    .orderBy(authenticationProvider.id)
    .for('update');
}

/** Stores the configuration of an authentication provider anew. */
export async function updateFactoryData(db: Queryable, id: string, factoryData: string): Promise<void> {
  await db.update(authenticationProvider).set({ factoryData }).where(eq(authenticationProvider.id, id));
}
