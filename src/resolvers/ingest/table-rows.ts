import { askGroups, askRows, askSpread, findAskableTable, previewRows } from '../../domain/files/table-questions/table-ask.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { decodeCursor, encodeCursor } from '../pages.ts';

export const tableRowResolvers: Resolvers = {
  DataFile: {
    tabular: ({ row }, _args, context) => findAskableTable(context, row),
  },
  TabularData: {
    rows: async (table, { after, ...asked }, context) => {
      const before = (question: string): number => Number(decodeCursor('tableRows', after, question)?.[1] ?? 0);
      const { columns, rows, hasMore, question, last } = await askRows(context, table, asked, before);
      return { columns, rows, hasNextPage: hasMore, endCursor: hasMore ? encodeCursor('tableRows', [question, last]) : null };
    },
    aggregate: async (table, asked, context) => {
      const { columns, rows, hasMore } = await askGroups(context, table, asked);
      return { columns, groups: rows.map(({ cells }) => cells), hasMore };
    },
    spread: (table, asked, context) => askSpread(context, table, asked),
    preview: async (table, _args, context) => {
      const { columns, rows, hasMore } = await previewRows(context, table);
      return { columns, rows, hasNextPage: hasMore, endCursor: null };
    },
  },
};
