import type { Queryable } from '../../db/client.ts';
import { listDataVariables, listVariablesOfTables } from '../../db/queries/ingest/data-tables.ts';
import type { ExportedFile, VariableOfFile } from '../../formats/exports/exported-variable.ts';

/** Variables that one statement reads. */
const PAGE = 500;

/**
 * Whether all may know the values of a file, and so what its variables tell of them. Source: exports.md 3.6.
 * `day` is the day of the export, `yyyy-MM-dd`.
 */
function isOpen({ restricted, dataFile: { embargo, retention } }: ExportedFile, day: string): boolean {
  return !restricted && (embargo === null || embargo.dateAvailable <= day) && (retention === null || retention.dateUnavailable >= day);
}

/** The variables of some tables that have few. */
async function* variablesOfSome(db: Queryable, files: readonly ExportedFile[]): AsyncGenerator<VariableOfFile> {
  const ids = files.map(({ dataFile }) => dataFile.databaseId);
  const byFile = Map.groupBy(await listVariablesOfTables(db, ids), ({ dataFileId }) => dataFileId);
  for (const file of files) for (const variable of byFile.get(file.dataFile.databaseId) ?? []) yield { file, variable };
}

/** The variables of a table that has many. */
async function* variablesOfOne(db: Queryable, file: ExportedFile): AsyncGenerator<VariableOfFile> {
  for (let after = -1; ;) {
    const variables = await listDataVariables(db, file.dataFile.databaseId, { after, limit: PAGE });
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
