import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  FileProvenanceRemoveDocument,
  FileProvenanceSetDocument,
  FileProvenanceTextSetDocument,
  FileProvenanceViewDocument,
} from '../../../generated/operations.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { fileReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const JSON_PATH = '/api/files/{id}/prov-json';
const TEXT_PATH = '/api/files/{id}/prov-freeform';

function notFound(kind: string): DomainError {
  return new DomainError('PROVENANCE_NOT_FOUND', `The file has no provenance ${kind}.`);
}

const provenanceRecordSchema = recordSchema('ProvenanceRecord', 'A provenance record. Source: files.md 22.', {
  json: z.string().describe('PROV-JSON, as it was sent.'),
});

const provenanceTextSchema = recordSchema('ProvenanceText', 'Free-form provenance. Source: files.md 22.', { text: z.string() });

export const provenanceRoutes: readonly Route[] = [
  route({
    id: 'files.prov.json.get',
    method: 'GET',
    path: JSON_PATH,
    summary: 'Provenance record of a file: JSON as a string.',
    auth: 'token',
    query: persistentIdQuery,
    refusals: ['FILE_NOT_FOUND', 'PROVENANCE_DISABLED', 'PROVENANCE_NOT_FOUND'],
    answer: enveloped(provenanceRecordSchema),
    operation: FileProvenanceViewDocument,
    variables: ({ path, query }) => ({ reference: fileReference(path.id, query) }),
    reply: ({ file }) => {
      const { record } = required(file).provenance;
      if (record === null) throw notFound('record');
      return { data: { json: record.document } };
    },
  }),
  route({
    id: 'files.prov.freeform.get',
    method: 'GET',
    path: TEXT_PATH,
    summary: 'Free-form provenance of a file.',
    auth: 'token',
    query: persistentIdQuery,
    refusals: ['FILE_NOT_FOUND', 'PROVENANCE_DISABLED', 'PROVENANCE_NOT_FOUND'],
    answer: enveloped(provenanceTextSchema),
    operation: FileProvenanceViewDocument,
    variables: ({ path, query }) => ({ reference: fileReference(path.id, query) }),
    reply: ({ file }) => {
      const { freeForm } = required(file).provenance;
      if (freeForm === null) throw notFound('in words');
      return { data: { text: freeForm } };
    },
  }),
  route({
    id: 'files.prov.json.set',
    method: 'POST',
    path: JSON_PATH,
    summary: 'Stores the provenance record of a file in PROV-JSON (W3C); that of a published file cannot be replaced.',
    auth: 'token',
    query: persistentIdQuery.extend({ entityName: z.string().optional() }),
    // Taken as text: it is given back byte by byte.
    body: { kind: 'typed', contentTypes: { 'application/json': 'text' }, schema: z.string() },
    refusals: ['DATASET_LOCKED', 'FILE_NOT_FOUND', 'PROVENANCE_DISABLED', 'PROVENANCE_PUBLISHED'],
    answer: messageAnswer,
    operation: FileProvenanceSetDocument,
    variables: ({ path, query, body }) => ({
      input: { file: fileReference(path.id, query), document: body, entityName: query.entityName },
    }),
    reply: ({ setFileProvenance: { fileName } }) => ({ message: `Provenance record saved for data file ${fileName}.` }),
  }),
  route({
    id: 'files.prov.freeform.set',
    method: 'POST',
    path: TEXT_PATH,
    summary: 'Says in words where a file comes from; the draft is made if there is none.',
    auth: 'token',
    query: persistentIdQuery,
    body: { kind: 'json', schema: z.object({ text: z.string({ error: 'must be a string' }) }) },
    refusals: ['DATASET_LOCKED', 'FILE_NOT_FOUND', 'PROVENANCE_DISABLED'],
    answer: messageAnswer,
    operation: FileProvenanceTextSetDocument,
    variables: ({ path, query, body }) => ({ input: { file: fileReference(path.id, query), text: body.text } }),
    reply: ({ setFileProvenanceText: { file } }) => ({
      message: `Free-form provenance saved for data file ${file.label}: ${file.provFreeForm ?? ''}`,
    }),
  }),
  route({
    id: 'files.prov.json.delete',
    method: 'DELETE',
    path: JSON_PATH,
    summary: 'Removes the provenance record of a file that was never published, if there is one.',
    auth: 'token',
    query: persistentIdQuery,
    refusals: ['DATASET_LOCKED', 'FILE_NOT_FOUND', 'PROVENANCE_DISABLED', 'PROVENANCE_PUBLISHED'],
    answer: messageAnswer,
    operation: FileProvenanceRemoveDocument,
    variables: ({ path, query }) => ({ input: { file: fileReference(path.id, query) } }),
    reply: ({ removeFileProvenance: { fileName } }) => ({ message: `Provenance record deleted for data file ${fileName}.` }),
  }),
];
