import { z } from 'zod';
import { McpGroupsDocument, McpRowsDocument, McpTableDocument } from '../../generated/mcp-operations.ts';
import { cursorArgument, fileArgument } from '../arguments.ts';
import { defineTool, found } from '../tool.ts';

const column = z.string().max(1_000);
const where = z
  .array(
    z.strictObject({
      column,
      operator: z.enum(['EQ', 'NE', 'LT', 'LE', 'GT', 'GE', 'IN', 'CONTAINS', 'STARTS_WITH', 'MISSING', 'PRESENT']),
      values: z.array(z.string().max(10_000)).max(100).optional().describe('One value; for IN several; for MISSING and PRESENT none'),
    }),
  )
  .max(20)
  .optional()
  .describe('Conditions that rows have to meet');

/** The variables of a table. */
export const describeTableTool = defineTool(
  {
    name: 'describe_table',
    title: 'Describe a table',
    description: 'Number of rows, and names, labels and kinds of the variables of a file that the repository has read as a table.',
    readOnly: true,
  },
  z.strictObject({ file: fileArgument, first: z.int().min(1).max(100).default(100), after: cursorArgument }),
  async ({ file, first, after }, { run }) => {
    const asked = { reference: { databaseId: file }, first, after: after ?? null };
    const { variables, ...facts } = found((await run(McpTableDocument, asked)).file?.dataTable, 'FILE_NOT_TABULAR');
    return { ...facts, ...variables.pageInfo, variables: variables.edges.map(({ node }) => node) };
  },
);

/** Rows of a table. */
export const queryTableTool = defineTool(
  {
    name: 'query_table',
    title: 'Read rows of a table',
    description: 'Rows of a table that meet conditions, in an order, at most 100 at a time.',
    readOnly: true,
  },
  z.strictObject({
    file: fileArgument,
    columns: z.array(column).min(1).max(100).optional().describe('Names of variables; the first 100 without it'),
    where,
    orderBy: z
      .array(z.strictObject({ column, descending: z.boolean().default(false) }))
      .max(3)
      .optional(),
    first: z.int().min(1).max(100).default(20),
    after: cursorArgument,
  }),
  async ({ file, columns, where: conditions, orderBy, first, after }, { run }) => {
    const order = orderBy?.map(({ column: by, descending }) => ({
      column: by,
      direction: descending ? ('DESC' as const) : ('ASC' as const),
    }));
    const variables = { columns: columns ?? null, where: conditions ?? null, orderBy: order ?? null, first, after: after ?? null };
    const answer = await run(McpRowsDocument, { reference: { databaseId: file }, ...variables });
    return { ...found(found(answer.file, 'FILE_NOT_FOUND').tabular, 'FILE_NOT_TABULAR').rows };
  },
);

/** Measures of groups of rows. */
export const aggregateTableTool = defineTool(
  {
    name: 'aggregate_table',
    title: 'Compute over a table',
    description: 'Counts, sums, means and extremes over all rows of a table that meet conditions, or over groups of them.',
    readOnly: true,
  },
  z.strictObject({
    file: fileArgument,
    groupBy: z.array(column).max(3).optional(),
    measures: z
      .array(z.strictObject({ measure: z.enum(['COUNT', 'DISTINCT', 'SUM', 'MEAN', 'MIN', 'MAX']), column: column.optional() }))
      .min(1)
      .max(20),
    where,
    first: z.int().min(1).max(100).default(100),
  }),
  async ({ file, groupBy, measures, where: conditions, first }, { run }) => {
    const variables = { groupBy: groupBy ?? null, measures, where: conditions ?? null, first };
    const answer = await run(McpGroupsDocument, { reference: { databaseId: file }, ...variables });
    return { ...found(found(answer.file, 'FILE_NOT_FOUND').tabular, 'FILE_NOT_TABULAR').aggregate };
  },
);
