import type { FeedEventRow } from '../../../db/queries/events/feed.ts';

/** The body of a delivery: facts of the event, the same at every try. */
export function deliveryBody({ kind, occurredAt, subjectId, subjectKind, reference, payload }: FeedEventRow): string {
  const { versionNumber, versionMinorNumber, formerPersistentId, label } = payload;
  return JSON.stringify({
    type: kind,
    timestamp: occurredAt.toISOString(),
    data: {
      subjectId,
      ...(subjectKind === 'COLLECTION' ? { collectionAlias: reference } : { datasetPersistentId: reference }),
      ...(typeof versionNumber === 'number' && { version: `${versionNumber}.${versionMinorNumber ?? 0}` }),
      ...(typeof formerPersistentId === 'string' && { formerPersistentId }),
      ...(typeof label === 'string' && { curationStatus: label }),
    },
  });
}
