import { z } from 'zod';
import {
  FileEmbargoSetDocument,
  FileEmbargoUnsetDocument,
  FileRetentionSetDocument,
  FileRetentionUnsetDocument,
} from '../../../generated/operations.ts';
import type { ErrorCode } from '../../../errors/catalog.ts';
import { messageAnswer } from '../../answers.ts';
import { datasetReference, persistentIdQuery } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

// Source: datasets.md 14.1.
const statuses = { PERMISSION_DENIED: 403, DATASET_LOCKED: 400 } as const satisfies Partial<Record<ErrorCode, number>>;

const files = z.object({ fileIds: z.array(z.int('must be the id of a file')) });
const day = z.iso.date('must be a date yyyy-MM-dd');
const reason = z.string().nullish();

/** What the four rows have in common. */
const row = {
  method: 'POST',
  auth: 'token',
  statuses,
  query: persistentIdQuery,
  refusals: ['DATASET_NOT_FOUND', 'DATASET_LOCKED', 'FILE_PUBLISHED', 'FILE_DATES_DISABLED'],
  answer: messageAnswer,
} as const;

export const fileDateRoutes: readonly Route[] = [
  route({
    ...row,
    id: 'datasets.files.setEmbargo',
    path: '/api/datasets/{id}/files/actions/:set-embargo',
    summary: 'Sets an embargo on files; on published ones, superusers only.',
    body: { kind: 'json', schema: files.extend({ dateAvailable: day, reason }) },
    operation: FileEmbargoSetDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.id, query), ...body } }),
    reply: () => ({ message: 'Files were embargoed' }),
  }),
  route({
    ...row,
    id: 'datasets.files.unsetEmbargo',
    path: '/api/datasets/{id}/files/actions/:unset-embargo',
    summary: 'Removes the embargo of files; of published ones, superusers only.',
    body: { kind: 'json', schema: files },
    operation: FileEmbargoUnsetDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.id, query), ...body } }),
    reply: () => ({ message: 'Embargoes were removed from files' }),
  }),
  route({
    ...row,
    id: 'datasets.files.setRetention',
    path: '/api/datasets/{id}/files/actions/:set-retention',
    summary: 'Sets a retention period on files, after which they cannot be downloaded; on published ones, superusers only.',
    body: { kind: 'json', schema: files.extend({ dateUnavailable: day, reason }) },
    operation: FileRetentionSetDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.id, query), ...body } }),
    reply: () => ({ message: 'Files were given a retention period' }),
  }),
  route({
    ...row,
    id: 'datasets.files.unsetRetention',
    path: '/api/datasets/{id}/files/actions/:unset-retention',
    summary: 'Removes the retention periods of files; of published ones, superusers only.',
    body: { kind: 'json', schema: files },
    operation: FileRetentionUnsetDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.id, query), ...body } }),
    reply: () => ({ message: 'Retention periods were removed from files' }),
  }),
];
