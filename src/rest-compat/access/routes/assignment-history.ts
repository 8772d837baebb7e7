import { z } from 'zod';
import {
  CollectionAssignmentHistoryDocument,
  DatasetAssignmentHistoryDocument,
  DatasetFileAssignmentHistoryDocument,
  type HistoryEntryFragment,
} from '../../../generated/operations.ts';
import { csvOf } from '../../records/csv.ts';
import { toSecond } from '../../records/record.ts';
import { bareText, enveloped } from '../../answers.ts';
import { listOf, recordSchema, second } from '../../records/schema.ts';
import { collectionReference, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Reply, type Route, route } from '../../route.ts';

const CSV = 'text/csv';
const KEYS = ['definedOn', 'assigneeIdentifier', 'roleName', 'assignedBy', 'assignedAt', 'revokedBy', 'revokedAt'] as const;

const historySchema = recordSchema('AssignmentHistoryEntry', 'A present or revoked role assignment. Source: collections.md 11.', {
  definedOn: z.string().describe('Id of the collection, dataset or file.'),
  assigneeIdentifier: z.string(),
  roleName: z.string().describe('Alias of the role.'),
  assignedBy: z.string().nullable(),
  assignedAt: second.nullable(),
  revokedBy: z.string().nullable(),
  revokedAt: second.nullable(),
});
type HistoryRecord = z.infer<typeof historySchema>;

/** Clients know what is not there by null, and the place as a text. */
function historyRecord(entry: HistoryEntryFragment): HistoryRecord {
  return {
    definedOn: String(entry.definitionPointDatabaseId),
    assigneeIdentifier: entry.assignee,
    roleName: entry.roleAlias,
    assignedBy: entry.assignedBy,
    assignedAt: toSecond(entry.assignedAt),
    revokedBy: entry.revokedBy,
    revokedAt: toSecond(entry.revokedAt) ?? null,
  };
}

function historyReply(of: string, entries: readonly HistoryEntryFragment[], form: string | undefined): Reply<readonly HistoryRecord[]> {
  const records = entries.map(historyRecord);
  if (form !== CSV) return { data: records };
  const rows = records.map((record) => KEYS.map((key) => record[key] ?? ''));
  return { bare: csvOf([KEYS, ...rows]), contentType: 'text/csv; charset=utf-8', attachment: `${of}_permissions_history.csv` };
}

export const assignmentHistoryRoutes: readonly Route[] = [
  route({
    id: 'collections.assignments.history',
    method: 'GET',
    path: '/api/collections/{id}/assignments/history',
    summary: 'Present and revoked role assignments on the collection, newest first.',
    auth: 'token',
    alternatives: [CSV],
    statuses: { PERMISSION_DENIED: 403 },
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: [enveloped(listOf(historySchema)), bareText(CSV)],
    operation: CollectionAssignmentHistoryDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }, { form }) => historyReply('collection', required(collection).assignmentHistory.nodes, form),
  }),
  route({
    id: 'datasets.assignments.history',
    method: 'GET',
    path: '/api/datasets/{id}/assignments/history',
    summary: 'Present and revoked role assignments on the dataset, newest first.',
    auth: 'token',
    query: persistentIdQuery,
    alternatives: [CSV],
    statuses: { PERMISSION_DENIED: 403 },
    refusals: ['DATASET_NOT_FOUND'],
    answer: [enveloped(listOf(historySchema)), bareText(CSV)],
    operation: DatasetAssignmentHistoryDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }, { form }) => historyReply('dataset', required(dataset).assignmentHistory.nodes, form),
  }),
  route({
    id: 'datasets.files.assignments.history',
    method: 'GET',
    path: '/api/datasets/{id}/files/assignments/history',
    summary: 'Present and revoked role assignments on files of the dataset, newest first.',
    auth: 'token',
    query: persistentIdQuery,
    alternatives: [CSV],
    statuses: { PERMISSION_DENIED: 403 },
    refusals: ['DATASET_NOT_FOUND'],
    answer: [enveloped(listOf(historySchema)), bareText(CSV)],
    operation: DatasetFileAssignmentHistoryDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }, { form }) => historyReply('dataset_files', required(dataset).fileAssignmentHistory.nodes, form),
  }),
];
