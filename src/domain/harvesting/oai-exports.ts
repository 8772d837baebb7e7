import { type ExportedDataset, listKeptExports } from '../../db/queries/exports/kept-exports.ts';
import type { OaiRecordRow } from '../../db/queries/harvesting/oai-records.ts';
import type { Exporter } from '../../formats/exports/exporter.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { exportUrl, type MetadataExport, readKept } from '../exports/export-version.ts';
import { installationKey, keptExport } from '../exports/keep-export.ts';

/** Texts of a page, together. The first one is on it in any case; a dataset with many files has some megabytes in formats with files. */
const MOST_BYTES = 1_500_000;

/** A record with its text; null where the dataset has none any more. */
export interface ExportedRecord {
  readonly row: OaiRecordRow;
  readonly metadata: MetadataExport | null;
}

async function textOf(
  context: CommandContext,
  exporter: Exporter,
  found: ExportedDataset,
  row: OaiRecordRow,
): Promise<MetadataExport | null> {
  const { datasetId, versionId, firstPiece } = found;
  const kept = found.kept === undefined ? await keptExport(context, exporter, { id: versionId, datasetId }) : { ...found.kept, firstPiece };
  if (kept === undefined) return null;
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
    const metadata = dataset === undefined ? null : await textOf(context, exporter, dataset, row);
    sizeBytes += metadata?.sizeBytes ?? 0;
    if (sizeBytes > MOST_BYTES && page.length > 0) break;
    // Withdrawn since the record was read.
    page.push({ row: metadata === null ? { ...row, deleted: true } : row, metadata });
  }
  return page;
}
