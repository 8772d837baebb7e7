import { type ExportedDataset, listKeptExports } from '../../db/queries/exports/kept-exports.ts';
import type { OaiRecordRow } from '../../db/queries/harvesting/oai-records.ts';
import type { Exporter } from '../../formats/exports/exporter.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { exportUrl, type MetadataExport, readKept } from '../exports/export-version.ts';
import { installationKey, keptExport, type ReadExport } from '../exports/keep-export.ts';

/** Texts of a page, together. The first one is on it in any case; a dataset with many files has some megabytes in formats with files. */
const MOST_BYTES = 1_500_000;

/** A record with its text; null where the dataset has none any more. */
export interface ExportedRecord {
  readonly row: OaiRecordRow;
  readonly metadata: MetadataExport | null;
}

/** The text of a record, which is made where none is kept. */
async function madeText(
  context: CommandContext,
  exporter: Exporter,
  { datasetId, versionId }: ExportedDataset,
  row: OaiRecordRow,
): Promise<MetadataExport | null> {
  const kept = await keptExport(context, exporter, { id: versionId, datasetId });
  return kept === undefined ? null : textOf(context, exporter, kept, row);
}

function textOf(context: CommandContext, exporter: Exporter, kept: ReadExport, row: OaiRecordRow): MetadataExport {
  const url = exportUrl(context.services.installation.siteUrl, exporter, row.identifier);
  return { ...readKept(context, kept), exporter, url };
}

/**
 * The exports of records, in their order: kept ones by one statement, others made. Ends where the texts together become too long, so that a
 * page costs about the same whatever is on it. @throws DomainError CONCURRENT_CHANGE
 */
export async function exportRecords(
  context: CommandContext,
  exporter: Exporter,
  rows: readonly OaiRecordRow[],
): Promise<readonly ExportedRecord[]> {
  const alive = rows.filter(({ deleted }) => !deleted).map(({ datasetId }) => datasetId);
  const asked = { exporter: exporter.name, installation: installationKey(context.services), mostBytes: MOST_BYTES };
  const found = new Map((alive.length === 0 ? [] : await listKeptExports(context.db, alive, asked)).map((one) => [one.datasetId, one]));
  const page: ExportedRecord[] = [];
  let sizeBytes = 0;
  for (const row of rows) {
    const dataset = row.deleted ? undefined : found.get(row.datasetId);
    let metadata: MetadataExport | null = null;
    if (dataset?.kept !== undefined) metadata = textOf(context, exporter, { ...dataset.kept, firstPiece: dataset.firstPiece }, row);
    else if (dataset !== undefined) metadata = await madeText(context, exporter, dataset, row);
    sizeBytes += metadata?.sizeBytes ?? 0;
    if (sizeBytes > MOST_BYTES && page.length > 0) break;
    // Withdrawn since the record was read.
    page.push({ row: metadata === null ? { ...row, deleted: true } : row, metadata });
  }
  return page;
}
