import { DatasetRegistrationsUpdateDocument, DatasetRegistrationUpdateDocument } from '../../../generated/operations.ts';
import { messageAnswer } from '../../answers.ts';
import { datasetReference, persistentIdQuery } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

/** Jobs send the records to the providers, so the message says that. */
function queuedMessage(what: string, count: number): string {
  return `Update of the ${what} of all datasets has been started; ${count} are sent to their providers, one after another.`;
}

export const datasetRegistrationRoutes: readonly Route[] = [
  route({
    id: 'datasets.modifyRegistration',
    method: 'POST',
    path: '/api/datasets/{id}/modifyRegistration',
    summary: "Sends the dataset's current record to the provider of its persistent identifier.",
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetRegistrationUpdateDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: (_data, { path }) => ({ message: `Dataset ${path.id} target url updated` }),
  }),
  route({
    id: 'datasets.modifyRegistrationMetadata',
    method: 'POST',
    path: '/api/datasets/{id}/modifyRegistrationMetadata',
    summary: 'Sends the metadata of a published dataset to the provider of its persistent identifier.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND', 'REGISTRATION_REFUSED'],
    answer: messageAnswer,
    operation: DatasetRegistrationUpdateDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), publishedOnly: true } }),
    reply: ({ updateRegistration: { dataset } }) => ({ message: `Dataset ${dataset.identifier} PID Metadata updated successfully.` }),
  }),
  route({
    id: 'datasets.modifyRegistrationAll',
    method: 'POST',
    path: '/api/datasets/modifyRegistrationPIDMetadataAll',
    summary: 'Sends the current records of all published datasets to the providers of their persistent identifiers.',
    auth: 'superuser',
    answer: messageAnswer,
    operation: DatasetRegistrationsUpdateDocument,
    variables: () => ({ input: { publishedOnly: true } }),
    reply: ({ updateAllRegistrations: { datasetCount } }) => ({ message: queuedMessage('metadata', datasetCount) }),
  }),
  route({
    id: 'datasets.modifyRegistrationTargets',
    method: 'POST',
    path: '/api/datasets/modifyRegistrationAll',
    summary: 'Sends the current records of all datasets, published or not, to the providers of their persistent identifiers.',
    auth: 'superuser',
    answer: messageAnswer,
    operation: DatasetRegistrationsUpdateDocument,
    variables: () => ({ input: { publishedOnly: false } }),
    reply: ({ updateAllRegistrations: { datasetCount } }) => ({ message: queuedMessage('target urls', datasetCount) }),
  }),
];
