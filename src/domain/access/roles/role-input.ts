import { z } from 'zod';
import type { RoleRow } from '../../../db/queries/access/roles.ts';
import { permissionMask } from '../../../permission-set.ts';
import { PERMISSIONS } from '../../../vocabulary/access.ts';
import { line } from '../../../model/text-limits.ts';

/** The keyword that stands for "no role" wherever a role can be named. Source: collections.md 5.12. */
const NO_ROLE = 'none';

/** What a role is called and holds; every rule that it breaks is listed. Source: collections.md 5.7. */
export const roleInput = z.object({
  alias: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,16}$/, 'must be 1 to 16 letters, digits, underscores or hyphens')
    .refine((alias) => alias !== NO_ROLE, `must not be ${NO_ROLE}, which stands for no role`),
  name: line.refine((name) => name.trim() !== '', 'must not be blank'),
  description: line.nullish(),
  permissions: z.array(z.enum(PERMISSIONS)).readonly().nullish(),
});
export type RoleInput = z.infer<typeof roleInput>;

/** The columns of a role that an input sets. */
export function roleValues({
  alias,
  name,
  description,
  permissions,
}: RoleInput): Pick<RoleRow, 'alias' | 'name' | 'description' | 'permissions'> {
  return { alias, name, description: description ?? null, permissions: permissionMask(permissions ?? []) };
}
