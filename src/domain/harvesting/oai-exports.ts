import { type ExportedDataset, listKeptExports } from '../../db/queries/exports/kept-exports.ts';
import { stampExports } from '../../db/queries/exports/stamp-exports.ts';
import type { StampedExport } from '../../db/queries/harvesting/oai-pages.ts';
import type { OaiRecordRow } from '../../db/queries/harvesting/oai-records.ts';
import type { Exporter } from '../../formats/exports/exporter.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { installationKey, keptExport } from '../exports/keep-export.ts';
import { KeptText, type MetadataExport } from '../exports/metadata-export.ts';

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
  return kept === undefined ? null : new KeptText(context, exporter, row.identifier, kept);
}

/** How exports of a page are asked for. */
export interface AskedExports {
  readonly exporter: string;
  /** Stands for what is not in the database. */
  readonly installation: string;
  readonly mostBytes: number;
}

export function askedExports({ services }: Pick<CommandContext, 'services'>, exporter: Exporter): AskedExports {
  return { exporter: exporter.name, installation: installationKey(services), mostBytes: MOST_BYTES };
}

/** What is kept for records whose exports have no stamp of now; those that are good nevertheless are stamped for the next reader. */
async function compared(context: CommandContext, exporter: Exporter, datasetIds: readonly number[]): Promise<Map<number, ExportedDataset>> {
  if (datasetIds.length === 0) return new Map();
  const asked = askedExports(context, exporter);
  const found = await listKeptExports(context.db, datasetIds, asked);
  const good = found.filter(({ kept }) => kept !== undefined).map(({ datasetId }) => datasetId);
  if (good.length > 0) await stampExports(context.db, good, asked);
  return new Map(found.map((one) => [one.datasetId, one]));
}

/**
 * The exports of records, in their order: stamped ones as they were read with the records, others compared with the present state by one
 * statement, and made where none is good. Ends where the texts together become too long, so that a page costs about the same whatever is on
 * it. @throws DomainError CONCURRENT_CHANGE
 */
export async function exportRecords(
  context: CommandContext,
  exporter: Exporter,
  rows: readonly OaiRecordRow[],
  stamped: ReadonlyMap<number, StampedExport> = new Map(),
): Promise<readonly ExportedRecord[]> {
  const others = rows.filter(({ deleted, datasetId }) => !deleted && !stamped.has(datasetId)).map(({ datasetId }) => datasetId);
  const found = await compared(context, exporter, others);
  const page: ExportedRecord[] = [];
  let sizeBytes = 0;
  for (const row of rows) {
    const known = row.deleted ? undefined : stamped.get(row.datasetId);
    const dataset = row.deleted ? undefined : found.get(row.datasetId);
    const kept = known ?? (dataset?.kept && { ...dataset.kept, firstPiece: dataset.firstPiece });
    let metadata: MetadataExport | null = null;
    if (kept !== undefined) metadata = new KeptText(context, exporter, row.identifier, kept);
    else if (dataset !== undefined) metadata = await madeText(context, exporter, dataset, row);
    sizeBytes += metadata?.sizeBytes ?? 0;
    if (sizeBytes > MOST_BYTES && page.length > 0) break;
    // Withdrawn since the record was read.
    page.push({ row: metadata === null ? { ...row, deleted: true } : row, metadata });
  }
  return page;
}
