import { eq, sql } from 'drizzle-orm';
import { type Queryable, prepared } from '../client.ts';
import { dataset, datasetVersion } from '../schema/dataset.ts';
import { node } from '../schema/node.ts';

/** A published dataset as the provider of its persistent identifier has to know it. */
export interface Registration {
  readonly datasetId: number;
  readonly protocol: string;
  readonly authority: string;
  readonly separator: string;
  readonly identifier: string;
  readonly state: 'RESERVED' | 'PENDING' | 'REGISTERED' | 'FAILED';
  /** Title of the newest version that was ever published. */
  readonly title: string;
  /** First publication, `yyyy-MM-dd`, UTC. */
  readonly publicationDate: string | null;
}

const registrationStatement = prepared((db) =>
  db
    .select({
      datasetId: dataset.id,
      protocol: dataset.protocol,
      authority: dataset.authority,
      separator: dataset.separator,
      identifier: dataset.identifier,
      state: dataset.registrationState,
      title: datasetVersion.title,
      publicationDate: sql<string | null>`to_char(${node.publishedAt} at time zone 'UTC', 'YYYY-MM-DD')`,
    })
    .from(dataset)
    .innerJoin(node, eq(node.id, dataset.id))
    .innerJoin(datasetVersion, eq(datasetVersion.datasetId, dataset.id))
    .where(sql`${dataset.id} = ${sql.placeholder('datasetId')} and ${datasetVersion.state} <> 'DRAFT'`)
    .orderBy(sql`${datasetVersion.ordinal} desc`)
    .limit(1)
    .prepare('pid_registration'),
);

/** Finds what a provider is told of a dataset; undefined when it is gone or was never published. */
export async function findRegistration(db: Queryable, datasetId: number): Promise<Registration | undefined> {
  const [row] = await registrationStatement(db).execute({ datasetId });
  return row;
}

/** Notes that the provider accepted the identifier. */
export async function markRegistered(db: Queryable, datasetId: number): Promise<void> {
  await db
    .update(dataset)
    .set({
      registrationState: 'REGISTERED',
      registrationAttempts: sql`${dataset.registrationAttempts} + 1`,
      registrationError: null,
      registeredAt: sql`now()`,
    })
    .where(sql`${dataset.id} = ${datasetId} and ${dataset.registrationState} <> 'REGISTERED'`);
}

/** Notes a try that the provider did not accept; FAILED when it was the last. */
export async function markRegistrationFailed(
  db: Queryable,
  datasetId: number,
  failure: { readonly error: string; readonly lastAttempt: boolean },
): Promise<void> {
  await db
    .update(dataset)
    .set({
      registrationState: failure.lastAttempt ? 'FAILED' : 'PENDING',
      registrationAttempts: sql`${dataset.registrationAttempts} + 1`,
      registrationError: failure.error,
    })
    .where(sql`${dataset.id} = ${datasetId} and ${dataset.registrationState} <> 'REGISTERED'`);
}
