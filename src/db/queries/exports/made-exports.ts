/** Stores exports that were made. */
import { sql } from 'drizzle-orm';
import { preparedRows, type Transaction } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { metadataExport, metadataExportPiece } from '../../schema/metadata-export.ts';
import { type ExportKey, type ExportStamp, type KeptExport, keptColumns } from './kept-exports.ts';

/** What is not known before the whole text is. */
export type TextFacts = Pick<KeptExport, 'checksum' | 'sizeBytes' | 'pieceCount'>;

/** What the exports of a dataset that are made together have in common. */
export interface ExportedState extends Omit<ExportKey, 'exporter'>, ExportStamp {
  readonly staleOn: string | null;
}

/** An export that has one piece, as most do. */
export interface WholeExport extends Omit<TextFacts, 'pieceCount'> {
  readonly exporter: string;
  readonly firstPiece: string;
}

const wholeStatement = preparedRows<Omit<KeptExport, 'createdAt'> & { readonly exporter: string; readonly createdAt: number }>(
  () => sql`
    insert into metadata_export (dataset_id, state_key, export_revision, license_id, owner_ids, surroundings_key, stale_on, piece_count, exporter, first_piece, checksum, size_bytes)
    select ${sql.placeholder('datasetId')}::int, ${sql.placeholder('stateKey')}::text, ${sql.placeholder('exportRevision')}::text::bigint, ${sql.placeholder('licenseId')}::int, ${sql.placeholder('ownerIds')}::int[], ${sql.placeholder('surroundingsKey')}::text, ${sql.placeholder('staleOn')}::date, 1, made.*
    from unnest((select ${sql.placeholder('exporters')}::text[]), (select ${sql.placeholder('firstPieces')}::text[]), (select ${sql.placeholder('checksums')}::text[]), (select ${sql.placeholder('sizesBytes')}::bigint[])) made
    returning id, exporter, checksum, size_bytes::float8 as "sizeBytes", piece_count as "pieceCount", floor(extract(epoch from created_at) * 1000)::float8 as "createdAt"`,
);

/** Keeps exports of one piece each, by the names of their formats: a statement for all, as a job makes a dozen for each dataset. There must be no older ones. */
export async function insertWholeExports(
  tx: Transaction,
  state: ExportedState,
  made: readonly WholeExport[],
): Promise<Map<string, KeptExport>> {
  if (made.length === 0) return new Map();
  const rows = await wholeStatement(tx).execute({
    ...state,
    exporters: made.map(({ exporter }) => exporter),
    firstPieces: made.map(({ firstPiece }) => firstPiece),
    checksums: made.map(({ checksum }) => checksum),
    sizesBytes: made.map(({ sizeBytes }) => sizeBytes),
  });
  return new Map(rows.map(({ exporter, createdAt, ...kept }) => [exporter, { ...kept, createdAt: new Date(createdAt) }]));
}

/** Begins to keep an export of several pieces, whose facts follow. There must be no older one. */
export async function beginExport(
  tx: Transaction,
  key: ExportedState & { readonly exporter: string },
  firstPiece: string,
): Promise<number> {
  const revision = key.exportRevision === null ? null : Number(key.exportRevision);
  const [row] = await tx
    .insert(metadataExport)
    .values({ ...key, exportRevision: revision, ownerIds: [...key.ownerIds], firstPiece, checksum: '', sizeBytes: 0, pieceCount: 1 })
    .returning({ id: metadataExport.id });
  if (row === undefined) throw new Error('The export was not stored.');
  return row.id;
}

/** Removes the exports of a dataset in some formats, before others take their place. */
export async function deleteExportsIn(tx: Transaction, datasetId: number, exporters: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from metadata_export where dataset_id = ${datasetId}::int and exporter = ${anyOf(exporters, 'text')}`);
}

/** Keeps a further piece of an export. */
export async function insertExportPiece(tx: Transaction, exportId: number, position: number, content: string): Promise<void> {
  await tx.insert(metadataExportPiece).values({ exportId, position, content });
}

/** Completes an export. */
export async function completeExport(tx: Transaction, id: number, facts: TextFacts): Promise<KeptExport> {
  const [row] = await tx
    .update(metadataExport)
    .set(facts)
    .where(sql`${metadataExport.id} = ${id}`)
    .returning(keptColumns);
  if (row === undefined) throw new Error('The export was not stored.');
  return row;
}
