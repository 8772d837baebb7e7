import { readFeed } from '../../domain/events/read-feed.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { decodeCursor, encodeCursor, pageSize } from '../pages.ts';
import { collectionKey } from '../references.ts';
import { eventKind } from './event-kind.ts';

const CURSOR = 'events';

export const eventResolvers: Resolvers = {
  Query: {
    events: async (_root, { after, first, kinds, below }, context) => {
      const [position = 0] = decodeCursor(CURSOR, after) ?? [];
      const { events, next, hasMore } = await readFeed(context, {
        after: Number(position),
        limit: pageSize(first ?? 100),
        kinds: kinds ?? [],
        below: below === null || below === undefined ? null : collectionKey(below),
      });
      return { nodes: events, cursor: encodeCursor(CURSOR, [next]), hasMore };
    },
  },
  Event: {
    cursor: ({ position }) => encodeCursor(CURSOR, [position]),
    kind: ({ kind }) => eventKind(kind),
    subjectDatabaseId: ({ subjectId }) => subjectId,
    collectionAlias: ({ subjectKind, reference }) => (subjectKind === 'COLLECTION' ? reference : null),
    datasetPersistentId: ({ subjectKind, reference }) => (subjectKind === 'COLLECTION' ? null : reference),
    versionNumber: ({ payload }) => numberOf(payload['versionNumber']),
    versionMinorNumber: ({ payload }) => numberOf(payload['versionMinorNumber']),
    formerPersistentId: ({ payload }) => textOf(payload['formerPersistentId']),
    curationStatus: ({ payload }) => textOf(payload['label']),
  },
};

function textOf(value: string | number | null | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: string | number | null | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
