import type { DataTableRow, DataVariableRow } from '../../../db/queries/ingest/data-tables.ts';

/** What is known of a table and its variables beside their values, as JSON. Labels are left out: they can change. Source: files.md 11.2. */
export function tableSummary(table: DataTableRow, variables: readonly DataVariableRow[]): string {
  return JSON.stringify({
    rows: table.caseQuantity,
    columns: table.variableQuantity,
    UNF: table.unf,
    variables: variables.map(({ name, intervalType, formatType, format, formatCategory, unf, statistics, categories }) => ({
      name,
      intervalType,
      formatType,
      ...(format === null ? {} : { format }),
      ...(formatCategory === null ? {} : { formatCategory }),
      UNF: unf,
      ...(statistics === null ? {} : { statistics }),
      ...(categories === null || categories.length === 0
        ? {}
        : { frequencies: categories.map(({ value, isMissing, frequency }) => ({ value, isMissing, frequency })) }),
    })),
  });
}
