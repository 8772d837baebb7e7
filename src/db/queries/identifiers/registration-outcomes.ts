/** What telling providers of datasets came to. */
import { eq, sql } from 'drizzle-orm';
import { type PersistentIdParts, persistentIdText } from '../../../model/persistent-id.ts';
import type { Queryable } from '../../client.ts';
import { dataset } from '../../schema/dataset.ts';
import { persistentIdOf } from './persistent-id.ts';
import type { Registration } from './registration.ts';

/** Notes that the provider accepted the record of a revision; whether that is all it has to be told. What became due meanwhile stays due. */
export async function markRegistered(
  db: Queryable,
  { datasetId, revision }: Pick<Registration, 'datasetId' | 'revision'>,
): Promise<boolean> {
  const rows = await db
    .update(dataset)
    .set({
      registrationState: sql`case when ${dataset.registrationRevision} = ${revision} then 'REGISTERED' else ${dataset.registrationState} end`,
      registrationAttempts: sql`${dataset.registrationAttempts} + 1`,
      registrationError: null,
      registeredAt: sql`coalesce(${dataset.registeredAt}, now())`,
    })
    .where(eq(dataset.id, datasetId))
    .returning({ revision: dataset.registrationRevision });
  return rows.every((row) => row.revision === revision);
}

/**
 * Notes that the provider keeps the identifier of a dataset that is not public; whether the dataset still has it. What is sent for a reserved
 * identifier is its name alone, so that another revision under the same name is told as well.
 */
export async function markReserved(
  db: Queryable,
  { datasetId, ...pid }: PersistentIdParts & { readonly datasetId: number },
): Promise<boolean> {
  const rows = await db
    .update(dataset)
    .set({ registrationAttempts: sql`${dataset.registrationAttempts} + 1`, registrationError: null })
    .where(sql`${dataset.id} = ${datasetId} and ${persistentIdOf(dataset)} = ${persistentIdText(pid)}`)
    .returning({ id: dataset.id });
  return rows.length > 0;
}

/** Notes a try that the provider did not accept; of a published dataset FAILED when it was the last for the newest record. */
export async function markRegistrationFailed(
  db: Queryable,
  { datasetId, revision, ...pid }: Pick<Registration, 'datasetId' | 'revision'> & PersistentIdParts,
  failure: { readonly error: string; readonly lastAttempt: boolean },
): Promise<void> {
  const givenUp = sql`${dataset.registrationRevision} = ${revision} and ${failure.lastAttempt}::boolean`;
  await db
    .update(dataset)
    .set({
      registrationState: sql`case when ${dataset.registrationState} = 'RESERVED' then 'RESERVED' when ${givenUp} then 'FAILED' else 'PENDING' end::registration_state`,
      registrationAttempts: sql`${dataset.registrationAttempts} + 1`,
      registrationError: failure.error,
    })
    .where(
      sql`${dataset.id} = ${datasetId} and ${dataset.registrationState} <> 'REGISTERED' and ${persistentIdOf(dataset)} = ${persistentIdText(pid)}`,
    );
}
