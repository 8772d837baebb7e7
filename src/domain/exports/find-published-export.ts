import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import type { PublishedExport } from '../../db/queries/exports/published-exports.ts';
import type { Exporter } from '../../formats/exports/exporter.ts';
import { query, type Subject } from '../../kernel/command.ts';
import { recordView } from '../../kernel/record-usage.ts';
import { persistentIdText } from '../../model/persistent-id.ts';
import { datasetKey } from '../subjects/dataset-subject.ts';
import { findExporter } from './find-exporter.ts';
import { installationKey } from './keep-export.ts';
import { KeptText, type MetadataExport } from './metadata-export.ts';
import { publishedReads } from './published-reads.ts';

/** A format of a dataset. */
interface ExportRequest {
  readonly dataset: DatasetKey;
  readonly format: string;
}

interface PublishedSubject extends Subject {
  readonly found?: PublishedExport & { readonly exporter: Exporter };
}

const NOTHING: PublishedSubject = { nodeId: null, granted: 0 };

/**
 * The export of the newest released version that is kept, which everybody may read, in one statement; undefined where there is none that
 * counts, or no such dataset or format: then `exportVersion` makes it or says what is wrong.
 */
export const findPublishedExport = query({
  name: 'findPublishedExport',
  subject: async ({ tx, context: { services } }, { dataset: named, format }: ExportRequest): Promise<PublishedSubject> => {
    const exporter = findExporter(format);
    if (exporter === undefined) return NOTHING;
    const dataset = datasetKey(named);
    const { texts, reads } = publishedReads(tx, installationKey(services));
    const name = `${exporter.name} ${'id' in dataset ? dataset.id : dataset.persistentId}`;
    const known = texts.get(name);
    const found = await reads.ask({ dataset, exporter: exporter.name, knownId: known?.id ?? 0 });
    if (found === undefined) return NOTHING;
    const { firstPiece } = found;
    if (firstPiece !== null) texts.set(name, { id: found.kept.id, text: firstPiece });
    return { nodeId: found.datasetId, granted: 0, found: { ...found, exporter, firstPiece: firstPiece ?? known?.text ?? null } };
  },
  requires: 'Public',
  run: (context, { found }): MetadataExport | undefined => {
    if (found === undefined) return undefined;
    const { datasetId, versionId, pid, kept, firstPiece, exporter } = found;
    recordView(context, { id: versionId, datasetId, state: 'RELEASED' });
    return new KeptText(context, exporter, persistentIdText(pid), { ...kept, firstPiece });
  },
});
