/** The provider that a dataset is to have, and its new identifier. Source: datasets.md 12.3. */
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { dataset } from '../../schema/dataset.ts';
import type { PersistentIdParts } from '../../../model/persistent-id.ts';

/** Id of the provider that was chosen for a dataset; null where the installation decides. */
export async function findPidGenerator(db: Queryable, datasetId: number): Promise<string | null> {
  const [row] = await db.select({ pidGenerator: dataset.pidGenerator }).from(dataset).where(eq(dataset.id, datasetId));
  return row?.pidGenerator ?? null;
}

const folderKept = sql`coalesce(${dataset.storageFolder}, ${dataset.authority} || '/' || ${dataset.identifier})`;

/** Gives the folder of a dataset that has had other identifiers a name of its own, the present identifier. */
export async function nameFolder(db: Queryable, datasetId: number): Promise<void> {
  await db.update(dataset).set({ storageFolder: folderKept }).where(eq(dataset.id, datasetId));
}

/**
 * Gives a dataset another identifier, of which its provider knows nothing yet; `registered` where it has none outside. The folder of its
 * files keeps its name.
 */
export async function replaceIdentifier(db: Queryable, datasetId: number, pid: PersistentIdParts, registered: boolean): Promise<void> {
  const { protocol, authority, separator, identifier } = pid;
  await db
    .update(dataset)
    .set({
      protocol,
      authority,
      separator,
      identifier,
      // The right side is read before anything is set.
      storageFolder: folderKept,
      registrationState: registered ? 'REGISTERED' : 'RESERVED',
      registeredAt: registered ? sql`now()` : null,
      registrationAttempts: 0,
      registrationError: null,
      registrationRevision: sql`${dataset.registrationRevision} + 1`,
      modifiedAt: sql`now()`,
    })
    .where(eq(dataset.id, datasetId));
}
