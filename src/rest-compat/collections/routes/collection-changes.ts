import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  CollectionInputLevelsDocument,
  CollectionInputLevelsSetDocument,
  CollectionStorageSizeDocument,
  CollectionUpdateDocument,
} from '../../../generated/operations.ts';
import type { UpdateCollectionInput } from '../../../resolvers/generated/resolver-types.ts';
import { collectionRecord, inputLevelRecord, collectionSchema, inputLevelSchema } from '../records/collection-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { listOf } from '../../records/schema.ts';
import { booleanParameter, collectionReference } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';
import { collectionChangesBody, inputLevelsBody, inputLevelVariables, updateCollectionVariables } from './collection-body.ts';

const TRUE = /^\s*(true|yes|1)\s*$/i;
const FALSE = /^\s*(false|no|0)\s*$/i;

/** A boolean attribute. @throws DomainError BAD_USER_INPUT Source: collections.md 1.5. */
function booleanValue(text: string): boolean {
  if (TRUE.test(text)) return true;
  if (FALSE.test(text)) return false;
  throw new DomainError('BAD_USER_INPUT', `"${text}" is neither true nor false.`, {
    problems: [{ pointer: '/query/value', message: 'must be true or false' }],
  });
}

/** What an attribute of the path changes. Source: collections.md 11.2. */
const attributes: Readonly<Record<string, (value: string) => Omit<UpdateCollectionInput, 'collection'>>> = {
  alias: (value) => ({ alias: value }),
  name: (value) => ({ name: value }),
  description: (value) => ({ description: value }),
  affiliation: (value) => ({ affiliation: value }),
  filePIDsEnabled: (value) => ({ filePidsEnabled: booleanValue(value) }),
  requireFilesToPublishDataset: (value) => ({ requireFilesToPublishDataset: booleanValue(value) }),
};

function attributeChange(name: string, value: string): Omit<UpdateCollectionInput, 'collection'> {
  const change = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (change !== undefined) return change(value);
  throw new DomainError(
    'COLLECTION_ATTRIBUTE_UNKNOWN',
    `A collection has no attribute ${name} that can be set; the attributes are ${Object.keys(attributes).join(', ')}.`,
  );
}

export const collectionChangeRoutes: readonly Route[] = [
  route({
    id: 'collections.update',
    method: 'PUT',
    path: '/api/collections/{id}',
    summary: 'Changes the collection; absent keys keep their values.',
    auth: 'token',
    body: { kind: 'json', schema: collectionChangesBody },
    statuses: { COLLECTION_ALIAS_TAKEN: 409 },
    refusals: [
      'COLLECTION_NOT_FOUND',
      'COLLECTION_ALIAS_TAKEN',
      'FILE_LIMIT_FORBIDDEN',
      'EXTERNAL_VALIDATION_FAILED',
      'EXTERNAL_VALIDATION_UNAVAILABLE',
    ],
    answer: enveloped(collectionSchema),
    operation: CollectionUpdateDocument,
    variables: ({ path, body }) => ({ input: updateCollectionVariables(body, collectionReference(path.id)) }),
    reply: ({ updateCollection: { collection } }) => ({ data: collectionRecord(collection) }),
  }),
  route({
    id: 'collections.attribute',
    method: 'PUT',
    path: '/api/collections/{id}/attribute/{name}',
    summary: 'Sets one attribute of the collection.',
    auth: 'token',
    query: z.object({ value: z.string() }),
    statuses: { COLLECTION_ALIAS_TAKEN: 409, FILE_PIDS_NOT_CONFIGURABLE: 401 },
    refusals: [
      'SUPERUSER_REQUIRED',
      'COLLECTION_NOT_FOUND',
      'COLLECTION_ALIAS_TAKEN',
      'COLLECTION_ATTRIBUTE_UNKNOWN',
      'FILE_PIDS_NOT_CONFIGURABLE',
      'EXTERNAL_VALIDATION_FAILED',
      'EXTERNAL_VALIDATION_UNAVAILABLE',
    ],
    answer: enveloped(collectionSchema, { beside: ['message'] }),
    operation: CollectionUpdateDocument,
    variables: ({ path, query }) => ({
      input: { collection: collectionReference(path.id), ...attributeChange(path.name, query.value) },
    }),
    reply: ({ updateCollection: { collection } }, { path }) => ({
      message: `Attribute ${path.name} of collection ${collection.alias} updated`,
      data: collectionRecord(collection),
    }),
  }),
  route({
    id: 'collections.inputLevels.list',
    method: 'GET',
    path: '/api/collections/{id}/inputLevels',
    summary: 'Rules of the collection itself for metadata fields.',
    auth: 'public',
    refusals: ['PERMISSION_DENIED', 'COLLECTION_NOT_FOUND'],
    answer: enveloped(listOf(inputLevelSchema)),
    operation: CollectionInputLevelsDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }) => ({ data: required(collection).inputLevels.map(inputLevelRecord) }),
  }),
  route({
    id: 'collections.inputLevels.set',
    method: 'PUT',
    path: '/api/collections/{id}/inputLevels',
    summary: 'Adds rules for metadata fields to the collection; an empty list removes all.',
    auth: 'token',
    body: { kind: 'json', schema: inputLevelsBody },
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: enveloped(collectionSchema, { beside: ['message'] }),
    operation: CollectionInputLevelsSetDocument,
    variables: ({ path, body }) => ({
      input: { collection: collectionReference(path.id), inputLevels: body.map(inputLevelVariables) },
    }),
    reply: ({ setCollectionInputLevels: { collection } }) => ({
      message: `Input levels of collection ${collection.alias} updated`,
      data: collectionRecord(collection),
    }),
  }),
  route({
    id: 'collections.storagesize',
    method: 'GET',
    path: '/api/collections/{id}/storagesize',
    summary: 'Bytes of all files in the collection and everything below it. There are no cached derivatives to count.',
    auth: 'token',
    query: z.object({ includeCached: booleanParameter }),
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionStorageSizeDocument,
    variables: ({ path, query }) => ({ reference: collectionReference(path.id), includeCached: query.includeCached }),
    reply: ({ collection }) => ({
      message: `Size of the files stored in this collection: ${required(collection).storageSizeBytes.toLocaleString('en-US')} bytes`,
    }),
  }),
];
