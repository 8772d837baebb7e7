import { z } from 'zod';
import type { FileKey } from '../../db/queries/files/file-access.ts';
import { listEditableVariables } from '../../db/queries/ingest/data-tables.ts';
import { deleteUnusedEdits, insertVariableEdits, listAllEdited, listVariableGroups } from '../../db/queries/ingest/variable-edits.ts';
import { readVariableEdits, type SentEdits } from '../../formats/ddi/read-variable-edits.ts';
import { type CommandContext, command, query } from '../../kernel/command.ts';
import { composed } from '../../kernel/composed.ts';
import { loadFile, lockFile, requireWorkingRecord } from '../files/lock-file.ts';
import { saveFileRecord } from '../files/restrict-file.ts';
import { planVariableEdits } from './plan-variable-edits.ts';
import { requireTable } from './view-data-table.ts';

/** Edits of the variables of a table, as a codebook. */
export interface VariablesEdit {
  readonly file: FileKey;
  readonly ddi: string;
}

export interface VariablesEdited {
  readonly fileId: number;
  /** False where all was stored as it was sent. */
  readonly isChanged: boolean;
}

/**
 * Reads what a codebook says of variables, for those who may edit them; nothing is locked meanwhile.
 * @throws DomainError FILE_NOT_FOUND | MALFORMED_XML | BAD_USER_INPUT
 */
export const readVariablesEdit = query({
  name: 'readVariablesEdit',
  subject: (scope, { file }: VariablesEdit) => loadFile(scope, file),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: (_context, _subject, { ddi }): Promise<SentEdits> => readVariableEdits(ddi),
});

/**
 * Changes what the draft says of the variables of a table; the draft is created if there is none. Where nothing differs, nothing is done.
 * @throws DomainError FILE_NOT_FOUND | FILE_NOT_IN_VERSION | FILE_NOT_TABULAR | BAD_USER_INPUT. Source: files.md 9.
 */
export const storeVariableEdits = command({
  name: 'storeVariableEdits',
  input: z.object({ file: z.custom<FileKey>(), sent: z.custom<SentEdits>() }),
  subject: (scope, { file }) => lockFile(scope, file),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, subject, { sent }): Promise<VariablesEdited> => {
    const { tx } = scope;
    const fileId = subject.file.id;
    await requireTable({ db: tx }, subject.file);
    const { record } = await requireWorkingRecord(scope, subject);
    const former = record.variableEditsId;
    const [variables, groups] = former === null ? [[], []] : [await listAllEdited(tx, former), await listVariableGroups(tx, [former])];
    const table = new Map((await listEditableVariables(tx, fileId, [...sent.variables.keys()])).map((variable) => [variable.id, variable]));
    const edited = new Map(variables.map(({ editsId: _edits, dataVariableId, ...edit }) => [dataVariableId, edit]));
    const planned = planVariableEdits(sent, table, { variables: edited, groups });
    if (!planned.isChange) return { fileId, isChanged: false };
    const variableEditsId = await insertVariableEdits(tx, fileId, planned.variables, planned.groups);
    await saveFileRecord(scope, subject, { variableEditsId });
    await deleteUnusedEdits(tx, fileId);
    return { fileId, isChanged: true };
  },
});

/** Changes what the draft says of the variables of a table as a codebook in DDI says. Source: files.md 9. */
export const editVariables = composed({
  name: 'editVariables',
  of: [readVariablesEdit, storeVariableEdits],
  run: async (context: CommandContext, edit: VariablesEdit): Promise<VariablesEdited> =>
    storeVariableEdits(context, { file: edit.file, sent: await readVariablesEdit(context, edit) }),
});
