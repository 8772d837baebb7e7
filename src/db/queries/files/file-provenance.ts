import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { fileProvenance } from '../../schema/file-provenance.ts';

/** Provenance of the bytes of a file. */
export interface ProvenanceRow {
  /** PROV-JSON, as it was sent. */
  readonly document: string;
  readonly entityName: string;
  readonly updatedAt: Date;
}

/** Finds what is recorded of the provenance of a file. */
export async function findProvenance(db: Queryable, dataFileId: number): Promise<ProvenanceRow | undefined> {
  const [row] = await db
    .select({ document: fileProvenance.document, entityName: fileProvenance.entityName, updatedAt: fileProvenance.updatedAt })
    .from(fileProvenance)
    .where(eq(fileProvenance.dataFileId, dataFileId));
  return row;
}

/** Records the provenance of a file, in place of what was recorded before. */
export async function putProvenance(
  db: Queryable,
  dataFileId: number,
  values: Pick<ProvenanceRow, 'document' | 'entityName'>,
): Promise<void> {
  await db
    .insert(fileProvenance)
    .values({ dataFileId, ...values })
    .onConflictDoUpdate({ target: fileProvenance.dataFileId, set: { ...values, updatedAt: sql`now()` } });
}

/** Deletes what is recorded of the provenance of a file; false where nothing was. */
export async function deleteProvenance(db: Queryable, dataFileId: number): Promise<boolean> {
  const rows = await db
    .delete(fileProvenance)
    .where(eq(fileProvenance.dataFileId, dataFileId))
    .returning({ id: fileProvenance.dataFileId });
  return rows.length > 0;
}
