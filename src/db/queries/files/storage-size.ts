import { eq, sql } from 'drizzle-orm';
import { type Queryable, prepared } from '../../client.ts';
import { dataFile } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { inSubtree } from '../collections/collection-tree.ts';

const archivalStatement = prepared((db) =>
  db
    .select({ sizeBytes: sql<string>`coalesce(sum(${dataFile.sizeBytes}), 0)` })
    .from(dataFile)
    .innerJoin(node, eq(node.id, dataFile.datasetId))
    .where(
      sql`${node.kind} = 'DATASET' and ${node.ownerId} in (select branch.id from ${node} branch where ${inSubtree('branch', sql.placeholder('collectionId'))})`,
    )
    .prepare('collection_archival_bytes'),
);

/** Bytes of all files in a collection and everything below it: each file once, in however many versions it is. One statement. */
export async function sumArchivalBytes(db: Queryable, collectionId: number): Promise<number> {
  const [row] = await archivalStatement(db).execute({ collectionId });
  return Number(row?.sizeBytes ?? 0);
}
