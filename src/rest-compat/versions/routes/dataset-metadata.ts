import { z } from 'zod';
import { DatasetMetadataDeleteDocument, DatasetMetadataEditDocument } from '../../../generated/operations.ts';
import { versionRecord, versionSchema } from '../records/version-record.ts';
import { enveloped } from '../../answers.ts';
import { booleanParameter, datasetReference, editQuery, persistentIdQuery } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

const jsonObject = z.record(z.string(), z.unknown());

export const datasetMetadataRoutes: readonly Route[] = [
  route({
    id: 'datasets.editMetadata',
    method: 'PUT',
    path: '/api/datasets/{id}/editMetadata',
    summary: 'Adds values to metadata fields of the draft, or replaces them with `replace=true`.',
    auth: 'token',
    conditional: true,
    statuses: { DATASET_STALE: 400 },
    query: editQuery.extend({ replace: booleanParameter }),
    body: { kind: 'json', schema: jsonObject },
    refusals: ['DATASET_NOT_FOUND', 'DATASET_METADATA_INVALID', 'DATASET_LOCKED', 'DATASET_STALE'],
    answer: enveloped(versionSchema),
    operation: DatasetMetadataEditDocument,
    variables: ({ path, query, body, ifMatch }) => ({
      input: {
        dataset: datasetReference(path.id, query),
        values: { native: body },
        replace: query.replace,
        ifUnmodifiedSince: query.sourceLastUpdateTime,
        ifMatch,
      },
    }),
    reply: ({ editDatasetMetadata: { datasetVersion } }) => ({ data: versionRecord(datasetVersion), etag: datasetVersion.etag }),
  }),
  route({
    id: 'datasets.deleteMetadata',
    method: 'PUT',
    path: '/api/datasets/{id}/deleteMetadata',
    summary: 'Removes the given metadata values from the draft.',
    auth: 'token',
    conditional: true,
    query: persistentIdQuery,
    body: { kind: 'json', schema: jsonObject },
    refusals: ['DATASET_NOT_FOUND', 'DATASET_METADATA_INVALID', 'DATASET_LOCKED'],
    answer: enveloped(versionSchema),
    operation: DatasetMetadataDeleteDocument,
    variables: ({ path, query, body, ifMatch }) => ({
      input: { dataset: datasetReference(path.id, query), values: { native: body }, ifMatch },
    }),
    reply: ({ deleteDatasetMetadata: { datasetVersion } }) => ({ data: versionRecord(datasetVersion), etag: datasetVersion.etag }),
  }),
];
