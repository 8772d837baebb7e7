/** Pictures that stand for datasets and collections. Source: datasets.md 14.1, collections.md 11.2. */
import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  CollectionPictureAdmissionDocument,
  CollectionPictureDocument,
  CollectionPictureRemoveDocument,
  CollectionPictureSendDocument,
  DatasetPictureAdmissionDocument,
  DatasetPictureCandidatesDocument,
  DatasetPictureChooseDocument,
  DatasetPictureDocument,
  DatasetPictureRemoveDocument,
  DatasetPictureSendDocument,
} from '../../../generated/operations.ts';
import { bytes, enveloped, messageAnswer } from '../../answers.ts';
import { listOf, objectId, recordSchema } from '../../records/schema.ts';
import { collectionReference, datasetReference, numericId, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type BareReply, type Route, route, uploadRoute } from '../../route.ts';
import { uploadedPart, uploadLimits } from './files.ts';

const PNG = 'image/png';

/** @throws DomainError PICTURE_NOT_FOUND when there is none */
function pngReply(picture: { readonly base64: string } | null | undefined): BareReply {
  if (picture === null || picture === undefined) throw new DomainError('PICTURE_NOT_FOUND', 'There is no picture.');
  return { bare: Buffer.from(picture.base64, 'base64'), contentType: PNG };
}

function dataUrl(picture: { readonly base64: string } | null | undefined): string {
  return `data:${PNG};base64,${picture?.base64 ?? ''}`;
}

const candidateSchema = recordSchema('ThumbnailCandidate', 'A picture that could stand for a dataset. Source: datasets.md 14.1.', {
  base64image: z.string().describe('PNG, as the address of data.'),
  dataFileId: objectId.optional().describe('The file that it was made of; absent for a picture that was sent.'),
});

const reading = {
  method: 'GET',
  auth: 'public',
  refusals: ['PERMISSION_DENIED', 'DATASET_NOT_FOUND', 'PICTURE_NOT_FOUND'],
  answer: bytes(PNG),
} as const;

const editing = { auth: 'token' } as const;

export const datasetPictureRoutes: readonly Route[] = [
  ...(['thumbnail', 'logo'] as const).map((name) =>
    route({
      ...reading,
      id: `datasets.${name}`,
      path: `/api/datasets/{id}/${name}`,
      summary: `The picture that stands for the dataset, ${name === 'logo' ? 'as its page shows it' : 'as lists show it'}: PNG.`,
      query: persistentIdQuery,
      operation: DatasetPictureDocument,
      variables: ({ path, query }) => ({
        reference: datasetReference(path.id, query),
        size: name === 'logo' ? ('LOGO' as const) : ('CARD' as const),
      }),
      reply: ({ dataset }) => pngReply(required(dataset?.version).thumbnail),
    }),
  ),
  uploadRoute({
    ...editing,
    id: 'datasets.thumbnail.send',
    method: 'POST',
    path: '/api/datasets/{id}/thumbnail',
    summary: 'Has a picture stand for the dataset.',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND', 'PICTURE_INVALID', 'FILE_TOO_LARGE'],
    answer: messageAnswer,
    admit: {
      operation: DatasetPictureAdmissionDocument,
      variables: ({ path, query }) => ({ dataset: datasetReference(path.id, query) }),
      limits: ({ dataset }) => uploadLimits(required(dataset).thumbnailLimits),
    },
    operation: DatasetPictureSendDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.id, query), picture: uploadedPart(body) } }),
    reply: ({ sendDatasetThumbnail: { dataset } }) => ({ message: `Thumbnail is now ${dataUrl(dataset.latestVersion?.thumbnail)}` }),
  }),
  route({
    ...editing,
    id: 'datasets.thumbnail.choose',
    method: 'POST',
    path: '/api/datasets/{id}/thumbnail/{fileId}',
    summary: 'Has a file of the dataset that is a picture stand for it.',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND', 'PICTURE_INVALID'],
    answer: messageAnswer,
    operation: DatasetPictureChooseDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), fileId: numericId(path.fileId) } }),
    reply: ({ chooseDatasetThumbnail: { dataset } }) => ({ message: `Thumbnail set to ${dataUrl(dataset.latestVersion?.thumbnail)}` }),
  }),
  route({
    ...editing,
    id: 'datasets.thumbnail.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}/thumbnail',
    summary: 'Has no picture stand for the dataset.',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetPictureRemoveDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: () => ({ message: 'The dataset has no thumbnail any more.' }),
  }),
  route({
    ...editing,
    id: 'datasets.thumbnail.candidates',
    // Source: datasets.md 14.1.
    statuses: { PERMISSION_DENIED: 403 },
    method: 'GET',
    path: '/api/datasets/{id}/thumbnail/candidates',
    summary: 'Pictures that could stand for the dataset.',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(listOf(candidateSchema)),
    operation: DatasetPictureCandidatesDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }) => ({
      data: required(dataset).thumbnailCandidates.map((picture) => ({
        base64image: dataUrl(picture),
        dataFileId: picture.fileDatabaseId ?? undefined,
      })),
    }),
  }),
];

const ofCollections = { ...reading, refusals: ['PERMISSION_DENIED', 'COLLECTION_NOT_FOUND', 'PICTURE_NOT_FOUND'] } as const;

export const collectionLogoRoutes: readonly Route[] = [
  route({
    ...ofCollections,
    id: 'access.dvCardImage',
    path: '/api/access/dvCardImage/{id}',
    summary: 'The logo of a collection by its number, as lists show it: PNG.',
    operation: CollectionPictureDocument,
    variables: ({ path }) => ({ reference: { databaseId: numericId(path.id) }, size: 'CARD' as const }),
    reply: ({ collection }) => pngReply(required(collection).logo),
  }),
  route({
    ...ofCollections,
    id: 'collections.logo',
    path: '/api/collections/{id}/logo',
    summary: 'The logo of the collection, as its page shows it: PNG.',
    operation: CollectionPictureDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id), size: 'LOGO' as const }),
    reply: ({ collection }) => pngReply(required(collection).logo),
  }),
  uploadRoute({
    id: 'collections.logo.send',
    auth: 'token',
    method: 'POST',
    path: '/api/collections/{id}/logo',
    summary: 'Gives the collection a logo.',
    refusals: ['COLLECTION_NOT_FOUND', 'PICTURE_INVALID', 'FILE_TOO_LARGE'],
    answer: messageAnswer,
    admit: {
      operation: CollectionPictureAdmissionDocument,
      variables: ({ path }) => ({ collection: collectionReference(path.id) }),
      limits: ({ collection }) => uploadLimits(required(collection).logoLimits),
    },
    operation: CollectionPictureSendDocument,
    variables: ({ path, body }) => ({ input: { collection: collectionReference(path.id), picture: uploadedPart(body) } }),
    reply: ({ sendCollectionLogo: { collection } }) => ({ message: `Collection ${collection.alias} has its logo.` }),
  }),
  route({
    id: 'collections.logo.delete',
    auth: 'token',
    method: 'DELETE',
    path: '/api/collections/{id}/logo',
    summary: 'Takes the logo of the collection away.',
    refusals: ['COLLECTION_NOT_FOUND', 'PICTURE_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionPictureRemoveDocument,
    variables: ({ path }) => ({ input: { collection: collectionReference(path.id) } }),
    reply: ({ removeCollectionLogo: { collection } }) => ({ message: `Collection ${collection.alias} has no logo any more.` }),
  }),
];
