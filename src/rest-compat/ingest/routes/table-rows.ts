import { z } from 'zod';
import { TableRowsDocument } from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { enveloped } from '../../answers.ts';
import { listOf, recordSchema } from '../../records/schema.ts';
import { accessedFile, numberParameter, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';
import { plainConditions, plainMeasures, plainNames, plainOrder } from '../plain-question.ts';

const tableRowsSchema = recordSchema('TableRows', 'Rows of a table, or groups of them. Source: files.md 22.9.', {
  columns: listOf(z.string()).describe('Names of the columns; of groups the keys, then the measures.'),
  rows: listOf(z.array(z.union([z.string(), z.number(), z.null()]))).describe('Values in the order of the columns.'),
  numbers: listOf(z.number()).optional().describe('Of rows, their numbers in the table, from 1.'),
  hasMore: z.boolean().describe('Whether there are more.'),
  next: z.string().nullable().describe('Of rows, what `after` has to be for those that follow; null where none do.'),
});

/** A parameter whose parts are read by a function that gives undefined for what it cannot read. */
function parsed<Value>(parse: (text: string) => Value | undefined, rule: string) {
  return z
    .string()
    .transform((text, check) => {
      const value = parse(text);
      if (value !== undefined) return value;
      check.issues.push({ code: 'custom', message: rule, input: text });
      return z.NEVER;
    })
    .optional();
}

const rowsQuery = persistentIdQuery.extend({
  columns: parsed(plainNames, ''),
  where: parsed(plainConditions, 'must be conditions such as pounds>=20;species=cat|dog'),
  orderBy: parsed(plainOrder, ''),
  groupBy: parsed(plainNames, ''),
  measures: parsed(plainMeasures, 'must be measures such as count,mean(pounds)'),
  first: numberParameter('must be a number of rows', 4),
  after: z.string().optional(),
});

/** A cell of an answer, which the schema of GraphQL knows as JSON. */
const cells = z.array(z.union([z.string(), z.number(), z.null()]));

export const tableRowRoutes: readonly Route[] = [
  route({
    id: 'access.datafile.rows',
    method: 'GET',
    path: '/api/access/datafile/{id}/rows',
    summary: 'Rows of an ingested file that meet conditions, in an order, by page; or groups of them with what is computed of each.',
    auth: 'token',
    query: rowsQuery,
    refusals: [
      'FILE_NOT_FOUND',
      'FILE_ACCESS_DENIED',
      'FILE_NOT_TABULAR',
      'FILE_FORM_UNAVAILABLE',
      'FILE_FORM_PENDING',
      'PAGE_TOO_LARGE',
      'CURSOR_INVALID',
      'TABLE_QUESTION_TOO_COSTLY',
      'TABLE_QUESTIONS_WAIT',
    ],
    answer: enveloped(tableRowsSchema),
    operation: TableRowsDocument,
    variables: ({ path, query: { columns, where, orderBy, groupBy, measures, first, after, ...query } }) => ({
      reference: accessedFile(path.id, query),
      columns,
      where,
      orderBy,
      first: first ?? 100,
      after,
      groupBy,
      measures: measures ?? [{ measure: 'COUNT' as const }],
      grouped: groupBy !== undefined || measures !== undefined,
    }),
    reply: ({ file }) => {
      const { tabular, databaseId } = required(file);
      if (!tabular) throw new DomainError('FILE_NOT_TABULAR', `File ${databaseId} was not ingested, so it has no rows.`);
      const { rows: page, aggregate } = tabular;
      if (aggregate) {
        return {
          data: { columns: aggregate.columns, rows: cells.array().parse(aggregate.groups), hasMore: aggregate.hasMore, next: null },
        };
      }
      const { columns, rows, hasNextPage, endCursor } = required(page);
      return {
        data: {
          columns,
          rows: rows.map((row) => cells.parse(row.cells)),
          numbers: rows.map(({ number }) => number),
          hasMore: hasNextPage,
          next: endCursor ?? null,
        },
      };
    },
  }),
];
