import type { DatasetRow } from '../../db/queries/datasets/datasets.ts';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Exporter } from '../../formats/exports/exporter.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { type PersistentIdParts, persistentIdText } from '../../model/persistent-id.ts';
import { piecesOf, TextMeasure } from './exported-text.ts';
import { requireExporter } from './find-exporter.ts';
import { keptExport } from './keep-export.ts';
import { loadSnapshot } from './load-snapshot.ts';
import { exportUrl, KeptText, type MetadataExport, noSuchPiece } from './metadata-export.ts';

/** All that is stored of the version to export. */
interface ExportedRows {
  readonly dataset: DatasetRow;
  readonly version: VersionRow;
}

/** The version to export. */
export interface VersionToExport {
  readonly pid: PersistentIdParts;
  readonly version: Pick<VersionRow, 'id' | 'datasetId' | 'state' | 'versionNumber' | 'versionMinorNumber'>;
  /** Loads what only drafts are read from: an export that is kept needs nothing of it. */
  readonly whole: () => Promise<ExportedRows>;
}

/** A draft changes with each save, so its export is made anew for each request. */
async function exportDraft({ db, services }: CommandContext, exporter: Exporter, { dataset, version }: ExportedRows) {
  const snapshot = await loadSnapshot({ db, services }, dataset, version);
  const measure = new TextMeasure();
  const pieces: string[] = [];
  for await (const piece of piecesOf(exporter, snapshot)) {
    measure.add(piece);
    pieces.push(piece);
  }
  const piece = (position: number): Promise<string> => {
    const found = pieces[position];
    return found === undefined ? Promise.reject(noSuchPiece()) : Promise.resolve(found);
  };
  return { ...measure.result(), pieceCount: pieces.length, createdAt: new Date(), piece };
}

/** @throws DomainError EXPORT_VERSION_UNSUPPORTED Source: exports.md 1.3. */
function refuseOlder({ versionNumber, versionMinorNumber }: VersionToExport['version']): never {
  throw new DomainError(
    'EXPORT_VERSION_UNSUPPORTED',
    `Version ${versionNumber}.${versionMinorNumber} cannot be exported: only the latest published version and the draft are supported.`,
  );
}

/**
 * A version that the actor was shown, in an export format: the newest released one, or the draft.
 * @throws DomainError EXPORT_FAILED | EXPORT_VERSION_UNSUPPORTED | CONCURRENT_CHANGE
 */
export const exportVersion = detail({
  name: 'exportVersion',
  run: async (context: CommandContext, { pid, version, whole }: VersionToExport, format: string): Promise<MetadataExport> => {
    const draft = version.state === 'DRAFT';
    // The version is looked at first. Source: exports.md 1.3.
    if (version.state === 'DEACCESSIONED') refuseOlder(version);
    const exporter = requireExporter(format);
    const kept = draft ? undefined : await keptExport(context, exporter, version);
    if (!draft && kept === undefined) refuseOlder(version);
    if (kept !== undefined) return new KeptText(context, exporter, persistentIdText(pid), kept);
    const url = `${exportUrl(context.services.installation.siteUrl, exporter, persistentIdText(pid))}&version=:draft`;
    return { exporter, url, ...(await exportDraft(context, exporter, await whole())) };
  },
});
