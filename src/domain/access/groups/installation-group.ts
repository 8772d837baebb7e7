/** What IP groups and mail-domain groups share: the operator defines them for the whole installation, by an alias. */
import { z } from 'zod';
import type { Queryable } from '../../../db/client.ts';
import { deleteMemberships } from '../../../db/queries/access/group-members.ts';
import { listAssignmentsOf } from '../../../db/queries/access/roles.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { line } from '../../../model/text-limits.ts';
import { byRule } from '../../../errors/rules/broken.ts';

/** How a group of the installation is named: by its numeric id, or by its alias in exact case. */
export type InstallationGroupKey = { readonly id: number } | { readonly alias: string };

/** The alias of a group; digits alone would be an id. Source: collections.md 11.3. */
export const groupAlias = line
  .refine((alias) => /^[-_A-Za-z0-9]+$/.test(alias), byRule('GROUP_ALIAS'))
  .refine((alias) => /[^0-9]|^$/.test(alias), byRule('ALIAS_LIKE_AN_ID'));

/** Name and description of a group; without a name the alias serves as one. */
export const shownAs = {
  name: line.nullish(),
  description: z.string().max(1024, 'must not be longer than 1024 characters').nullish(),
};

/** Longest list of addresses or domains in a group. */
export const LONGEST_LIST = 1000;

/**
 * Stores a group under the alias wanted, or with the first of `-1`, `-2` ... after it that is free. `insert` gives undefined for an
 * alias that is taken.
 */
export async function storeUnderFreeAlias<Stored>(
  wanted: string,
  taken: readonly string[],
  insert: (alias: string) => Promise<Stored | undefined>,
): Promise<Stored> {
  const known = new Set(taken);
  for (let number = 0; ; number++) {
    const alias = number === 0 ? wanted : `${wanted}-${number}`;
    if (known.has(alias)) continue;
    const stored = await insert(alias);
    if (stored !== undefined) return stored;
  }
}

/**
 * Takes a group that ceases to exist out of all explicit groups.
 * @throws DomainError GROUP_HAS_ROLES when role assignments name it.
 */
export async function withdrawGroup(tx: Queryable, identifier: string): Promise<void> {
  const assignments = await listAssignmentsOf(tx, identifier);
  if (assignments.length > 0) {
    const count = assignments.length === 1 ? 'One role assignment names' : `${assignments.length} role assignments name`;
    throw new DomainError('GROUP_HAS_ROLES', `${count} the group ${identifier}; take the roles away first.`);
  }
  await deleteMemberships(tx, identifier);
}
