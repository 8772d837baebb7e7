import { type DataTableRow, type DataVariableRow, listDataTablesOf, listDataVariables } from '../../db/queries/ingest/data-tables.ts';
import type { FileKey, FileWithAccess } from '../../db/queries/files/file-access.ts';
import type { VariableEditOfRecord } from '../../db/loaders/file-loaders.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { type CommandContext, query, type ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { mayDownload } from '../files/download-file.ts';
import { maySeeDraft } from '../subjects/dataset-subject.ts';
import { downloadDenied } from '../files/download-rights.ts';
import { loadShownFile, requireFile } from '../files/view-file.ts';
import { isTabular } from '../../model/ingested-type.ts';
import type { PageWindow } from '../../model/page-window.ts';

/** Variables tell of the values: they are for those who may read them. Guests need no signed address for that. Source: files.md 22.1. */
export function requireReader(context: CommandContext, file: FileWithAccess): void {
  if (!mayDownload(context, file)) throw downloadDenied(context.actor, 'the variables of this file');
}

/** @throws DomainError FILE_NOT_TABULAR */
export async function requireTable({ db }: Pick<ReadContext, 'db'>, { id }: Pick<FileWithAccess, 'id'>): Promise<DataTableRow> {
  const [table] = await listDataTablesOf(db, [id]);
  if (table === undefined) throw new DomainError('FILE_NOT_TABULAR', `File ${id} was not ingested, so it has no variables.`);
  return table;
}

/** The table that a file was ingested into; null where it was not. @throws DomainError FILE_NOT_FOUND | FILE_ACCESS_DENIED. Source: files.md 22.1. */
export const viewDataTable = query({
  name: 'viewDataTable',
  subject: async ({ context }, key: FileKey) => {
    const file = await requireFile(context, key);
    return { nodeId: file.id, granted: file.granted, file };
  },
  // It takes what `download-rights.ts` says, which refuses with a code of its own.
  requires: () => 'Public',
  run: async (context, { file }): Promise<DataTableRow | null> => {
    requireReader(context, file);
    const [table] = await listDataTablesOf(context.db, [file.id]);
    return table ?? null;
  },
});

/** The table of a file that the actor was shown; null for one that was not ingested. @throws DomainError FILE_ACCESS_DENIED */
export const findDataTable = detail({
  name: 'findDataTable',
  run: async (context: ReadContext, file: { readonly id: number; readonly contentType: string }): Promise<DataTableRow | null> => {
    if (!isTabular(file)) return null;
    requireReader(context, await loadShownFile(context, file.id));
    return (await context.loaders.dataTable.load(file.id)) ?? null;
  },
});

/** Variables of a table that the actor was shown, in their order, after a place; -1 for the first ones. */
export const pageVariables = detail({
  name: 'pageVariables',
  run: ({ db }: ReadContext, { dataFileId }: DataTableRow, window: PageWindow<number>): Promise<DataVariableRow[]> =>
    listDataVariables(db, dataFileId, window),
});

/** What the newest version that the actor may see says of a variable that the actor was shown; null where it says nothing. Source: files.md 9. */
export const findVariableEdit = detail({
  name: 'findVariableEdit',
  run: async (context: ReadContext, { id, dataFileId }: DataVariableRow): Promise<VariableEditOfRecord | null> => {
    const { datasetGranted: granted } = await loadShownFile(context, dataFileId);
    const edit = await context.loaders.variableEdit.load({ id, dataFileId, withDraft: maySeeDraft(context, { granted }) });
    return edit ?? null;
  },
});
