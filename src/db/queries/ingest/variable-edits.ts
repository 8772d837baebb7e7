/** What was edited of the variables of tables. Source: files.md 9. */
import { asc, eq, sql } from 'drizzle-orm';
import type { VariableEdit, VariableGroup } from '../../../model/tables/variable-edit.ts';
import type { Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { editedVariable, variableEdits, variableGroup } from '../../schema/variable-edit.ts';

/** Rows of one statement: 11 values each, of the 65,535 that one can carry. */
const ROWS_AT_ONCE = 1000;

export interface EditedVariableRow extends VariableEdit {
  readonly editsId: number;
  readonly dataVariableId: number;
}

/** What some edits say of some variables. */
export async function listEditedVariables(
  db: Queryable,
  editsIds: readonly number[],
  variableIds: readonly number[],
): Promise<EditedVariableRow[]> {
  if (editsIds.length === 0 || variableIds.length === 0) return [];
  return db
    .select()
    .from(editedVariable)
    .where(sql`${editedVariable.editsId} = ${anyOf(editsIds, 'int')} and ${editedVariable.dataVariableId} = ${anyOf(variableIds, 'int')}`);
}

/** All that was edited of the variables of a table. */
export async function listAllEdited(db: Queryable, editsId: number): Promise<EditedVariableRow[]> {
  return db.select().from(editedVariable).where(eq(editedVariable.editsId, editsId));
}

/** The groups of variables, by their numbers. */
export async function listVariableGroups(
  db: Queryable,
  editsIds: readonly number[],
): Promise<(VariableGroup & { readonly editsId: number })[]> {
  if (editsIds.length === 0) return [];
  return db
    .select()
    .from(variableGroup)
    .where(sql`${variableGroup.editsId} = ${anyOf(editsIds, 'int')}`)
    .orderBy(asc(variableGroup.editsId), asc(variableGroup.number));
}

/** Stores edits as a whole. @returns Their id */
export async function insertVariableEdits(
  db: Queryable,
  dataFileId: number,
  variables: ReadonlyMap<number, VariableEdit>,
  groups: readonly (Omit<VariableGroup, 'number'> & { readonly number: number | undefined })[],
): Promise<number> {
  const [stored] = await db.insert(variableEdits).values({ dataFileId }).returning({ id: variableEdits.id });
  if (stored === undefined) throw new Error('The edits of variables were not stored.');
  const editsId = stored.id;
  const rows = [...variables].map(([dataVariableId, edit]) => ({ ...edit, editsId, dataVariableId }));
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await db.insert(editedVariable).values(rows.slice(start, start + ROWS_AT_ONCE));
  }
  const members = groups.map(({ number, label, variableIds }) => {
    return { editsId, label, variableIds: [...variableIds], ...(number === undefined ? {} : { number }) };
  });
  for (let start = 0; start < members.length; start += ROWS_AT_ONCE) {
    await db.insert(variableGroup).values(members.slice(start, start + ROWS_AT_ONCE));
  }
  return editsId;
}

/** Removes edits of a table that no record of its file names any more. */
export async function deleteUnusedEdits(db: Queryable, dataFileId: number): Promise<void> {
  await db
    .delete(variableEdits)
    .where(
      sql`${variableEdits.dataFileId} = ${dataFileId} and not exists (select 1 from file_metadata named where named.data_file_id = ${dataFileId} and named.variable_edits_id = ${variableEdits.id})`,
    );
}
