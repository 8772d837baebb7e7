import { z } from 'zod';
import { DatasetRecordsCheckDocument, DatasetRecordsChecksDocument } from '../../../generated/operations.ts';
import { recordsCheckLine, violationRecord, recordsChecksSchema, violationSchema } from '../records/records-check-record.ts';
import { bareJson, enveloped, messageSchema } from '../../answers.ts';
import { booleanParameter, examinedDataset, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route, streamRoute } from '../../route.ts';

/** With `variables`, those of tabular files are looked at, too. */
const validationQuery = z.object({ variables: booleanParameter });

/** Datasets that are checked before their lines are sent. */
const DATASETS_AT_ONCE = 20;

export const validationRoutes: readonly Route[] = [
  route({
    id: 'admin.validate.dataset',
    method: 'GET',
    path: '/api/admin/validate/dataset/{datasetId}',
    summary: 'Checks the stored records of one dataset.',
    auth: 'admin',
    query: validationQuery.extend(persistentIdQuery.shape),
    refusals: ['AUTHENTICATION_REQUIRED', 'DATASET_NOT_FOUND'],
    answer: enveloped(z.union([messageSchema, violationSchema])),
    operation: DatasetRecordsCheckDocument,
    variables: ({ path, query }) => ({ reference: examinedDataset(path.datasetId, query), variables: query.variables }),
    reply: ({ dataset }) => {
      const check = required(dataset).recordsCheck;
      const violation = violationRecord(check);
      return violation === undefined ? { message: check.status.toLowerCase() } : { data: violation };
    },
  }),
  streamRoute({
    id: 'admin.validate.datasets',
    method: 'GET',
    path: '/api/admin/validate/datasets',
    summary: 'Checks the stored records of all datasets; the response is a stream with one line per dataset.',
    auth: 'admin',
    query: validationQuery,
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: bareJson(recordsChecksSchema),
    operation: DatasetRecordsChecksDocument,
    variables: ({ query }, after) => ({ first: DATASETS_AT_ONCE, after, variables: query.variables }),
    stream: {
      contentType: 'application/json',
      opening: '{"datasets": [\n',
      separator: ',\n',
      closing: '\n]\n}\n',
      page: ({ datasetRecordsChecks: { nodes, pageInfo } }) => ({
        lines: nodes.map(recordsCheckLine),
        next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
      }),
    },
  }),
];
