/** Exports of all datasets, made and forgotten by request. Source: exports.md 15. */
import { DatasetReexportDocument, ExportAllDatasetsDocument, MetadataExportsForgetDocument } from '../../../generated/operations.ts';
import { enveloped, messageAnswer, noData } from '../../answers.ts';
import { datasetReference, persistentIdQuery } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

/** What is started says nothing more: GraphQL tells how far it is (`metadataExportState`). */
const startedAnswer = enveloped(noData, { status: 202, envelopeStatus: 'WORKFLOW_IN_PROGRESS' });
const started = { status: 202, envelopeStatus: 'WORKFLOW_IN_PROGRESS' } as const;

export const exportRunRoutes: readonly Route[] = [
  route({
    id: 'admin.metadata.exportAll',
    method: 'GET',
    path: '/api/admin/metadata/exportAll',
    summary: 'Starts a job that makes the exports of all published datasets that are not kept.',
    auth: 'admin',
    answer: startedAnswer,
    operation: ExportAllDatasetsDocument,
    variables: () => ({ input: { again: false } }),
    reply: () => started,
  }),
  route({
    id: 'admin.metadata.reExportAll',
    method: 'GET',
    path: '/api/admin/metadata/reExportAll',
    summary: 'Starts a job that makes all exports of all published datasets again.',
    auth: 'admin',
    answer: startedAnswer,
    operation: ExportAllDatasetsDocument,
    variables: () => ({ input: { again: true } }),
    reply: () => started,
  }),
  route({
    id: 'admin.metadata.reExportDataset',
    method: 'GET',
    path: '/api/admin/metadata/{id}/reExportDataset',
    summary: 'Starts a job that makes all exports of a dataset again.',
    auth: 'admin',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetReexportDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: () => ({ message: 'export started' }),
  }),
  route({
    id: 'admin.metadata.clearExportTimestamps',
    method: 'GET',
    path: '/api/admin/metadata/clearExportTimestamps',
    summary: 'Forgets all exports: each is made anew when it is next asked for.',
    auth: 'admin',
    answer: messageAnswer,
    operation: MetadataExportsForgetDocument,
    variables: () => ({}),
    reply: ({ forgetMetadataExports: { datasetCount } }) => ({ message: `cleared: ${datasetCount}` }),
  }),
];
