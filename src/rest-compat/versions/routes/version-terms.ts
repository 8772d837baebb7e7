import { z } from 'zod';
import {
  DatasetLicenseSetDocument,
  DatasetTermsOfAccessSetDocument,
  FileAccessRequestsAllowDocument,
} from '../../../generated/operations.ts';
import { termsTexts } from '../../../formats/native-json/terms-texts.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS } from '../../../vocabulary/datasets.ts';
import { booleanText } from '../../boolean-text.ts';
import { versionRecord, versionSchema } from '../records/version-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { datasetReference, editQuery, persistentIdQuery } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

const text = z.string().nullish();

const accessBody = z.object({
  customTermsOfAccess: z.object({
    fileAccessRequest: z.boolean().nullish(),
    ...termsTexts(TERMS_OF_ACCESS_KEYS, text),
  }),
});

const licenseBody = z
  .object({
    name: text,
    customTerms: z.object(termsTexts(TERMS_OF_USE_KEYS, text)).nullish(),
  })
  .refine(({ name, customTerms }) => Boolean(name?.trim()) !== Boolean(customTerms), {
    error: 'Give either the name or URI of a licence, or custom terms.',
  });

export const versionTermsRoutes: readonly Route[] = [
  route({
    id: 'datasets.access.set',
    method: 'PUT',
    path: '/api/datasets/{id}/access',
    summary: 'Replaces all terms of access of the draft.',
    auth: 'token',
    conditional: true,
    statuses: { DATASET_STALE: 400 },
    query: editQuery,
    body: { kind: 'json', schema: accessBody },
    refusals: ['DATASET_NOT_FOUND', 'DATASET_LOCKED', 'DATASET_TERMS_INVALID', 'DATASET_STALE'],
    answer: enveloped(versionSchema),
    operation: DatasetTermsOfAccessSetDocument,
    variables: ({ path, query, body, ifMatch }) => ({
      input: {
        ...body.customTermsOfAccess,
        dataset: datasetReference(path.id, query),
        ifUnmodifiedSince: query.sourceLastUpdateTime,
        ifMatch,
      },
    }),
    reply: ({ setTermsOfAccess: { datasetVersion } }) => ({ data: versionRecord(datasetVersion), etag: datasetVersion.etag }),
  }),
  route({
    id: 'datasets.license.set',
    method: 'PUT',
    path: '/api/datasets/{id}/license',
    summary: 'Sets the licence or the custom terms of the draft.',
    auth: 'token',
    conditional: true,
    query: persistentIdQuery,
    body: { kind: 'json', schema: licenseBody },
    refusals: ['DATASET_NOT_FOUND', 'DATASET_LOCKED', 'LICENSE_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetLicenseSetDocument,
    variables: ({ path, query, body, ifMatch }) => ({
      input: {
        dataset: datasetReference(path.id, query),
        choice: body.customTerms ? { customTerms: body.customTerms } : { license: body.name ?? '' },
        ifMatch,
      },
    }),
    reply: ({ setLicense: { datasetVersion } }) => ({ message: 'Dataset license updated.', etag: datasetVersion.etag }),
  }),
  route({
    id: 'access.allowAccessRequest',
    method: 'PUT',
    path: '/api/access/{datasetId}/allowAccessRequest',
    summary: 'Sets whether access to the restricted files of the draft can be requested.',
    auth: 'token',
    query: persistentIdQuery,
    body: { kind: 'text', schema: booleanText },
    statuses: { DATASET_NOT_FOUND: 400, PERMISSION_DENIED: 400, DATASET_TERMS_INVALID: 400 },
    refusals: ['DATASET_NOT_FOUND', 'DATASET_TERMS_INVALID'],
    answer: messageAnswer,
    operation: FileAccessRequestsAllowDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.datasetId, query), allow: body } }),
    reply: ({ allowFileAccessRequests: { datasetVersion } }) => ({
      message: `Requests for access to restricted files of dataset ${datasetVersion.dataset.databaseId} are ${datasetVersion.fileAccessRequest ? 'on' : 'off'}.`,
    }),
  }),
];
