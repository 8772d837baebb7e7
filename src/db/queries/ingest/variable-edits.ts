/** What was edited of the variables of tables. Source: files.md 9. */
import { asc, eq, sql } from 'drizzle-orm';
import type { VariableEdit, VariableGroup } from '../../../model/tables/variable-edit.ts';
import type { Queryable } from '../../client.ts';
import { insertAll } from '../../insert-all.ts';
import { anyOf } from '../../kept-plans.ts';
import { editedVariable, variableEdits, variableGroup } from '../../schema/variable-edit.ts';

/** Rows of one statement: 4 values each, of the 65,535 that one can carry. */
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

/** A record of a file that says something of the variables of its table. */
export interface RecordWithEdits {
  readonly dataFileId: number;
  readonly recordId: number;
  readonly editsId: number;
}

/** Of each file its record in the newest released version that has it, or in the draft where that counts; none where it says nothing. */
export async function listNewestEdits(
  db: Queryable,
  files: readonly { readonly dataFileId: number; readonly withDraft: boolean }[],
): Promise<RecordWithEdits[]> {
  const ids = sql.param(files.map(({ dataFileId }) => dataFileId));
  const drafts = files.flatMap(({ dataFileId, withDraft }) => (withDraft ? [dataFileId] : []));
  const rows = await db.execute<{ data_file_id: number; id: number; variable_edits_id: number | null }>(sql`
    select newest.* from unnest(${ids}::int[]) asked(id)
    cross join lateral (
      select m.data_file_id, m.id, m.variable_edits_id from file_metadata m
      inner join dataset_version v
        on v.dataset_id = m.dataset_id and m.valid_from <= v.ordinal and (m.valid_to is null or m.valid_to > v.ordinal)
      where m.data_file_id = asked.id and (v.state = 'RELEASED' or (v.state = 'DRAFT' and m.data_file_id = ${anyOf(drafts, 'int')}))
      order by v.ordinal desc limit 1
    ) newest`);
  return rows.flatMap(({ data_file_id: dataFileId, id: recordId, variable_edits_id: editsId }) =>
    editsId === null ? [] : [{ dataFileId, recordId, editsId }],
  );
}

/** Edits before and after a change; null where nothing was said. */
export interface EditsPair {
  readonly before: number | null;
  readonly after: number | null;
}

/** Which pairs say different things of any variable or group, by index. Edits are stored anew with each change, also with one that is taken back. */
export async function listDifferingEdits(db: Queryable, pairs: readonly EditsPair[]): Promise<Set<number>> {
  if (pairs.length === 0) return new Set();
  const befores = sql.param(pairs.map(({ before }) => before));
  const afters = sql.param(pairs.map(({ after }) => after));
  const said = (side: 'a' | 'b') => sql`
    select to_jsonb(e) - 'edits_id' from edited_variable e where e.edits_id = pair.${sql.raw(side)}
    union all
    select jsonb_build_array(g.label, g.variable_ids) from variable_group g where g.edits_id = pair.${sql.raw(side)}`;
  const rows = await db.execute<{ n: number }>(sql`
    select pair.n::int as n from unnest(${befores}::int[], ${afters}::int[]) with ordinality pair(a, b, n)
    where exists ((${said('a')}) except all (${said('b')})) or exists ((${said('b')}) except all (${said('a')}))`);
  return new Set(rows.map(({ n }) => n - 1));
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
  await insertAll(db, editedVariable, rows);
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
