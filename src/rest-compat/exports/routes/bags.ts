/** Versions as BagIt bags. Source: exports.md 13. */
import { VersionBagDownloadDocument } from '../../../generated/operations.ts';
import { bytes } from '../../answers.ts';
import { archivePlan } from '../../files/routes/file-downloads.ts';
import { datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { downloadRoute, type Route } from '../../route.ts';

export const bagRoutes: readonly Route[] = [
  downloadRoute({
    id: 'datasets.versions.bag',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/bag',
    summary: 'A version with its files as a BagIt bag in a ZIP archive, for those who publish the dataset.',
    auth: 'token',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND', 'FILE_BYTES_MISSING'],
    answer: bytes('application/zip'),
    operation: VersionBagDownloadDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query), version: path.versionId }),
    download: ({ dataset }) => archivePlan(required(dataset).versionBag.archive),
  }),
];
