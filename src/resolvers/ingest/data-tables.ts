import { findDataTable, findVariableEdit, pageVariables, viewDataTable } from '../../domain/ingest/view-data-table.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { connectionFields, decodeCursor, encodeCursor, pageOf, pageSize } from '../pages.ts';

export const dataTableResolvers: Resolvers = {
  DataFile: {
    dataTable: (file, _args, context) => (file.isNamed ? viewDataTable(context, file.key) : findDataTable(context, file.row)),
  },
  DataTable: {
    variables: async (table, { first, after }, context) => {
      const size = pageSize(first);
      const place = Number(decodeCursor('variables', after)?.[0] ?? -1);
      const rows = await pageVariables(context, table, { after: place, limit: size + 1 });
      return pageOf(rows, {
        size,
        after,
        cursor: ({ fileOrder }) => encodeCursor('variables', [fileOrder]),
        item: (variable) => variable,
        totalCount: () => Promise.resolve(table.variableQuantity),
      });
    },
  },
  DataVariable: {
    databaseId: ({ id }) => id,
    categories: ({ categories }) => categories ?? [],
    invalidRanges: ({ invalidRanges }) => invalidRanges ?? [],
    edit: async (variable, _args, context) => {
      const edit = await findVariableEdit(context, variable);
      if (edit === null) return null;
      const { recordId: recordDatabaseId, weightVariableId: weightVariableDatabaseId, weightedFrequencies, ...said } = edit;
      return { ...said, recordDatabaseId, weightVariableDatabaseId, weightedFrequencies: [...weightedFrequencies] };
    },
  },
  InvalidRange: {
    value: (range) => ('value' in range ? range.value : null),
    min: (range) => ('min' in range ? range.min : null),
    max: (range) => ('max' in range ? range.max : null),
  },
  DataVariableConnection: connectionFields,
};
