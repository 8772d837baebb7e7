import { asc, eq, or, sql } from 'drizzle-orm';
import { prepared, type Queryable } from '../client.ts';
import { license } from '../schema/dataset.ts';

export interface LicenseChoice {
  readonly id: number;
  readonly active: boolean;
}

/** Finds a licence by its URI or name. Nobody removes it before the end of the transaction that chooses it. */
export async function findLicense(db: Queryable, nameOrUri: string): Promise<LicenseChoice | undefined> {
  const [row] = await findStatement(db).execute({ nameOrUri });
  return row;
}

const findStatement = prepared((db) =>
  db
    .select({ id: license.id, active: license.active })
    .from(license)
    .where(or(eq(license.uri, sql.placeholder('nameOrUri')), eq(license.name, sql.placeholder('nameOrUri'))))
    .for('key share')
    .prepare('license_find'),
);

/** The licence of datasets that may not have custom terms; held as by `findLicense`. */
export async function findDefaultLicense(db: Queryable): Promise<LicenseChoice | undefined> {
  const [row] = await db
    .select({ id: license.id, active: license.active })
    .from(license)
    .where(sql`${license.isDefault} and ${license.active}`)
    .orderBy(asc(license.id))
    .limit(1)
    .for('key share');
  return row;
}

/** Stores licences unless there are any: one that was removed does not come back. */
export async function insertLicenses(db: Queryable, rows: readonly (typeof license.$inferInsert)[]): Promise<void> {
  const present = await db.select({ id: license.id }).from(license).limit(1);
  if (present.length === 0) await db.insert(license).values([...rows]);
}
