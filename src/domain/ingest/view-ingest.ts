import type { IngestStatusRow } from '../../db/queries/ingest/ingest-requests.ts';
import { holdsPermission } from '../../kernel/actor.ts';
import type { ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { loadShownFile } from '../files/view-file.ts';

/** How the ingest of a file stands that the actor was shown; null where none is in view, and for those who may not edit its dataset. */
export const findIngestStatus = detail({
  name: 'findIngestStatus',
  run: async (context: ReadContext, fileId: number): Promise<IngestStatusRow | null> => {
    const { datasetGranted } = await loadShownFile(context, fileId);
    if (!holdsPermission(context.actor, datasetGranted, 'EditDataset')) return null;
    return (await context.loaders.ingest.load(fileId)) ?? null;
  },
});
