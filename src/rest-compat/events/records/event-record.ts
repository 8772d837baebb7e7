/** Events as the feed and webhooks tell them. Source: users-admin.md 5.5. */
import { z } from 'zod';
import type { EventRecordFragment } from '../../../generated/operations.ts';
import { listOf, objectId, recordSchema } from '../../records/schema.ts';

const text = z.string().optional();

export const eventSchema = recordSchema('Event', 'Something that happened to a collection, dataset or file.', {
  cursor: z.string().describe('Place in the feed.'),
  kind: z.string(),
  occurredAt: z.iso.datetime().describe('To the millisecond, UTC.'),
  subjectId: objectId.describe('Numeric id of the collection, dataset or file.'),
  collectionAlias: text,
  datasetPersistentId: text.describe('Of a file, that of its dataset.'),
  version: text.describe('Number of the released version that it is about.'),
  formerPersistentId: text,
  curationStatus: text,
});

export const eventsSchema = recordSchema('Events', 'A part of the feed, in the order in which its events were committed.', {
  events: listOf(eventSchema),
  cursor: z.string().describe('What to go on after.'),
  hasMore: z.boolean().describe('Whether there is more at once.'),
});

/** An event without the keys that it has no value for. */
export function eventRecord(event: EventRecordFragment): z.infer<typeof eventSchema> {
  const { versionNumber, versionMinorNumber } = event;
  return {
    cursor: event.cursor,
    kind: event.kind,
    occurredAt: event.occurredAt,
    subjectId: event.subjectDatabaseId,
    collectionAlias: event.collectionAlias ?? undefined,
    datasetPersistentId: event.datasetPersistentId ?? undefined,
    version: versionNumber === null ? undefined : `${versionNumber}.${versionMinorNumber ?? 0}`,
    formerPersistentId: event.formerPersistentId ?? undefined,
    curationStatus: event.curationStatus ?? undefined,
  };
}
