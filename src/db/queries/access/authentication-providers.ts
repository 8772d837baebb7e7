import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { authenticationProvider } from '../../schema/authentication-provider.ts';

/** A provider as it is stored, secrets included: it leaves the server only without them. */
export type AuthenticationProviderRow = Readonly<typeof authenticationProvider.$inferSelect>;

/** All providers, by id. */
export async function listAuthenticationProviderRows(db: Queryable): Promise<AuthenticationProviderRow[]> {
  return db.select().from(authenticationProvider).orderBy(asc(authenticationProvider.id));
}

/** Finds a provider by its id, in exact case; its row is locked until the transaction ends. */
export async function lockAuthenticationProvider(db: Queryable, id: string): Promise<AuthenticationProviderRow | undefined> {
  const [row] = await db.select().from(authenticationProvider).where(eq(authenticationProvider.id, id)).for('update');
  return row;
}

/** Finds a provider by its id, in exact case. */
export async function findAuthenticationProvider(db: Queryable, id: string): Promise<AuthenticationProviderRow | undefined> {
  const [row] = await db.select().from(authenticationProvider).where(eq(authenticationProvider.id, id));
  return row;
}

/** Stores a provider, in place of the one that has its id. */
export async function upsertAuthenticationProvider(db: Queryable, { id, ...facts }: AuthenticationProviderRow): Promise<void> {
  await db
    .insert(authenticationProvider)
    .values({ id, ...facts })
    .onConflictDoUpdate({ target: authenticationProvider.id, set: facts });
}

/** Switches a provider on or off. */
export async function updateProviderEnabled(db: Queryable, id: string, enabled: boolean): Promise<void> {
  await db.update(authenticationProvider).set({ enabled }).where(eq(authenticationProvider.id, id));
}

/** Removes a provider; whether it was there. */
export async function deleteAuthenticationProviderRow(db: Queryable, id: string): Promise<boolean> {
  const rows = await db
    .delete(authenticationProvider)
    .where(eq(authenticationProvider.id, id))
    .returning({ id: authenticationProvider.id });
  return rows.length > 0;
}
