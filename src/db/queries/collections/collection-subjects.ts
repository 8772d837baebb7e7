import { asc, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import { prepared, type Queryable } from '../../client.ts';
import { collectionSubject } from '../../schema/collection.ts';

/** Adds subjects to those of some collections; the ones that are there already stay. */
export async function addCollectionSubjects(db: Queryable, collectionIds: readonly number[], subjects: readonly string[]): Promise<void> {
  // In a fixed order, so that concurrent publications do not deadlock.
  await db.execute(
    sql`insert into ${collectionSubject} (collection_id, subject) select c.id, s.subject from unnest(${sql.param(collectionIds)}::int[]) c(id), unnest(${sql.param(subjects)}::text[]) s(subject) order by c.id, s.subject on conflict do nothing`,
  );
}

const listStatement = prepared((db) =>
  db
    .select({ collectionId: collectionSubject.collectionId, subject: collectionSubject.subject })
    .from(collectionSubject)
    .where(sql`${collectionSubject.collectionId} = ${anyOf(sql.placeholder('collectionIds'), 'int')}`)
    .orderBy(asc(collectionSubject.collectionId), asc(collectionSubject.subject))
    .prepare('collection_subjects'),
);

/** The subjects of each collection that has any, in alphabetical order. */
export async function listCollectionSubjects(db: Queryable, collectionIds: readonly number[]): Promise<Map<number, readonly string[]>> {
  const rows = Map.groupBy(await listStatement(db).execute({ collectionIds }), ({ collectionId }) => collectionId);
  return new Map(Array.from(rows, ([id, found]) => [id, found.map(({ subject }) => subject)]));
}
