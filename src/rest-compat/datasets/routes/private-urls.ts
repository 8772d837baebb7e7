import { z } from 'zod';
import {
  DatasetPreviewVersionDocument,
  DatasetPrivateUrlCreateDocument,
  DatasetPrivateUrlDeleteDocument,
  DatasetPrivateUrlDocument,
  PreviewFilesAfterDocument,
  type PrivateUrlRecordFragment,
} from '../../../generated/operations.ts';
import { versionRecord, versionSchema } from '../../versions/records/version-record.ts';
import { filePart, pageAt } from '../../records/version-files.ts';
import { openList } from '../../open-list.ts';
import { roleAssignmentRecord, roleAssignmentSchema } from '../../access/records/role-record.ts';
import { recordSchema } from '../../records/schema.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { booleanParameter, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const privateUrlSchema = recordSchema('PrivateUrl', 'A URL that shows a draft without an account. Source: datasets.md 3.5.', {
  token: z.string(),
  link: z.string(),
  roleAssignment: roleAssignmentSchema,
});

/** The record of a private URL. Source: datasets.md 3.5. */
function privateUrlRecord({ token, link, assignment }: PrivateUrlRecordFragment): z.infer<typeof privateUrlSchema> {
  return { token, link, roleAssignment: roleAssignmentRecord(assignment) };
}

/** The three rows of a private URL under one of its two names. Source: datasets.md 9.3. */
function urlRoutes(name: 'privateUrl' | 'previewUrl'): Route[] {
  const path = name === 'privateUrl' ? '/api/datasets/{id}/privateUrl' : '/api/datasets/{id}/previewUrl';
  return [
    route({
      id: `datasets.${name}.create`,
      method: 'POST',
      path,
      summary: 'Creates a private URL, which shows the draft without an account.',
      auth: 'token',
      query: persistentIdQuery.extend({ anonymizedAccess: booleanParameter }),
      refusals: ['DATASET_NOT_FOUND', 'PRIVATE_URL_REFUSED', 'ANONYMIZED_ACCESS_NOT_SET'],
      answer: enveloped(privateUrlSchema),
      operation: DatasetPrivateUrlCreateDocument,
      variables: ({ path: values, query }) => ({
        input: { dataset: datasetReference(values.id, query), anonymized: query.anonymizedAccess },
      }),
      reply: ({ createPrivateUrl: { privateUrl } }) => ({ data: privateUrlRecord(privateUrl) }),
    }),
    route({
      id: `datasets.${name}.get`,
      method: 'GET',
      path,
      summary: 'The private URL of the dataset, if there is one.',
      auth: 'token',
      query: persistentIdQuery,
      refusals: ['DATASET_NOT_FOUND', 'PRIVATE_URL_NOT_FOUND'],
      answer: enveloped(privateUrlSchema),
      operation: DatasetPrivateUrlDocument,
      variables: ({ path: values, query }) => ({ reference: datasetReference(values.id, query) }),
      reply: ({ dataset }) => ({ data: privateUrlRecord(required(dataset).privateUrl) }),
    }),
    route({
      id: `datasets.${name}.delete`,
      method: 'DELETE',
      path,
      summary: 'Deletes the private URL of the dataset.',
      auth: 'token',
      query: persistentIdQuery,
      refusals: ['DATASET_NOT_FOUND', 'PRIVATE_URL_NOT_FOUND'],
      answer: messageAnswer,
      operation: DatasetPrivateUrlDeleteDocument,
      variables: ({ path: values, query }) => ({ input: { dataset: datasetReference(values.id, query) } }),
      reply: () => ({ message: 'Private URL deleted.' }),
    }),
  ];
}

/** The draft behind a private URL, under one of its two names. Source: datasets.md 14.1. */
function previewRoute(
  id: string,
  path: '/api/datasets/privateUrlDatasetVersion/{token}' | '/api/datasets/previewUrlDatasetVersion/{token}',
): Route {
  return route({
    id,
    method: 'GET',
    path,
    summary: 'The draft behind a private URL, with its files; the token suffices.',
    auth: 'public',
    credentials: 'ignored',
    query: z.object({ returnOwners: booleanParameter }),
    refusals: ['PRIVATE_URL_NOT_FOUND'],
    answer: enveloped(versionSchema),
    operation: DatasetPreviewVersionDocument,
    variables: ({ path: { token }, query }) => ({ token, owners: query.returnOwners }),
    reply: ({ previewVersion }, { path: { token } }) => {
      const files = openList(filePart(previewVersion.firstFiles), {
        operation: PreviewFilesAfterDocument,
        variables: (place) => ({ token, ...pageAt(place) }),
        part: (data, { left }) => filePart(data.previewVersion.files, left),
      });
      return { data: versionRecord(previewVersion, files) };
    },
  });
}

export const datasetPrivateUrlRoutes: readonly Route[] = [
  ...urlRoutes('privateUrl'),
  ...urlRoutes('previewUrl'),
  previewRoute('datasets.privateUrlDatasetVersion', '/api/datasets/privateUrlDatasetVersion/{token}'),
  previewRoute('datasets.previewUrlDatasetVersion', '/api/datasets/previewUrlDatasetVersion/{token}'),
];
