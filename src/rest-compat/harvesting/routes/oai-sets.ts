/** Sets of records for harvesters. Source: users-admin.md 18.6. */
import { z } from 'zod';
import {
  OaiSetAddDocument,
  OaiSetDeleteDocument,
  OaiSetListDocument,
  OaiSetReviewDocument,
  OaiSetUpdateDocument,
  OaiSetViewDocument,
} from '../../../generated/operations.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { listOf } from '../../records/schema.ts';
import { collectionReference } from '../../reference.ts';
import { type Route, route } from '../../route.ts';
import { oaiSetRecord, oaiSetSchema } from '../records/oai-set-record.ts';

const facts = {
  definition: z.string().optional().describe('Query over the fields of metadata, such as `subject:"Earth Sciences"`.'),
  description: z.string().optional(),
  collection: z.string().optional().describe('Alias or id of the collection below which its datasets lie.'),
};

function sentFacts({
  collection,
  ...sent
}: {
  definition?: string | undefined;
  description?: string | undefined;
  collection?: string | undefined;
}) {
  return { ...sent, collection: collection === undefined ? undefined : collectionReference(collection) };
}

export const oaiSetRoutes: readonly Route[] = [
  route({
    id: 'harvest.oaisets.list',
    method: 'GET',
    path: '/api/harvest/server/oaisets',
    summary: 'Sets of records that harvesters can ask for.',
    auth: 'public',
    answer: enveloped(z.strictObject({ oaisets: listOf(oaiSetSchema) })),
    operation: OaiSetListDocument,
    variables: () => ({}),
    reply: ({ oaiSets }) => ({ data: { oaisets: oaiSets.nodes.map(oaiSetRecord) } }),
  }),
  route({
    id: 'harvest.oaisets.get',
    method: 'GET',
    path: '/api/harvest/server/oaisets/{spec}',
    summary: 'One set of records.',
    auth: 'public',
    refusals: ['OAI_SET_NOT_FOUND'],
    answer: enveloped(oaiSetSchema),
    operation: OaiSetViewDocument,
    variables: ({ path }) => ({ spec: path.spec }),
    reply: ({ oaiSet }) => ({ data: oaiSetRecord(oaiSet) }),
  }),
  route({
    id: 'harvest.oaisets.add',
    method: 'POST',
    path: '/api/harvest/server/oaisets/add',
    summary: 'Adds a set of records, which a job fills.',
    auth: 'superuser',
    body: { kind: 'json', schema: z.object({ name: z.string(), ...facts }) },
    refusals: ['BAD_USER_INPUT', 'OAI_SET_TAKEN'],
    answer: enveloped(oaiSetSchema, { status: 201 }),
    operation: OaiSetAddDocument,
    variables: ({ body: { name, ...sent } }) => ({ input: { spec: name, ...sentFacts(sent) } }),
    reply: ({ createOaiSet: { set } }) => ({
      status: 201,
      location: `/api/harvest/server/oaisets/${set.spec}`,
      data: { ...oaiSetRecord(set), version: undefined },
    }),
  }),
  route({
    id: 'harvest.oaisets.update',
    method: 'PUT',
    path: '/api/harvest/server/oaisets/{spec}',
    summary: 'Changes what a set of records holds; what is not sent stays.',
    auth: 'superuser',
    body: { kind: 'json', schema: z.object(facts) },
    refusals: ['BAD_USER_INPUT', 'OAI_SET_NOT_FOUND'],
    statuses: { OAI_SET_NOT_FOUND: 400 },
    answer: messageAnswer,
    operation: OaiSetUpdateDocument,
    variables: ({ path, body }) => ({ input: { spec: path.spec, ...sentFacts(body) } }),
    reply: ({ updateOaiSet: { set } }) => ({ message: `Set ${set.spec} updated.` }),
  }),
  route({
    id: 'harvest.oaisets.delete',
    method: 'DELETE',
    path: '/api/harvest/server/oaisets/{spec}',
    summary: 'Removes a set of records; the records stay.',
    auth: 'superuser',
    refusals: ['OAI_SET_NOT_FOUND'],
    answer: messageAnswer,
    operation: OaiSetDeleteDocument,
    variables: ({ path }) => ({ input: { spec: path.spec } }),
    reply: ({ deleteOaiSet: { spec } }) => ({ message: `Set ${spec} deleted.` }),
  }),
  route({
    id: 'admin.metadata.exportOai',
    method: 'PUT',
    path: '/api/admin/metadata/exportOAI/{spec}',
    summary: 'Has all datasets compared with a set of records again.',
    auth: 'admin',
    refusals: ['OAI_SET_NOT_FOUND'],
    answer: messageAnswer,
    operation: OaiSetReviewDocument,
    variables: ({ path }) => ({ input: { spec: path.spec } }),
    reply: ({ reviewOaiSet: { set } }) => ({ message: `Set ${set.spec} is being built again.` }),
  }),
];
