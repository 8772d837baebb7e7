import { countGuestbookResponses, listGuestbookResponses } from '../../domain/collections/guestbooks/list-guestbook-responses.ts';
import type { GuestbookResponseRow } from '../../domain/rows.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { connectionFields, decodeCursor, encodeCursor, LONG_PAGE, pageOf, pageSize } from '../pages.ts';

const CURSOR = 'guestbookResponses';

export const guestbookResponseResolvers: Resolvers = {
  Collection: {
    guestbookResponses: async ({ key: collection }, { guestbookDatabaseId, first, after }, context) => {
      const size = pageSize(first, LONG_PAGE);
      const asked = { collection, guestbookId: guestbookDatabaseId ?? null };
      const [datasetId, id] = decodeCursor(CURSOR, after) ?? [];
      const rows = await listGuestbookResponses(context, {
        ...asked,
        after: { datasetId: Number(datasetId ?? 0), id: Number(id ?? 0) },
        limit: size + 1,
      });
      return pageOf(rows, {
        size,
        after,
        cursor: (row: GuestbookResponseRow) => encodeCursor(CURSOR, [row.datasetId, row.id]),
        item: (row) => row,
        totalCount: () => countGuestbookResponses(context, asked),
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
