import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import { CitationUpdateRequestDocument, DatasetMetricsViewDocument } from '../../../generated/operations.ts';
import { CITATIONS, metricReply, metricSchema } from '../records/usage-record.ts';
import { enveloped } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const metricQuery = persistentIdQuery.extend({ country: z.string().optional() });

const queuedSchema = recordSchema('QueuedCitationUpdate', 'A queued request. Source: datasets.md 13.', {
  status: z.literal('queued'),
  message: z.string(),
});

export const metricRoutes: readonly Route[] = [
  route({
    id: 'datasets.mdc',
    method: 'GET',
    path: '/api/datasets/{id}/makeDataCount/{metric}',
    summary: 'One usage metric of the dataset over all time, or the works that cite it.',
    auth: 'public',
    credentials: 'ignored',
    query: metricQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(metricSchema),
    operation: DatasetMetricsViewDocument,
    variables: ({ path, query }) => {
      const citations = path.metric === CITATIONS;
      return { reference: datasetReference(path.id, query), citations, ...(citations ? {} : { country: query.country }) };
    },
    reply: ({ dataset }, { path, query }) => metricReply(required(dataset).metrics, { metric: path.metric, country: query.country }),
  }),
  route({
    id: 'admin.updateCitations',
    method: 'POST',
    path: '/api/admin/makeDataCount/{id}/updateCitationsForDataset',
    summary: 'Queues an update of the citations of a dataset.',
    auth: 'admin',
    query: persistentIdQuery,
    refusals: ['AUTHENTICATION_REQUIRED', 'DATASET_NOT_FOUND'],
    answer: enveloped(queuedSchema),
    operation: CitationUpdateRequestDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: ({ requestCitationUpdate: { datasetDatabaseId } }) => ({
      data: { status: 'queued' as const, message: `Citation update for dataset ${datasetDatabaseId} has been queued for processing` },
    }),
  }),
  route({
    id: 'datasets.mdcMonth',
    method: 'GET',
    path: '/api/datasets/{id}/makeDataCount/{metric}/{yyyymm}',
    summary: 'One usage metric of the dataset, for one month.',
    auth: 'public',
    credentials: 'ignored',
    query: metricQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(metricSchema),
    operation: DatasetMetricsViewDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      citations: false,
      month: path.yyyymm,
      country: query.country,
    }),
    reply: ({ dataset }, { path, query }) => {
      if (path.metric === CITATIONS) {
        throw new DomainError('BAD_USER_INPUT', 'Citations are not counted by month.', {
          problems: [{ pointer: '/path/yyyymm', message: 'must not be given with citations' }],
        });
      }
      return metricReply(required(dataset).metrics, { metric: path.metric, month: path.yyyymm, country: query.country });
    },
  }),
];
