import { z } from 'zod';
import { PERMISSIONS } from '../../../vocabulary/access.ts';

const permissionName = z.enum(PERMISSIONS, { error: 'is no permission' });

/** Names of the catalogue; a list that begins with `ALL`, in any case, stands for all of them. */
const permissionNames = z.preprocess(
  (sent) => (Array.isArray(sent) && typeof sent[0] === 'string' && sent[0].toUpperCase() === 'ALL' ? [...PERMISSIONS] : sent),
  z.array(permissionName),
);

/** A role as it is sent. What the texts may hold is said by the operation. Source: collections.md 5.7. */
export const roleBody = z.object({
  alias: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  permissions: permissionNames.nullish(),
});
