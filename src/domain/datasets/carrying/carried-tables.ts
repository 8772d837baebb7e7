/** Stores tables of a dataset that was taken over. Source: exports.md 17.3. */
import { listVariableIds, nameEdits } from '../../../db/queries/datasets/carried-tables.ts';
import { insertTable } from '../../../db/queries/ingest/store-table.ts';
import { insertVariableEdits } from '../../../db/queries/ingest/variable-edits.ts';
import type { StoredDataset } from '../../../db/queries/datasets/dataset-creation.ts';
import type { Scope } from '../../../kernel/command.ts';
import type { PersistentIdParts } from '../../../model/persistent-id.ts';
import { carriedTextTag } from '../../../storage/carried-text.ts';
import type { FileStorage } from '../../../storage/file-storage.ts';
import type { PackageFile } from '../creation/import-files.ts';
import { refreshUnfsOf } from '../../versions/version-unf.ts';
import { carriedProblems, type SentFile } from './carried-document.ts';
import type { SentTableParts } from './carried-table-document.ts';

/** What was sent of a file that is a table, with its position among the files. */
interface SentTable extends SentFile {
  readonly table: NonNullable<SentFile['table']>;
  readonly parts: SentTableParts;
}

function asTable(file: SentFile): SentTable | undefined {
  const { table, parts } = file;
  return table === undefined || parts === undefined ? undefined : { ...file, table, parts };
}

/** Where tables lie. */
interface TextsPlace {
  readonly storage: FileStorage;
  readonly driver: string;
  readonly pid: PersistentIdParts;
}

/** The names of tables whose texts are not in the folder yet. @throws DomainError BAD_USER_INPUT where one is of another size */
export async function missingTexts(
  { storage, driver, pid }: TextsPlace,
  files: readonly SentFile[],
  bytes: readonly PackageFile[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const [index, file] of files.entries()) {
    const own = bytes[index];
    if (own === undefined || file.table === undefined) continue;
    const { authority, identifier } = pid;
    const location = { driver, authority, identifier, storageId: own.storageId };
    const found = await storage.sizeOf({ ...location, storageId: `${own.storageId}.${carriedTextTag(location)}` });
    if (found === undefined) missing.push(own.facts.label);
    else if (found !== file.dataFile.filesize) {
      const message = `the text of the table has ${found} bytes in the folder of the dataset, not ${file.dataFile.filesize}`;
      throw carriedProblems([{ pointer: `/files/${index}/dataFile/filesize`, message }]);
    }
  }
  return missing;
}

/** Stores what was edited of the variables of a table, and has the records of its file name it. */
async function storeEdits({ tx }: Scope, fileId: number, { parts: { edited, group: groups }, records }: SentTable): Promise<void> {
  const named = records.flatMap(({ from, variableEdits }) => (variableEdits === undefined ? [] : [{ from, number: variableEdits }]));
  const numbers = [...new Set(named.map(({ number }) => number))].toSorted((one, other) => one - other);
  if (numbers.length === 0) return;
  const ids = await listVariableIds(tx, fileId);
  const idAt = (place: number): number => {
    const id = ids[place];
    if (id === undefined) throw new Error(`The table ${fileId} has no variable ${place}.`);
    return id;
  };
  const editsIds = new Map<number, number>();
  for (const number of numbers) {
    const variables = edited
      .filter(({ edits }) => edits === number)
      .map(({ edits: _edits, variable, weightVariable, ...edit }) => {
        return [idAt(variable), { ...edit, weightVariableId: weightVariable === null ? null : idAt(weightVariable) }] as const;
      });
    const members = groups
      .filter(({ edits }) => edits === number)
      .map(({ label, variables: places }) => ({
        label,
        number: undefined,
        variableIds: places.map(idAt).toSorted((one, other) => one - other),
      }));
    editsIds.set(number, await insertVariableEdits(tx, fileId, new Map(variables), members));
  }
  await nameEdits(
    tx,
    fileId,
    named.flatMap(({ from, number }) => {
      const editsId = editsIds.get(number);
      return editsId === undefined ? [] : [{ from, editsId }];
    }),
  );
}

/** Makes those files tables that are some; the files are stored already, as what was uploaded. */
export async function carriedTables(
  scope: Scope,
  { id: datasetId, authority, identifier }: Pick<StoredDataset, 'id' | 'authority' | 'identifier'>,
  files: readonly SentFile[],
  stored: readonly { readonly id: number; readonly storageId: string }[],
): Promise<void> {
  let count = 0;
  for (const [index, sent] of files.entries()) {
    const file = asTable(sent);
    const own = stored[index];
    if (file === undefined || own === undefined) continue;
    const { id, storageId } = own;
    const { table, parts, dataFile, records } = file;
    await insertTable(
      scope.tx,
      { id, datasetId },
      {
        table: {
          caseQuantity: table.caseQuantity,
          variableQuantity: table.variableQuantity,
          unf: dataFile.UNF ?? '',
          textHasHeader: table.textHasHeader,
          downloadSizeBytes: table.downloadSizeBytes ?? null,
          downloadSha256: table.downloadSha256 ?? null,
        },
        variables: parts.variable,
        text: { tag: carriedTextTag({ authority, identifier, storageId }), sizeBytes: dataFile.filesize },
        original: {
          fileName: dataFile.originalFileName ?? records.at(-1)?.label ?? null,
          contentType: dataFile.originalFileFormat ?? null,
          sizeBytes: dataFile.originalFileSize ?? null,
        },
      },
    );
    await storeEdits(scope, id, file);
    count += 1;
  }
  if (count > 0) await refreshUnfsOf(scope.tx, datasetId);
}
