import { eq, sql } from 'drizzle-orm';
import { type Queryable, prepared } from '../../client.ts';
import { dataset, datasetVersion } from '../../schema/dataset.ts';
import type { VersionRow } from './versions.ts';

/** Stores a version; its id. */
export async function insertVersion(db: Queryable, values: typeof datasetVersion.$inferInsert): Promise<number> {
  const [row] = await db
    .insert(datasetVersion)
    .values(values)
    .returning({ id: datasetVersion.id })
    .prepare('dataset_version_insert')
    .execute();
  if (row === undefined) throw new Error('The version was not stored.');
  return row.id;
}

/** Changes a version; its counter rises and `updatedAt` becomes now. */
export async function updateVersion(db: Queryable, id: number, values: Partial<typeof datasetVersion.$inferInsert>): Promise<void> {
  await db
    .update(datasetVersion)
    .set({ ...values, updatedAt: sql`now()`, internalVersionNumber: sql`${datasetVersion.internalVersionNumber} + 1` })
    .where(eq(datasetVersion.id, id))
    .prepare('dataset_version_update')
    .execute();
}

const touchStatement = prepared((db) => {
  const modified = db
    .$with('modified', { id: sql<number>`id`.as('id') })
    .as(sql`update ${dataset} set modified_at = now() where id = ${sql.placeholder('datasetId')}`);
  return db
    .with(modified)
    .update(datasetVersion)
    .set({ updatedAt: sql`now()`, internalVersionNumber: sql`${datasetVersion.internalVersionNumber} + 1` })
    .where(eq(datasetVersion.id, sql.placeholder('id')))
    .returning({ internalVersionNumber: datasetVersion.internalVersionNumber, updatedAt: datasetVersion.updatedAt })
    .prepare('dataset_version_touch');
});

/** Marks a version and its dataset as changed now, for a change of its files; the version after that. */
export async function touchVersion(db: Queryable, version: VersionRow): Promise<VersionRow> {
  const [touched] = await touchStatement(db).execute({ id: version.id, datasetId: version.datasetId });
  if (touched === undefined) throw new Error(`There is no version ${version.id}.`);
  return { ...version, ...touched };
}

/** Deaccessions a version. Its timestamps stay; the counter rises, because its record has changed. */
export async function markDeaccessioned(
  db: Queryable,
  id: number,
  why: { readonly note: string; readonly link: string | null },
): Promise<void> {
  await db
    .update(datasetVersion)
    .set({
      state: 'DEACCESSIONED',
      deaccessionNote: why.note,
      deaccessionLink: why.link,
      internalVersionNumber: sql`${datasetVersion.internalVersionNumber} + 1`,
    })
    .where(eq(datasetVersion.id, id));
}

/** Removes a version. */
export async function deleteVersion(db: Queryable, id: number): Promise<void> {
  await db.delete(datasetVersion).where(eq(datasetVersion.id, id));
}
