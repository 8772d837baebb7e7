/** What is known of the variables of tables, as it goes from one installation to another. Source: exports.md 17.2. */
import { and, asc, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { VariableEdit } from '../../../model/tables/variable-edit.ts';
import type { Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { dataVariable } from '../../schema/data-table.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { editedVariable, variableGroup } from '../../schema/variable-edit.ts';

/** Whether a dataset has a file, in whatever version. */
export async function hasFile(db: Queryable, datasetId: number, fileId: number): Promise<boolean> {
  const rows = await db
    .select({ id: dataFile.id })
    .from(dataFile)
    .where(and(eq(dataFile.id, fileId), eq(dataFile.datasetId, datasetId)));
  return rows.length > 0;
}

/** The ids of the edits that records of some files name, by file, the first ones first. */
export async function listEditsIds(db: Queryable, fileIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .selectDistinct({ fileId: fileMetadata.dataFileId, id: sql<number>`${fileMetadata.variableEditsId}` })
    .from(fileMetadata)
    .where(and(inArray(fileMetadata.dataFileId, [...fileIds]), isNotNull(fileMetadata.variableEditsId)))
    .orderBy(asc(fileMetadata.dataFileId), asc(fileMetadata.variableEditsId));
  return new Map([...Map.groupBy(rows, ({ fileId }) => fileId)].map(([fileId, some]) => [fileId, some.map(({ id }) => id)]));
}

/** Where a page begins: after an entry of some edits. */
interface EditsPlace {
  readonly editsId: number;
  /** Place of a variable in its table, or number of a group. */
  readonly place: number;
  readonly limit: number;
}

const weight = alias(dataVariable, 'weight');
const { dataVariableId: _variable, weightVariableId: _weight, ...said } = getTableColumns(editedVariable);

/** What some edits say of a variable, which is named by its place in the table. */
export interface EditedPlaceRow extends Omit<VariableEdit, 'weightVariableId'> {
  readonly editsId: number;
  readonly variable: number;
  readonly weightVariable: number | null;
}

/** What some edits say of variables; these are named by their places in the table. */
export async function listEditedPlaces(
  db: Queryable,
  editsIds: readonly number[],
  { editsId, place, limit }: EditsPlace,
): Promise<EditedPlaceRow[]> {
  return db
    .select({ ...said, variable: dataVariable.fileOrder, weightVariable: weight.fileOrder })
    .from(editedVariable)
    .innerJoin(dataVariable, eq(dataVariable.id, editedVariable.dataVariableId))
    .leftJoin(weight, eq(weight.id, editedVariable.weightVariableId))
    .where(
      sql`${editedVariable.editsId} = ${anyOf(editsIds, 'int')} and (${editedVariable.editsId}, ${dataVariable.fileOrder}) > (${editsId}::int, ${place}::int)`,
    )
    .orderBy(asc(editedVariable.editsId), asc(dataVariable.fileOrder))
    .limit(limit);
}

/** A group of variables, which are named by their places in the table. */
export interface GroupPlaceRow {
  readonly editsId: number;
  readonly number: number;
  readonly label: string | null;
  readonly variables: readonly number[];
}

/** The groups of variables of some edits, which are named by their places in the table. */
export async function listGroupPlaces(
  db: Queryable,
  editsIds: readonly number[],
  { editsId, place, limit }: EditsPlace,
): Promise<GroupPlaceRow[]> {
  const variables = sql<
    number[]
  >`array(select v.file_order from data_variable v where v.id = any(${variableGroup.variableIds}) order by v.file_order)`;
  return db
    .select({ editsId: variableGroup.editsId, number: variableGroup.number, label: variableGroup.label, variables })
    .from(variableGroup)
    .where(
      sql`${variableGroup.editsId} = ${anyOf(editsIds, 'int')} and (${variableGroup.editsId}, ${variableGroup.number}) > (${editsId}::int, ${place}::int)`,
    )
    .orderBy(asc(variableGroup.editsId), asc(variableGroup.number))
    .limit(limit);
}

/** The ids of the variables of a table, in their order. */
export async function listVariableIds(db: Queryable, fileId: number): Promise<number[]> {
  const rows = await db
    .select({ id: dataVariable.id })
    .from(dataVariable)
    .where(eq(dataVariable.dataFileId, fileId))
    .orderBy(asc(dataVariable.fileOrder));
  return rows.map(({ id }) => id);
}

/** Has the records of a file that begin with certain versions name their edits. */
export async function nameEdits(
  db: Queryable,
  fileId: number,
  records: readonly { readonly from: number; readonly editsId: number }[],
): Promise<void> {
  for (const { from, editsId } of records) {
    await db
      .update(fileMetadata)
      .set({ variableEditsId: editsId })
      .where(and(eq(fileMetadata.dataFileId, fileId), eq(fileMetadata.validFrom, from)));
  }
}
