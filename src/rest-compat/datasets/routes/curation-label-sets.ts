import { z } from 'zod';
import {
  CollectionCurationLabelSetDocument,
  CollectionCurationLabelSetSetDocument,
  CurationLabelSetsDocument,
} from '../../../generated/operations.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { mapOf, listOf } from '../../records/schema.ts';
import { collectionReference } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

/** Labels by the names of their sets. */
const curationLabelSetsSchema = mapOf(listOf(z.string()));

export const curationLabelSetRoutes: readonly Route[] = [
  route({
    id: 'admin.curationLabelSets',
    method: 'GET',
    path: '/api/admin/collection/curationLabelSets',
    summary: 'The sets of curation labels of the installation.',
    auth: 'superuser',
    answer: enveloped(curationLabelSetsSchema),
    operation: CurationLabelSetsDocument,
    variables: () => ({}),
    reply: ({ curationLabelSets }) => ({ data: Object.fromEntries(curationLabelSets.map(({ name, labels }) => [name, labels])) }),
  }),
  route({
    id: 'admin.curationLabelSet.get',
    method: 'GET',
    path: '/api/admin/collection/{alias}/curationLabelSet',
    summary: "Name of the collection's own set of curation labels.",
    auth: 'superuser',
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionCurationLabelSetDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.alias) }),
    reply: ({ collection }) => ({ message: required(collection).curationLabelSet }),
  }),
  route({
    id: 'admin.curationLabelSet.set',
    method: 'PUT',
    path: '/api/admin/collection/{alias}/curationLabelSet',
    summary: 'Sets the set of curation labels for datasets below the collection.',
    auth: 'superuser',
    query: z.object({ name: z.string() }),
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionCurationLabelSetSetDocument,
    variables: ({ path, query }) => ({ input: { collection: collectionReference(path.alias), name: query.name } }),
    reply: (_data, { query }) => ({ message: `Curation label set of the collection is now ${query.name}` }),
  }),
  route({
    id: 'admin.curationLabelSet.delete',
    method: 'DELETE',
    path: '/api/admin/collection/{alias}/curationLabelSet',
    summary: 'Lets the collection inherit the curation labels of its owner.',
    auth: 'superuser',
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionCurationLabelSetSetDocument,
    variables: ({ path }) => ({ input: { collection: collectionReference(path.alias), name: 'DEFAULT' } }),
    reply: () => ({ message: 'Curation label set of the collection is now DEFAULT' }),
  }),
];
