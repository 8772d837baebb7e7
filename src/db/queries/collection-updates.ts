import { eq } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { collection } from '../schema/collection.ts';

/** Facts of a collection that can change; absent ones stay. */
export type CollectionChanges = Partial<
  Pick<
    typeof collection.$inferInsert,
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

/** SQLSTATE of a value that a unique index holds already. */
const UNIQUE_VIOLATION = '23505';

function isAliasCollision(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (
    cause instanceof Error &&
    'code' in cause &&
    cause.code === UNIQUE_VIOLATION &&
    'constraint_name' in cause &&
    cause.constraint_name === 'collection_alias_key'
  );
}

/** Changes facts of a collection; false when another one took the alias meanwhile: the transaction is lost then. */
export async function updateCollection(db: Queryable, id: number, changes: CollectionChanges): Promise<boolean> {
  if (Object.keys(changes).length === 0) return true;
  try {
    await db.update(collection).set(changes).where(eq(collection.id, id));
    return true;
  } catch (error) {
    if (isAliasCollision(error)) return false;
    throw error;
  }
}
