import { z } from 'zod';
import { countGuestbookResponses, listGuestbookResponses } from '../../domain/collections/guestbooks/list-guestbook-responses.ts';
import type { GuestbookResponseRow } from '../../domain/rows.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { connectionOf } from '../connection.ts';
import { connectionFields, LONG_PAGE } from '../pages.ts';

const rowId = z.int().min(0).max(2_147_483_647);

function positionOf(place: readonly [datasetId: number, id: number] | null) {
  return place === null ? null : { datasetId: place[0], id: place[1] };
}

export const guestbookResponseResolvers: Resolvers = {
  Collection: {
    guestbookResponses: ({ key: collection }, { guestbookDatabaseId, ...args }, context) => {
      const asked = { collection, guestbookId: guestbookDatabaseId ?? null };
      return connectionOf(context, args, {
        name: 'guestbookResponses',
        places: z.tuple([rowId, rowId]),
        placeOf: ({ datasetId, id }: GuestbookResponseRow) => [datasetId, id] as const,
        read: async ({ after, before, ...window }) => ({
          rows: await listGuestbookResponses(context, { ...asked, ...window, after: positionOf(after), before: positionOf(before) }),
          count: () => countGuestbookResponses(context, asked),
        }),
        item: (row) => row,
        largest: LONG_PAGE,
      });
    },
  },
  GuestbookResponse: {
    databaseId: ({ id }) => id,
    guestbookDatabaseId: ({ guestbookId }) => guestbookId,
    respondedAt: ({ respondedAt }) => new Date(respondedAt),
    fileDatabaseId: ({ fileId }) => fileId,
    answers: ({ answers }) => answers.map(({ questionId, ...answer }) => ({ ...answer, questionDatabaseId: questionId })),
  },
  GuestbookResponseConnection: connectionFields,
};
