import type { Database } from '../../db/client.ts';
import { lockNode } from '../../db/queries/collections/collections.ts';
import { updateDataset } from '../../db/queries/datasets/datasets.ts';
import { reviseFileRecord } from '../../db/queries/files/file-edits.ts';
import { endIngest, type IngestRequestRow } from '../../db/queries/ingest/ingest-requests.ts';
import { findNewestRecord, insertTable } from '../../db/queries/ingest/store-table.ts';
import type { RecordedFile } from '../../db/queries/integrity/fixity-checks.ts';
import type { IngestedTable } from '../../kernel/ports/table-ingester.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { storeEvent } from '../../kernel/store-event.ts';
import type { StagedFile } from '../../storage/file-storage.ts';
import { freeLabel } from '../files/store-file.ts';
import { locationOf } from '../files/file-place.ts';
import { restoreEdits } from './restore-edits.ts';
import { requireNewestVersion } from '../versions/ensure-draft.ts';
import { refreshUnfsWith } from '../versions/version-unf.ts';

/** A file that was read as a table. */
export interface ReadTable {
  readonly request: IngestRequestRow;
  readonly file: RecordedFile & { readonly contentType: string };
  readonly table: IngestedTable;
  readonly text: StagedFile;
  /** Whether it begins with the names of the variables. */
  readonly textHasHeader: boolean;
  /** The text below the names of the variables, as it is given out. */
  readonly download: { readonly sizeBytes: number; readonly sha256: string };
}

/** The name of a table that was uploaded under this one. Source: files.md 19.4. */
export function tableLabel(label: string): string {
  const dot = label.lastIndexOf('.');
  return `${dot > 0 ? label.slice(0, dot) : label}.tab`;
}

/** Names the text of one attempt, beside the upload. */
function attemptTag(requestId: number, attempt: number): string {
  return `tab-${requestId}-${attempt}`;
}

/**
 * Stores all that an ingest has made, or nothing: the text lies in its place before the commit. Harmless where the file was removed
 * meanwhile, or its ingest begun again. No draft is made.
 * @returns Whether it was stored.
 */
export async function storeIngested(db: Database, { storage }: Pick<DomainServices, 'storage'>, read: ReadTable): Promise<boolean> {
  const { request, file, table, text, textHasHeader, download } = read;
  // A place of its own: an attempt that was overtaken and still runs must not touch the text of the one that was stored.
  const tag = attemptTag(request.id, request.attempts);
  const location = locationOf(file, file, tag);
  await storage.bring(text, location);
  const stored = await db.transaction(async (tx) => {
    await lockNode(tx, file.datasetId);
    if (!(await endIngest(tx, request, { state: 'DONE' }))) return false;
    const record = await findNewestRecord(tx, file.id);
    if (record === undefined) return false;
    const wanted = tableLabel(record.label);
    if (record.isCurrent && wanted !== record.label) {
      const { ordinal } = await requireNewestVersion({ tx }, file.datasetId);
      const label = await freeLabel({ tx }, file.datasetId, record.directoryLabel, wanted);
      await reviseFileRecord(tx, file.id, ordinal, { label });
    }
    await insertTable(tx, file, {
      table: {
        caseQuantity: table.rows,
        variableQuantity: table.variables.length,
        unf: table.unf,
        textHasHeader,
        downloadSizeBytes: download.sizeBytes,
        downloadSha256: download.sha256,
      },
      variables: table.variables,
      text: { tag, sizeBytes: text.sizeBytes },
      original: { fileName: record.label, contentType: file.contentType, sizeBytes: file.sizeBytes },
    });
    const variableEditsId = await restoreEdits(tx, file.id);
    if (variableEditsId !== undefined && record.isCurrent) {
      const { ordinal } = await requireNewestVersion({ tx }, file.datasetId);
      await reviseFileRecord(tx, file.id, ordinal, { variableEditsId });
    }
    await refreshUnfsWith(tx, file);
    await updateDataset(tx, file.datasetId, {});
    // The exports that told of the upload were dropped with it.
    if (record.isPublished) await storeEvent(tx, { kind: 'MetadataExportsDue', subjectId: file.datasetId, payload: {} });
    await storage.keep(text, location);
    return true;
  });
  if (!stored) return false;
  // What attempts before it have left, which no record names; not one of them can be stored any more.
  for (let earlier = 1; earlier < request.attempts; earlier += 1) {
    await storage.remove(locationOf(file, file, attemptTag(request.id, earlier)));
  }
  return true;
}
