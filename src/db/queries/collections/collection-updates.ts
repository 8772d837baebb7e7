import { eq } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { isUniqueViolation } from '../../unique-violation.ts';

/** Facts of a collection that can change; absent ones stay. */
export type CollectionChanges = Partial<
  Pick<
    typeof collection.$inferSelect,
    | 'alias'
    | 'name'
    | 'affiliation'
    | 'description'
    | 'collectionType'
    | 'contactEmails'
    | 'datasetFileCountLimit'
    | 'filePidsEnabled'
    | 'requireFilesToPublishDataset'
  >
>;

/** Changes facts of a collection; false if another one took the alias in the meantime: the transaction is aborted then. */
export async function updateCollection(db: Queryable, id: number, changes: CollectionChanges): Promise<boolean> {
  if (Object.keys(changes).length === 0) return true;
  try {
    await db.update(collection).set(changes).where(eq(collection.id, id));
    return true;
  } catch (error) {
    if (isUniqueViolation(error, 'collection_alias_key')) return false;
    throw error;
  }
}
