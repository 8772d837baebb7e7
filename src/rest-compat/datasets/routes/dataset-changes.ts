import { z } from 'zod';
import {
  DatasetCitationDateDocument,
  DatasetDestroyDocument,
  DatasetVersionDeaccessionDocument,
  DatasetVersionNoteDocument,
  DatasetVersionNoteSetDocument,
} from '../../../generated/operations.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { booleanParameter, datasetReference, type PersistentIdQuery, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const deaccessionBody = z.object({ deaccessionReason: z.string(), deaccessionForwardURL: z.string().nullish() });
const noteQuery = persistentIdQuery.extend({ includeDeaccessioned: booleanParameter });

/** A dataset as the client named it, for a message. */
function nameOf(id: string, query: PersistentIdQuery): string {
  return id === ':persistentId' ? (query.persistentId ?? id) : id;
}

const versionNoteSchema = recordSchema('VersionNote', 'Why a version was made. Source: datasets.md 14.', {
  message: z.string().optional().describe('Absent if there is no note.'),
});

export const datasetChangeRoutes: readonly Route[] = [
  route({
    id: 'datasets.versions.deaccession',
    method: 'POST',
    path: '/api/datasets/{id}/versions/{versionId}/deaccession',
    summary: 'Deaccessions a published version.',
    auth: 'token',
    query: persistentIdQuery,
    body: { kind: 'json', schema: deaccessionBody },
    refusals: ['DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetVersionDeaccessionDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.id, query), version: path.versionId, ...body } }),
    reply: (_data, { path, query }) => ({
      message: `Dataset ${nameOf(path.id, query)} deaccessioned for version ${path.versionId}`,
    }),
  }),
  route({
    id: 'datasets.destroy',
    method: 'DELETE',
    path: '/api/datasets/{id}/destroy',
    summary: 'Permanently deletes a dataset with all versions and files, published or not.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetDestroyDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: (_data, { path }) => ({ message: `Dataset ${path.id} destroyed` }),
  }),
  route({
    id: 'datasets.citationdate.set',
    method: 'PUT',
    path: '/api/datasets/{id}/citationdate',
    summary: 'Sets the date field that the citation shows.',
    auth: 'token',
    query: persistentIdQuery,
    body: { kind: 'text', schema: z.string() },
    refusals: ['DATASET_NOT_FOUND', 'CITATION_DATE_FIELD_REFUSED'],
    answer: messageAnswer,
    operation: DatasetCitationDateDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.id, query), field: body } }),
    reply: ({ setCitationDate: { displayName } }, { path }) => ({
      message: `Citation Date for dataset ${path.id} set to: ${displayName ?? 'default'}`,
    }),
  }),
  route({
    id: 'datasets.citationdate.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}/citationdate',
    summary: 'Resets the citation date to the publication date.',
    auth: 'token',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetCitationDateDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: (_data, { path }) => ({ message: `Citation Date for dataset ${path.id} set to default` }),
  }),
  route({
    id: 'datasets.versions.note',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/versionNote',
    summary: 'The note that says why a version was made; empty if there is none.',
    auth: 'public',
    query: noteQuery,
    refusals: ['PERMISSION_DENIED', 'DATASET_VERSION_NOT_FOUND'],
    answer: enveloped(versionNoteSchema),
    operation: DatasetVersionNoteDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
    }),
    reply: ({ dataset }) => {
      const { versionNote } = required(dataset?.version);
      return versionNote === null ? { data: {} } : { message: versionNote };
    },
  }),
  route({
    id: 'datasets.versions.note.set',
    method: 'PUT',
    path: '/api/datasets/{id}/versions/{versionId}/versionNote',
    summary: 'Sets the note that says why a version was made.',
    auth: 'token',
    query: persistentIdQuery,
    body: { kind: 'text', schema: z.string() },
    refusals: ['SUPERUSER_REQUIRED', 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND', 'DATASET_LOCKED'],
    answer: messageAnswer,
    operation: DatasetVersionNoteSetDocument,
    variables: ({ path, query, body }) => ({
      input: { dataset: datasetReference(path.id, query), version: path.versionId, note: body },
    }),
    reply: ({ setVersionNote: { datasetVersion } }) => {
      const { versionNumber, versionMinorNumber } = datasetVersion;
      return { message: versionNumber === null ? 'Note added' : `Note added to version ${versionNumber}.${versionMinorNumber}` };
    },
  }),
  route({
    id: 'datasets.versions.note.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}/versions/{versionId}/versionNote',
    summary: 'Removes the note of a version.',
    auth: 'token',
    query: persistentIdQuery,
    refusals: ['SUPERUSER_REQUIRED', 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetVersionNoteSetDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), version: path.versionId } }),
    reply: () => ({ message: 'Note deleted' }),
  }),
];
