import { asc, type SQL, sql } from 'drizzle-orm';
import { prepared, type Queryable } from '../../client.ts';
import { license } from '../../schema/dataset.ts';

export interface LicenseChoice {
  readonly id: number;
  readonly active: boolean;
}

/** How a licence was found by a text, the surest way first. */
export const LICENSE_MATCHES = ['exact', 'any case', 'without version'] as const;

export interface LicenseMatch extends LicenseChoice {
  readonly match: (typeof LICENSE_MATCHES)[number];
}

/**
 * Licences whose URI, name or SPDX identifier is this text, or whose name or identifier is in another case or before its version number
 * (`cc0`, `CC BY`). It cannot be deleted before the end of the transaction that chooses it.
 */
export function listLicensesNamed(db: Queryable, text: string): Promise<LicenseMatch[]> {
  return namedStatement(db).execute({ text });
}

const matches = (column: SQL) => sql`lower(${sql.placeholder('text')}::text) ${column}`;
const named = sql`in (lower(${license.name}), lower(${license.rightsIdentifier}))`;
const shortlyNamed = sql`in (regexp_replace(lower(${license.name}), '[ -][0-9.]+$', ''), regexp_replace(lower(${license.rightsIdentifier}), '[ -][0-9.]+$', ''))`;

const namedStatement = prepared((db) =>
  db
    .select({
      id: license.id,
      active: license.active,
      match: sql<LicenseMatch['match']>`case
        when ${sql.placeholder('text')}::text in (${license.uri}, ${license.name}, ${license.rightsIdentifier}) then 'exact'
        when ${matches(named)} then 'any case'
        else 'without version' end`,
    })
    .from(license)
    .where(sql`${license.uri} = ${sql.placeholder('text')}::text or ${matches(named)} or ${matches(shortlyNamed)}`)
    .orderBy(asc(license.id))
    .for('key share')
    .prepare('license_named'),
);

/** The licence of datasets that come with none, and may have no terms of their own in place of it; held as those found by a name. */
export async function findDefaultLicense(db: Queryable): Promise<LicenseChoice | undefined> {
  const [row] = await defaultStatement(db).execute();
  return row;
}

const defaultStatement = prepared((db) =>
  db
    .select({ id: license.id, active: license.active })
    .from(license)
    .where(sql`${license.isDefault} and ${license.active}`)
    .orderBy(asc(license.id))
    .limit(1)
    .for('key share')
    .prepare('license_default'),
);

/** Stores licences unless there are any: one that was removed does not come back. */
export async function insertLicenses(db: Queryable, rows: readonly (typeof license.$inferInsert)[]): Promise<void> {
  const present = await db.select({ id: license.id }).from(license).limit(1);
  if (present.length === 0) await db.insert(license).values([...rows]);
}
