/** Variables of tables as a version of their dataset describes them. Source: files.md 9. */
import type { Queryable } from '../../db/client.ts';
import type { DataVariableRow } from '../../db/queries/ingest/data-tables.ts';
import { listEditedVariables } from '../../db/queries/ingest/variable-edits.ts';
import type { ExportedVariable } from '../../formats/exports/exported-variable.ts';

/** A file with what was edited of its variables. */
export interface EditedTable {
  readonly fileId: number;
  readonly variableEditsId: number | null;
}

/** An edited label takes the place of that of the uploaded file. */
export async function variablesAsEdited(
  db: Queryable,
  tables: readonly EditedTable[],
  variables: readonly DataVariableRow[],
): Promise<(ExportedVariable & Pick<DataVariableRow, 'dataFileId' | 'fileOrder'>)[]> {
  const edited = new Map(tables.flatMap(({ fileId, variableEditsId }) => (variableEditsId === null ? [] : [[fileId, variableEditsId]])));
  const concerned = variables.filter(({ dataFileId }) => edited.has(dataFileId)).map(({ id }) => id);
  const rows = await listEditedVariables(db, [...edited.values()], concerned);
  const edits = new Map(rows.map((row) => [row.dataVariableId, row]));
  return variables.map((variable) => {
    const edit = edits.get(variable.id) ?? null;
    return { ...variable, label: edit?.label ?? variable.label, edit };
  });
}
