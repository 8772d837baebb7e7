import { listTableHeads } from '../../../db/queries/files/table-forms.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { isTabular } from '../../../model/ingested-type.ts';

/** A file whose text may need the names of its variables. */
interface Served {
  readonly id: number;
  readonly contentType: string;
  readonly bytesTag: string | null;
}

/**
 * The lines of names that are sent before the texts of files; null where the stored text begins with it, and no entry for a file that was not
 * ingested here. Source: files.md 11.2, 19.4.
 */
export async function headerLines(
  { db, services }: Pick<CommandContext, 'db' | 'services'>,
  files: readonly Served[],
): Promise<Map<number, string | null>> {
  const tables = files.filter((file) => isTabular(file) && file.bytesTag !== null);
  if (tables.length === 0) return new Map();
  const heads = await listTableHeads(
    db,
    tables.map(({ id }) => id),
  );
  return new Map(heads.map(({ dataFileId, names }) => [dataFileId, names === null ? null : services.tableForms.headerLine(names)]));
}
