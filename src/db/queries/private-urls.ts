import { and, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { roleAssignment } from '../schema/role.ts';

/** Takes the private URL of a dataset away; whether there was one. */
export async function deletePrivateUrl(db: Queryable, datasetId: number): Promise<boolean> {
  const rows = await db
    .delete(roleAssignment)
    .where(and(eq(roleAssignment.definitionPointId, datasetId), isNotNull(roleAssignment.privateUrlToken)))
    .returning({ id: roleAssignment.id });
  return rows.length > 0;
}
