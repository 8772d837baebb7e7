/** Tables as they are given out: their first lines, and forms that were made of them. Source: files.md 11.2 */
import { and, asc, desc, eq, like, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { dataTable, dataVariable, tableForm } from '../../schema/data-table.ts';
import { dataFile } from '../../schema/file.ts';

/** How the text of a table begins. */
export interface TableHeadRow {
  readonly dataFileId: number;
  /** Of the variables in their order; null where the stored text begins with them. */
  readonly names: readonly string[] | null;
}

/** How the texts of files begin; files that were not ingested here have no row. */
export async function listTableHeads(db: Queryable, dataFileIds: readonly number[]): Promise<TableHeadRow[]> {
  return db
    .select({
      dataFileId: dataTable.dataFileId,
      names: sql<
        string[] | null
      >`case when ${dataTable.textHasHeader} then null else (select coalesce(array_agg(v.name order by v.file_order), '{}') from ${dataVariable} v where v.data_file_id = ${dataTable.dataFileId}) end`,
    })
    .from(dataTable)
    .innerJoin(dataFile, eq(dataFile.id, dataTable.dataFileId))
    .where(and(sql`${dataTable.dataFileId} = ${anyOf(dataFileIds, 'int')}`, sql`${dataFile.bytesTag} is not null`));
}

/** A form that was made, or could not be: then without a size. */
export type TableFormRow = Pick<typeof tableForm.$inferSelect, 'sizeBytes' | 'crc32' | 'madeAt'>;

/** Finds what came of making a form. */
export async function findTableForm(db: Queryable, dataFileId: number, form: string): Promise<TableFormRow | undefined> {
  const [row] = await db
    .select({ sizeBytes: tableForm.sizeBytes, crc32: tableForm.crc32, madeAt: tableForm.madeAt })
    .from(tableForm)
    .where(and(eq(tableForm.dataFileId, dataFileId), eq(tableForm.form, form)));
  return row;
}

/**
 * Records a form; false when another process has, or when the file has another text by now. The rows of table and file are held until the
 * transaction ends.
 */
export async function insertTableForm(
  db: Queryable,
  file: { readonly id: number; readonly bytesTag: string | null },
  values: { readonly form: string; readonly sizeBytes: number | null; readonly crc32: number | null },
): Promise<boolean> {
  const held = await db
    .select({ id: dataFile.id })
    .from(dataFile)
    .innerJoin(dataTable, eq(dataTable.dataFileId, dataFile.id))
    .where(and(eq(dataFile.id, file.id), sql`${dataFile.bytesTag} is not distinct from ${file.bytesTag}`))
    .for('key share');
  if (held.length === 0) return false;
  const rows = await db
    .insert(tableForm)
    .values({ dataFileId: file.id, ...values })
    .onConflictDoNothing()
    .returning({ form: tableForm.form });
  return rows.length > 0;
}

/** Forgets all but the newest forms of a file whose names begin like this, and says which. */
export async function deleteOldForms(db: Queryable, dataFileId: number, beginning: string, keep: number): Promise<string[]> {
  const newest = await db
    .select({ form: tableForm.form })
    .from(tableForm)
    .where(and(eq(tableForm.dataFileId, dataFileId), like(tableForm.form, `${beginning}%`)))
    .orderBy(desc(tableForm.madeAt), asc(tableForm.form));
  const old = newest.slice(keep).map(({ form }) => form);
  if (old.length > 0) {
    await db.delete(tableForm).where(and(eq(tableForm.dataFileId, dataFileId), sql`${tableForm.form} = ${anyOf(old, 'text')}`));
  }
  return old;
}
