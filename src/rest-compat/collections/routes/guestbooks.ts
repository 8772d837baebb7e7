/** Guestbooks of collections and datasets. Source: users-admin.md 18.7. */
import { z } from 'zod';
import {
  GuestbookAssignDocument,
  GuestbookCreateDocument,
  GuestbookEnableDocument,
  GuestbookListDocument,
  GuestbookReadDocument,
  GuestbookRemoveDocument,
} from '../../../generated/operations.ts';
import { GUESTBOOK_QUESTION_TYPES } from '../../../vocabulary/guestbooks.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { booleanText } from '../../boolean-text.ts';
import { listOf } from '../../records/schema.ts';
import { booleanParameter, collectionReference, datasetReference, numericId, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';
import { guestbookRecord, guestbookSchema } from '../records/guestbook-record.ts';

const flag = z.boolean().default(false);

const guestbookBody = z.object({
  name: z.string(),
  enabled: z.boolean().default(true),
  emailRequired: flag,
  nameRequired: flag,
  institutionRequired: flag,
  positionRequired: flag,
  customQuestions: z
    .array(
      z.object({
        question: z.string(),
        required: flag,
        displayOrder: z.int32().default(0),
        type: z.enum(GUESTBOOK_QUESTION_TYPES),
        hidden: flag,
        optionValues: z.array(z.object({ value: z.string(), displayOrder: z.int32().default(0) })).nullish(),
      }),
    )
    .nullish(),
});

const guestbookId = z
  .string()
  .regex(/^\s*\d{1,9}\s*$/, 'must be the id of a guestbook')
  .transform(Number);

export const guestbookRoutes: readonly Route[] = [
  route({
    id: 'guestbooks.create',
    method: 'POST',
    path: '/api/guestbooks/{id}',
    summary: 'Adds a guestbook to the collection.',
    auth: 'token',
    body: { kind: 'json', schema: guestbookBody },
    inputNames: { questions: 'customQuestions' },
    statuses: { PERMISSION_DENIED: 403 },
    refusals: ['COLLECTION_NOT_FOUND', 'GUESTBOOK_LIMIT_REACHED'],
    answer: enveloped(guestbookSchema, { status: 201 }),
    operation: GuestbookCreateDocument,
    variables: ({ path, body: { customQuestions, ...facts } }) => ({
      input: {
        collection: collectionReference(path.id),
        ...facts,
        questions: customQuestions?.map(({ optionValues, ...question }) => ({ ...question, options: optionValues })),
      },
    }),
    reply: ({ createGuestbook: { guestbook } }) => ({
      data: guestbookRecord(guestbook),
      status: 201,
      location: `/api/guestbooks/${guestbook.databaseId}`,
    }),
  }),
  route({
    id: 'guestbooks.get',
    method: 'GET',
    path: '/api/guestbooks/{id}',
    summary: 'A guestbook, by its numeric id.',
    auth: 'public',
    refusals: ['GUESTBOOK_NOT_FOUND'],
    answer: enveloped(guestbookSchema),
    operation: GuestbookReadDocument,
    variables: ({ path }) => ({ databaseId: numericId(path.id) }),
    reply: ({ guestbook }) => ({ data: guestbookRecord(guestbook) }),
  }),
  route({
    id: 'guestbooks.list',
    method: 'GET',
    path: '/api/guestbooks/{id}/list',
    summary: 'Guestbooks of the collection, with `includeInherited` also those of the collections above it.',
    auth: 'public',
    query: z.object({ includeInherited: booleanParameter, includeStats: booleanParameter }),
    statuses: { PERMISSION_DENIED: 403 },
    refusals: ['PERMISSION_DENIED', 'COLLECTION_NOT_FOUND'],
    answer: enveloped(listOf(guestbookSchema)),
    operation: GuestbookListDocument,
    variables: ({ path, query }) => ({ collection: collectionReference(path.id), ...query }),
    reply: ({ collection }) => ({
      data: required(collection).guestbooks.nodes.map(({ guestbook, ...counts }) => guestbookRecord(guestbook, counts)),
    }),
  }),
  route({
    id: 'guestbooks.enabled',
    method: 'PUT',
    path: '/api/guestbooks/{id}/{guestbookId}/enabled',
    summary: 'Puts a guestbook of the collection in or out of use; the body is true or false.',
    auth: 'token',
    body: { kind: 'text', schema: booleanText },
    statuses: { PERMISSION_DENIED: 403 },
    refusals: ['COLLECTION_NOT_FOUND', 'GUESTBOOK_NOT_FOUND'],
    answer: messageAnswer,
    operation: GuestbookEnableDocument,
    variables: ({ path, body }) => ({
      input: { collection: collectionReference(path.id), guestbookDatabaseId: numericId(path.guestbookId), enabled: body },
    }),
    reply: ({ enableGuestbook: { guestbook } }) => ({ message: `Guestbook ${guestbook.databaseId} enabled=${guestbook.enabled}` }),
  }),
  route({
    id: 'datasets.guestbook.set',
    method: 'PUT',
    path: '/api/datasets/{id}/guestbook',
    summary: 'Gives the dataset a guestbook of a collection that holds it; the body is the id.',
    auth: 'token',
    query: persistentIdQuery,
    body: { kind: 'text', schema: guestbookId },
    statuses: { PERMISSION_DENIED: 403 },
    refusals: ['DATASET_NOT_FOUND', 'DATASET_LOCKED', 'GUESTBOOK_NOT_FOUND', 'GUESTBOOK_UNAVAILABLE'],
    answer: messageAnswer,
    operation: GuestbookAssignDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.id, query), guestbookDatabaseId: body } }),
    reply: (_data, { body }) => ({ message: `Guestbook ${body} set` }),
  }),
  route({
    id: 'datasets.guestbook.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}/guestbook',
    summary: 'Takes the guestbook of the dataset away; responses stay.',
    auth: 'token',
    query: persistentIdQuery,
    statuses: { PERMISSION_DENIED: 403 },
    refusals: ['DATASET_NOT_FOUND', 'DATASET_LOCKED'],
    answer: messageAnswer,
    operation: GuestbookRemoveDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: ({ removeGuestbook: { formerGuestbookDatabaseId: former } }) => ({
      message: former === null ? 'The dataset has no guestbook.' : `Guestbook ${former} removed`,
    }),
  }),
];
