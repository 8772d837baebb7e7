import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { datasetVersion, license } from '../../schema/dataset.ts';
import { datasetTemplate } from '../../schema/dataset-template.ts';

/** A licence as the installation defines it. */
export type LicenseDefinitionRow = typeof license.$inferSelect;

/** All licences, as they are to be offered. */
export async function listLicenses(db: Queryable): Promise<LicenseDefinitionRow[]> {
  return db.select().from(license).orderBy(asc(license.sortOrder), asc(license.id));
}

/** Finds a licence by its id; `lock` keeps others from changing it, or using it, until the transaction ends. */
export async function findLicenseDefinition(
  db: Queryable,
  id: number,
  options: { readonly lock?: boolean } = {},
): Promise<LicenseDefinitionRow | undefined> {
  const query = db.select().from(license).where(eq(license.id, id));
  const [row] = await (options.lock === true ? query.for('update') : query);
  return row;
}

/** Finds the default licence, active or not. */
export async function findDefaultLicenseDefinition(db: Queryable): Promise<LicenseDefinitionRow | undefined> {
  const [row] = await db.select().from(license).where(eq(license.isDefault, true)).orderBy(asc(license.id)).limit(1);
  return row;
}

/** Stores a licence; undefined when another one has its name or URI. */
export async function insertLicense(db: Queryable, values: typeof license.$inferInsert): Promise<LicenseDefinitionRow | undefined> {
  const [row] = await db.insert(license).values(values).onConflictDoNothing().returning();
  return row;
}

/** Changes a licence. */
export async function updateLicense(
  db: Queryable,
  id: number,
  values: Partial<Pick<LicenseDefinitionRow, 'active' | 'sortOrder'>>,
): Promise<LicenseDefinitionRow | undefined> {
  const [row] = await db.update(license).set(values).where(eq(license.id, id)).returning();
  return row;
}

/** Makes a licence the default one, and no other. */
export async function markDefaultLicense(db: Queryable, id: number): Promise<void> {
  // Every row is written, always in the same order, so that two concurrent changes result in one default.
  await db.execute(sql`select id from license order by id for update`);
  await db.update(license).set({ isDefault: sql`${license.id} = ${id}` });
}

/** Whether a version of any dataset, or a template, has this licence. */
export async function isLicenseInUse(db: Queryable, id: number): Promise<boolean> {
  const [row] = await db.execute<{ used: boolean }>(sql`
    select exists (select from ${datasetVersion} where license_id = ${id}::int) or exists (select from ${datasetTemplate} where license_id = ${id}::int) as used`);
  return row?.used ?? false;
}

/** Removes a licence that nothing uses. */
export async function deleteLicenseRow(db: Queryable, id: number): Promise<void> {
  await db.delete(license).where(eq(license.id, id));
}
