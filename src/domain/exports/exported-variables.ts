import type { Queryable } from '../../db/client.ts';
import { listDataVariables, listVariablesOfTables } from '../../db/queries/ingest/data-tables.ts';
import { listVariableGroups } from '../../db/queries/ingest/variable-edits.ts';
import type { ExportedFile, VariableOfFile } from '../../formats/exports/exported-variable.ts';
import type { VariableGroup } from '../../model/tables/variable-edit.ts';
import { type EditedTable, variablesAsEdited } from './variables-as-edited.ts';

/** Variables that one statement reads. */
const PAGE = 500;

/**
 * Whether all may know the values of a file, and so what its variables tell of them. Source: exports.md 3.6.
 * `day` is the day of the export, `yyyy-MM-dd`.
 */
function isOpen({ restricted, dataFile: { embargo, retention } }: ExportedFile, day: string): boolean {
  return !restricted && (embargo === null || embargo.dateAvailable <= day) && (retention === null || retention.dateUnavailable >= day);
}

function editedTable({ dataFile, variableEditsId }: ExportedFile): EditedTable {
  return { fileId: dataFile.databaseId, variableEditsId: variableEditsId ?? null };
}

/** The groups of variables of those files that are open to all. */
export async function openGroups(db: Queryable, files: readonly ExportedFile[], day: string): Promise<VariableGroup[]> {
  const open = files.filter((file) => isOpen(file, day));
  return listVariableGroups(
    db,
    open.flatMap(({ variableEditsId }) => variableEditsId ?? []),
  );
}

/** The variables of some tables that have few. */
async function* variablesOfSome(db: Queryable, files: readonly ExportedFile[]): AsyncGenerator<VariableOfFile> {
  const ids = files.map(({ dataFile }) => dataFile.databaseId);
  const variables = await variablesAsEdited(db, files.map(editedTable), await listVariablesOfTables(db, ids));
  const byFile = Map.groupBy(variables, ({ dataFileId }) => dataFileId);
  for (const file of files) for (const variable of byFile.get(file.dataFile.databaseId) ?? []) yield { file, variable };
}

/** The variables of a table that has many. */
async function* variablesOfOne(db: Queryable, file: ExportedFile): AsyncGenerator<VariableOfFile> {
  for (let after = -1; ;) {
    const rows = await listDataVariables(db, file.dataFile.databaseId, { after, limit: PAGE });
    const variables = await variablesAsEdited(db, [editedTable(file)], rows);
    for (const variable of variables) yield { file, variable };
    const last = variables.at(-1);
    if (last === undefined || variables.length < PAGE) return;
    after = last.fileOrder;
  }
}

/** The variables of those files that are tables and open to all, a page at a time: small tables share a statement. */
export async function* openVariables(db: Queryable, files: AsyncIterable<ExportedFile>, day: string): AsyncGenerator<VariableOfFile> {
  let gathered: ExportedFile[] = [];
  let count = 0;
  for await (const file of files) {
    if (file.table === null || !isOpen(file, day)) continue;
    const { variableQuantity } = file.table;
    if (count + variableQuantity > PAGE) {
      yield* variablesOfSome(db, gathered);
      gathered = [];
      count = 0;
    }
    if (variableQuantity > PAGE) {
      yield* variablesOfOne(db, file);
    } else {
      gathered.push(file);
      count += variableQuantity;
    }
  }
  yield* variablesOfSome(db, gathered);
}
