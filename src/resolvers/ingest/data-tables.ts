import { findDataTable, findVariableEdit, pageVariables, viewDataTable } from '../../domain/ingest/view-data-table.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { connectionByNumber } from '../connection.ts';
import { connectionFields } from '../pages.ts';

export const dataTableResolvers: Resolvers = {
  DataFile: {
    dataTable: (file, _args, context) => (file.isNamed ? viewDataTable(context, file.key) : findDataTable(context, file.row)),
  },
  DataTable: {
    variables: (table, args, context) =>
      connectionByNumber(context, args, {
        name: 'variables',
        numberOf: ({ fileOrder }) => fileOrder,
        read: async (window) => ({
          rows: await pageVariables(context, table, window),
          count: () => Promise.resolve(table.variableQuantity),
        }),
      }),
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
