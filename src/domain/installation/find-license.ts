import type { Queryable } from '../../db/client.ts';
import { LICENSE_MATCHES, type LicenseChoice, listLicensesNamed } from '../../db/queries/installation/licenses.ts';

/**
 * Finds a licence by its URI, its name or SPDX identifier in any case, or one of the two without its version where only one licence
 * has it. Source: decisions.md 30.
 */
export async function findLicense(db: Queryable, text: string): Promise<LicenseChoice | undefined> {
  const found = await listLicensesNamed(db, text.trim());
  for (const match of LICENSE_MATCHES) {
    const [first, second] = found.filter((license) => license.match === match);
    // Among several versions of a licence the name is ambiguous.
    if (first !== undefined) return second === undefined ? first : undefined;
  }
  return undefined;
}
