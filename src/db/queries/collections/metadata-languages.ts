import { eq, sql } from 'drizzle-orm';
import { type Queryable, prepared } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { node } from '../../schema/node.ts';

const nearest = sql<
  string | null
>`(select c.metadata_language from collection c where c.id = any(${node.path}) and c.metadata_language is not null order by array_position(${node.path}, c.id) desc limit 1)`;

const statement = prepared((db) =>
  db
    .select({ language: nearest })
    .from(node)
    .where(eq(node.id, sql.placeholder('id')))
    .prepare('collection_metadata_language'),
);

/** The language that was chosen for a collection, or for the nearest one above it; `null` when none was. */
export async function findMetadataLanguage(db: Queryable, collectionId: number): Promise<string | null> {
  return (await statement(db).execute({ id: collectionId }))[0]?.language ?? null;
}

/** Chooses the language of metadata below a collection; `null` takes over what the collections above say. */
export async function setMetadataLanguage(db: Queryable, collectionId: number, language: string | null): Promise<void> {
  await db.update(collection).set({ metadataLanguage: language }).where(eq(collection.id, collectionId));
}
