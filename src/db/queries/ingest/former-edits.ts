/** What was edited of the variables of files that were replaced. Source: files.md 5. */
import { hash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { dataVariable } from '../../schema/data-table.ts';
import { formerVariableEdits } from '../../schema/variable-edit.ts';

/** Edits that wait for an equal table. */
export type FormerEdits = Omit<typeof formerVariableEdits.$inferSelect, 'dataFileId'>;

/** The variables of a table by their places, with a sign that equal tables have: the names and values of their variables, in their order. */
export async function signVariables(
  db: Queryable,
  dataFileId: number,
): Promise<{ readonly sign: string; readonly ids: readonly number[] }> {
  const rows = await db
    .select({ id: dataVariable.id, name: dataVariable.name, unf: dataVariable.unf })
    .from(dataVariable)
    .where(eq(dataVariable.dataFileId, dataFileId))
    .orderBy(asc(dataVariable.fileOrder));
  return { sign: hash('sha256', JSON.stringify(rows.map(({ name, unf }) => [name, unf]))), ids: rows.map(({ id }) => id) };
}

/** Keeps edits for the table that a file may become. */
export async function insertFormerEdits(db: Queryable, dataFileId: number, edits: FormerEdits): Promise<void> {
  await db.insert(formerVariableEdits).values({ dataFileId, ...edits });
}

/** Takes the edits out that were kept for a file. */
export async function takeFormerEdits(db: Queryable, dataFileId: number): Promise<FormerEdits | undefined> {
  const [row] = await db.delete(formerVariableEdits).where(eq(formerVariableEdits.dataFileId, dataFileId)).returning();
  if (row === undefined) return undefined;
  const { dataFileId: _file, ...edits } = row;
  return edits;
}
