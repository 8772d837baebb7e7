/** Tables that ingest has made, with their variables. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { dataTable, dataVariable } from '../../schema/data-table.ts';
import type { PageWindow } from '../../../model/page-window.ts';
import { boundWindow } from '../../id-window.ts';

/** A table, by the file that it was read from. */
export type DataTableRow = typeof dataTable.$inferSelect;

/** A column of a table. */
export type DataVariableRow = typeof dataVariable.$inferSelect;

/** The tables of files; a file without one has no row. */
export async function listDataTablesOf(db: Queryable, dataFileIds: readonly number[]): Promise<DataTableRow[]> {
  return db
    .select()
    .from(dataTable)
    .where(sql`${dataTable.dataFileId} = ${anyOf(dataFileIds, 'int')}`);
}

/** All variables of some tables, table by table in their order. */
export async function listVariablesOfTables(db: Queryable, dataFileIds: readonly number[]): Promise<DataVariableRow[]> {
  if (dataFileIds.length === 0) return [];
  return db
    .select()
    .from(dataVariable)
    .where(sql`${dataVariable.dataFileId} = ${anyOf(dataFileIds, 'int')}`)
    .orderBy(asc(dataVariable.dataFileId), asc(dataVariable.fileOrder));
}

/** A window of the variables of a table in their order; a place of -1 is before the first one. */
export async function listDataVariables(
  db: Queryable,
  dataFileId: number,
  { after, before = null, limit: most, fromEnd = false }: Pick<PageWindow<number>, 'after' | 'limit'> & Partial<PageWindow<number>>,
): Promise<DataVariableRow[]> {
  const { within, order, limit } = boundWindow(dataVariable.fileOrder, { after, before, limit: most, fromEnd });
  const rows = await db
    .select()
    .from(dataVariable)
    .where(and(eq(dataVariable.dataFileId, dataFileId), within))
    .orderBy(sql`${order} ${limit}`);
  return fromEnd ? rows.toReversed() : rows;
}

/** What the cells of a column are. */
export type ColumnFactsRow = Pick<
  DataVariableRow,
  'name' | 'label' | 'intervalType' | 'formatType' | 'format' | 'formatCategory' | 'statistics'
>;

/** What the cells of all columns of a table are, in their order: without categories, of which there can be megabytes. */
export async function listColumnFacts(db: Queryable, dataFileId: number): Promise<ColumnFactsRow[]> {
  return db
    .select({
      name: dataVariable.name,
      label: dataVariable.label,
      intervalType: dataVariable.intervalType,
      formatType: dataVariable.formatType,
      format: dataVariable.format,
      formatCategory: dataVariable.formatCategory,
      statistics: dataVariable.statistics,
    })
    .from(dataVariable)
    .where(eq(dataVariable.dataFileId, dataFileId))
    .orderBy(asc(dataVariable.fileOrder));
}

/** What an edit of variables has to know of those of a table; the categories of some. */
export async function listEditableVariables(
  db: Queryable,
  dataFileId: number,
  withCategories: readonly number[],
): Promise<Pick<DataVariableRow, 'id' | 'label' | 'categories'>[]> {
  return db
    .select({
      id: dataVariable.id,
      label: dataVariable.label,
      categories: sql<
        DataVariableRow['categories']
      >`case when ${dataVariable.id} = ${anyOf(withCategories, 'int')} then ${dataVariable.categories} end`,
    })
    .from(dataVariable)
    .where(eq(dataVariable.dataFileId, dataFileId));
}

/** The places of the variables of a table by their ids. */
export async function listVariablePlaces(db: Queryable, dataFileId: number): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: dataVariable.id, fileOrder: dataVariable.fileOrder })
    .from(dataVariable)
    .where(eq(dataVariable.dataFileId, dataFileId));
  return new Map(rows.map(({ id, fileOrder }) => [id, fileOrder]));
}
