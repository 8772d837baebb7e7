import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  DatasetLockAddDocument,
  DatasetLocksAllDocument,
  DatasetLocksDocument,
  DatasetLocksRemoveDocument,
} from '../../../generated/operations.ts';
import { LOCK_TYPES, type LockType } from '../../../vocabulary/datasets.ts';
import { lockRecord, lockSchema } from '../records/lock-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { listOf } from '../../records/schema.ts';
import { datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const typeQuery = persistentIdQuery.extend({ type: z.enum(LOCK_TYPES).optional() });

/** Reads a lock type, exact case. @throws DomainError BAD_USER_INPUT with the text that clients match on. */
function lockType(text: string, pointer: string): LockType {
  const known = LOCK_TYPES.find((type) => type === text);
  if (known !== undefined) return known;
  const names = LOCK_TYPES.join(', ');
  throw new DomainError('BAD_USER_INPUT', `Invalid lock type value: ${text}. It must be one of ${names}.`, {
    problems: [{ pointer, message: `must be one of ${names}` }],
  });
}

/** What a removal tells: finding nothing is a warning, no error. Source: datasets.md 11.3. */
function removalMessage(type: string | undefined, removed: readonly LockType[]): string {
  if (removed.length > 0) return type === undefined ? 'locks removed' : `lock type ${type} removed`;
  return type === undefined ? 'dataset not locked' : `no lock type ${type} on the dataset`;
}

export const datasetLockRoutes: readonly Route[] = [
  route({
    id: 'datasets.locks.list',
    method: 'GET',
    path: '/api/datasets/{id}/locks',
    summary: 'Locks on a dataset; empty when there are none.',
    auth: 'public',
    credentials: 'ignored',
    query: typeQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(listOf(lockSchema)),
    operation: DatasetLocksDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query), type: query.type }),
    reply: ({ dataset }) => ({ data: required(dataset).locks.map(lockRecord) }),
  }),
  route({
    id: 'datasets.locks.all',
    method: 'GET',
    path: '/api/datasets/locks',
    summary: 'Locks on all datasets, or those of a type or a user.',
    auth: 'superuser',
    query: z.object({ type: z.string().optional(), userIdentifier: z.string().optional() }),
    statuses: { USER_NOT_FOUND: 400 },
    refusals: ['USER_NOT_FOUND'],
    answer: enveloped(listOf(lockSchema)),
    operation: DatasetLocksAllDocument,
    variables: ({ query }) => ({
      type: query.type === undefined ? undefined : lockType(query.type, '/query/type'),
      userName: query.userIdentifier,
    }),
    reply: ({ datasetLocks }) => ({ data: datasetLocks.nodes.map(lockRecord) }),
  }),
  route({
    id: 'datasets.locks.add',
    method: 'POST',
    path: '/api/datasets/{id}/lock/{lockType}',
    summary: 'Puts a lock of the named type on the dataset.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND', 'DATASET_LOCK_EXISTS'],
    answer: messageAnswer,
    operation: DatasetLockAddDocument,
    variables: ({ path, query }) => ({
      input: { dataset: datasetReference(path.id, query), lockType: lockType(path.lockType, '/path/lockType') },
    }),
    reply: (_data, { path }) => ({ message: `dataset locked with lock type ${path.lockType}` }),
  }),
  route({
    id: 'datasets.locks.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}/locks',
    summary: 'Removes all locks, or those of one type, from the dataset.',
    auth: 'superuser',
    query: typeQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetLocksRemoveDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), lockType: query.type } }),
    reply: ({ removeDatasetLocks: { removedLockTypes } }, { query }) => ({ message: removalMessage(query.type, removedLockTypes) }),
  }),
];
