import type { ArchiveFileRow } from '../../../db/queries/files/archive-files.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import type { TableFormat } from '../../../model/tables/table-forms.ts';
import { headerLines } from '../table-forms/header-lines.ts';
import { requireTableForm } from '../table-forms/table-form.ts';
import { type ArchivedBytes, inMadeForm, storedForms } from './archive-content.ts';

/**
 * Tables in a format, all else as it is stored; so is a table that cannot be made in it.
 * @throws DomainError FILE_FORM_PENDING while forms are being made
 */
export async function tableFormsInArchive(
  context: CommandContext,
  files: readonly ArchiveFileRow[],
  format: TableFormat,
): Promise<ArchivedBytes[]> {
  const stored = await storedForms(context, files);
  const tables = await headerLines(context, files);
  const forms: ArchivedBytes[] = [];
  for (const [index, file] of files.entries()) {
    const own = stored[index];
    if (own === undefined) continue;
    const made = tables.has(file.id) ? await requireTableForm(context, file, format) : undefined;
    forms.push(made === undefined ? own : inMadeForm(own, made));
  }
  return forms;
}
