/** When the guestbook of a dataset is answered. Source: datasets.md 14.1. */
import { GuestbookTimeDocument, GuestbookTimeSetDocument } from '../../../generated/operations.ts';
import { messageAnswer } from '../../answers.ts';
import { booleanText } from '../../boolean-text.ts';
import { datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const path = '/api/datasets/{id}/guestbookEntryAtRequest';

export const guestbookTimeRoutes: readonly Route[] = [
  route({
    id: 'datasets.guestbookEntryAtRequest.get',
    method: 'GET',
    path,
    summary: 'Whether the guestbook of the dataset is answered when access to restricted files is requested, in place of at downloads.',
    auth: 'public',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: GuestbookTimeDocument,
    variables: ({ path: { id }, query }) => ({ dataset: datasetReference(id, query) }),
    reply: ({ dataset }) => {
      const { atRequest, ownChoice } = required(dataset).guestbookTime;
      return { message: ownChoice === null ? `Not set on dataset, using the default: ${atRequest}` : String(atRequest) };
    },
  }),
  route({
    id: 'datasets.guestbookEntryAtRequest.set',
    method: 'PUT',
    path,
    summary: 'Chooses when the guestbook of the dataset is answered; the body is true for requests for access, false for downloads.',
    auth: 'superuser',
    query: persistentIdQuery,
    body: { kind: 'text', schema: booleanText },
    refusals: ['DATASET_NOT_FOUND', 'GUESTBOOK_AT_REQUEST_OFF'],
    answer: messageAnswer,
    operation: GuestbookTimeSetDocument,
    variables: ({ path: { id }, query, body }) => ({ input: { dataset: datasetReference(id, query), atRequest: body } }),
    reply: ({ setGuestbookTime: { guestbookTime } }) => ({ message: `Guestbook Entry At Request set to: ${guestbookTime.atRequest}` }),
  }),
  route({
    id: 'datasets.guestbookEntryAtRequest.delete',
    method: 'DELETE',
    path,
    summary: 'Leaves it to the installation when the guestbook of the dataset is answered.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND', 'GUESTBOOK_AT_REQUEST_OFF'],
    answer: messageAnswer,
    operation: GuestbookTimeSetDocument,
    variables: ({ path: { id }, query }) => ({ input: { dataset: datasetReference(id, query), atRequest: null } }),
    reply: ({ setGuestbookTime: { guestbookTime } }) => ({
      message: `Guestbook Entry At Request reset to default: ${guestbookTime.atRequest}`,
    }),
  }),
];
