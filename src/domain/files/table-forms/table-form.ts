import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { deleteOldForms, findTableForm, insertTableForm, type TableFormRow } from '../../../db/queries/files/table-forms.ts';
import { type DataVariableRow, listDataTablesOf, listDataVariables } from '../../../db/queries/ingest/data-tables.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { callerOf } from '../../../kernel/caller-of.ts';
import { FormFailure } from '../../../kernel/ports/table-forms.ts';
import type { FiledDataset } from '../../../model/dataset-folder.ts';
import { TABLE_FORMS, type TableFormat } from '../../../model/tables/table-forms.ts';
import type { FileLocation, StagedFile } from '../../../storage/file-storage.ts';
import { locationOf, servedLocationOf } from '../file-place.ts';
import { MADE_BYTES, withLocalBytes } from '../local-bytes.ts';
import { tableSummary } from './table-summary.ts';

/** A form of a table: a format, the summary of its variables, or some of its columns by their places. */
export type TableFormKind = TableFormat | 'prep' | { readonly columns: readonly number[] };

/** A file whose table is there. */
export interface TableFile extends FiledDataset {
  readonly id: number;
  readonly label: string;
  readonly storageDriver: string;
  readonly storageId: string;
  readonly bytesTag: string | null;
}

/** A form that is made and kept. */
export interface KeptForm {
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly crc32: number;
  readonly location: FileLocation;
  /** What tells it from other forms of the same text. */
  readonly key: string;
}

/** Begins the names of subsets, of which there are more than could be kept. */
const SUBSET = 'subset-';
/** Begins the names of documents about the variables, which change with what is edited of them. */
export const DESCRIPTION = 'ddi-';
/** How many are kept of one file, of each of the two. */
const KEPT = 8;
/** More than any table has. */
const ALL_VARIABLES = 1_000_000;

/** What forms are made with. */
export type FormContext = Pick<CommandContext, 'db' | 'services' | 'actor' | 'visitor'>;

function keyOf(kind: TableFormKind): string {
  if (typeof kind === 'string') return kind;
  return `${SUBSET}${createHash('sha256').update(kind.columns.join()).digest('hex').slice(0, 24)}`;
}

function factsOf(kind: TableFormKind): { readonly suffix: string; readonly contentType: string } {
  if (kind === 'prep') return { suffix: '.json', contentType: 'application/json' };
  if (typeof kind === 'string') return TABLE_FORMS[kind];
  return { suffix: '-subset.tab', contentType: 'text/tab-separated-values' };
}

/** Beside the text, under its tag, which no other text ever has. */
function locationOfForm(file: TableFile, key: string): FileLocation {
  return locationOf(file, file, `${file.bytesTag ?? ''}.${key}`);
}

/** Stores a form with its record, or nothing. Harmless where another process has made it meanwhile. */
export async function storeForm({ db, services }: FormContext, file: TableFile, key: string, staged: StagedFile): Promise<void> {
  const { storage } = services;
  const location = locationOfForm(file, key);
  const forgotten = await db.transaction(async (tx) => {
    const made = { form: key, sizeBytes: staged.sizeBytes, crc32: staged.crc32 ?? null };
    if (!(await insertTableForm(tx, file, made))) return [];
    // A crash between keeping and the commit has left bytes without a record: the new ones replace them.
    await storage.remove(location);
    await storage.keep(staged, location);
    const beginning = [SUBSET, DESCRIPTION].find((one) => key.startsWith(one));
    return beginning === undefined ? [] : deleteOldForms(tx, file.id, beginning, KEPT);
  });
  for (const form of forgotten) await storage.remove(locationOfForm(file, form));
}

async function makeForm(context: FormContext, file: TableFile, kind: TableFormKind): Promise<void> {
  const { db, services } = context;
  const { storage } = services;
  const key = keyOf(kind);
  const keep = async (bytes: Readable): Promise<void> => {
    const staged = await storage.stage(bytes, MADE_BYTES);
    try {
      await storeForm(context, file, key, staged);
    } finally {
      await storage.discard(staged);
    }
  };
  const [table] = await listDataTablesOf(db, [file.id]);
  if (table === undefined) return;
  const variables: DataVariableRow[] = await listDataVariables(db, file.id, { after: -1, limit: ALL_VARIABLES });
  if (kind === 'prep') return keep(Readable.from([Buffer.from(tableSummary(table, variables))]));
  try {
    await withLocalBytes(services, servedLocationOf(file, file), (path) =>
      services.tableForms.make({ path, hasHeader: table.textHasHeader, rows: table.caseQuantity, variables }, kind, (made) =>
        keep(createReadStream(made)),
      ),
    );
  } catch (error) {
    if (!(error instanceof FormFailure)) throw error;
    services.log.warn({ err: error, fileId: file.id, form: key }, 'A form of a table could not be made.');
    await insertTableForm(db, file, { form: key, sizeBytes: null, crc32: null });
  }
}

function kept(row: TableFormRow | undefined): row is TableFormRow & { readonly sizeBytes: number; readonly crc32: number } {
  return row !== undefined && row.sizeBytes !== null && row.crc32 !== null;
}

/** A form by what is recorded of it; undefined where there is none. */
export function keptForm(
  file: TableFile,
  key: string,
  { suffix, contentType }: { readonly suffix: string; readonly contentType: string },
  row: TableFormRow | undefined,
): KeptForm | undefined {
  if (!kept(row)) return undefined;
  const { sizeBytes, crc32 } = row;
  const fileName = `${file.label.replace(/\.[^.]*$/, '')}${suffix}`;
  return { fileName, contentType, sizeBytes, crc32, location: locationOfForm(file, key), key };
}

/**
 * A form of a table, made when it is asked for the first time; undefined where it cannot be made.
 * @throws DomainError FILE_FORM_PENDING while it takes long, or too much waits; the making goes on
 */
export async function requireTableForm(context: FormContext, file: TableFile, kind: TableFormKind): Promise<KeptForm | undefined> {
  const key = keyOf(kind);
  let row = await findTableForm(context.db, file.id, key);
  if (row === undefined) {
    const name = `${file.id} ${file.bytesTag ?? ''} ${key}`;
    await context.services.tableForms.once(name, callerOf(context), () => makeForm(context, file, kind));
    row = await findTableForm(context.db, file.id, key);
  }
  return keptForm(file, key, factsOf(kind), row);
}
