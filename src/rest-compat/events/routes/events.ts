import { z } from 'zod';
import { EventsReadDocument } from '../../../generated/operations.ts';
import { FEED_KINDS } from '../../../vocabulary/events.ts';
import { enveloped } from '../../answers.ts';
import { collectionReference, countParameter } from '../../reference.ts';
import { type Route, route } from '../../route.ts';
import { eventRecord, eventsSchema } from '../records/event-record.ts';

const kindList = z
  .string()
  .transform((text) => text.split(',').map((word) => word.trim()))
  .pipe(z.array(z.enum(FEED_KINDS)));

export const eventRoutes: readonly Route[] = [
  route({
    id: 'events.list',
    method: 'GET',
    path: '/api/events',
    summary: 'What happened to objects that the caller may see now, from the oldest on, to be followed with a cursor.',
    auth: 'public',
    query: z.object({
      after: z.string().optional().describe('Cursor of the last event that is known; from the beginning without.'),
      limit: countParameter.describe('At most so many events, 1 to 100.'),
      kind: kindList.optional().describe('Kinds that are wanted, separated by commas; all without.'),
      collection: z.string().optional().describe('Alias or id of a collection: only what lay in it, at any depth.'),
    }),
    refusals: ['CURSOR_INVALID', 'PAGE_TOO_LARGE', 'COLLECTION_NOT_FOUND', 'PERMISSION_DENIED'],
    answer: enveloped(eventsSchema),
    operation: EventsReadDocument,
    variables: ({ query: { after, limit, kind, collection } }) => ({
      after,
      first: limit,
      kinds: kind,
      below: collection === undefined ? undefined : collectionReference(collection),
    }),
    reply: ({ events: { nodes, cursor, hasMore } }) => ({ data: { events: nodes.map(eventRecord), cursor, hasMore } }),
  }),
];
