import { DataTablesDocument } from '../../../generated/operations.ts';
import { enveloped } from '../../answers.ts';
import { listOf } from '../../records/schema.ts';
import { fileReference, persistentIdQuery } from '../../reference.ts';
import { type Route, route } from '../../route.ts';
import { dataTableRecord, dataTableSchema } from '../records/data-table-record.ts';

export const dataTableRoutes: readonly Route[] = [
  route({
    id: 'files.dataTables',
    method: 'GET',
    path: '/api/files/{id}/dataTables',
    summary: 'The table that a file was ingested into, with its variables, their statistics and categories.',
    auth: 'public',
    query: persistentIdQuery,
    refusals: ['FILE_NOT_FOUND', 'FILE_ACCESS_DENIED', 'FILE_NOT_TABULAR'],
    answer: enveloped(listOf(dataTableSchema)),
    operation: DataTablesDocument,
    variables: ({ path, query }) => ({ reference: fileReference(path.id, query), after: null }),
    reply: (data, { path, query }) => ({ data: [dataTableRecord(fileReference(path.id, query), data)] }),
  }),
];
