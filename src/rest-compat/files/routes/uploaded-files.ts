import { UploadedFilesAddDocument, UploadedFilesAdmissionDocument, UploadedFilesReplaceDocument } from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { outcomesRecord, outcomesSchema } from '../records/direct-upload-record.ts';
import { enveloped } from '../../answers.ts';
import { datasetReference, type PersistentIdQuery, persistentIdQuery } from '../../reference.ts';
import { type Route, type UploadBody, uploadRoute } from '../../route.ts';
import { readReplacements, readUploadedFiles } from './uploaded-file-json.ts';

/** Room for what is said of 10,000 files. */
const MAXIMUM_TEXT_BYTES = 16 * 1024 * 1024;

/** A form about uploaded files holds no bytes of its own. @throws DomainError BAD_USER_INPUT */
function jsonDataAlone({ file, jsonData }: UploadBody): unknown {
  const problems = [
    ...(jsonData === undefined ? [{ pointer: '/jsonData', message: 'is missing' }] : []),
    ...(file === null ? [] : [{ pointer: '/file', message: 'must be absent: the bytes have been uploaded' }]),
  ];
  if (problems.length > 0) throw new DomainError('BAD_USER_INPUT', 'The form must have the part jsonData and no other.', { problems });
  return jsonData;
}

/** What both rows have in common. */
const row = {
  method: 'POST',
  auth: 'token',
  // Source: files.md 4.3, 22.6.
  // A part `file` has no place here: whatever its size, it is the form that is wrong.
  statuses: { PERMISSION_DENIED: 403, DATASET_LOCKED: 400, FILE_TOO_LARGE: 400 },
  query: persistentIdQuery,
} as const;

const admit = {
  operation: UploadedFilesAdmissionDocument,
  variables: ({ path, query }: { readonly path: Readonly<Record<'id', string>>; readonly query: PersistentIdQuery }) => ({
    dataset: datasetReference(path.id, query),
  }),
  limits: () => ({ maximumBytes: 0, maximumTextBytes: MAXIMUM_TEXT_BYTES, checksumAlgorithm: 'MD5' }) as const,
};

export const uploadedFileRoutes: readonly Route[] = [
  uploadRoute({
    ...row,
    id: 'datasets.addFiles',
    path: '/api/datasets/{id}/addFiles',
    summary: 'Adds directly uploaded files; a refused file does not affect the others.',
    admit,
    refusals: ['DATASET_NOT_FOUND', 'DATASET_LOCKED', 'FILE_TOO_LARGE'],
    answer: enveloped(outcomesSchema),
    operation: UploadedFilesAddDocument,
    variables: ({ path, query, body }) => ({
      input: { dataset: datasetReference(path.id, query), files: readUploadedFiles(jsonDataAlone(body)) },
    }),
    reply: ({ addFiles: { outcomes } }) => ({ data: outcomesRecord(outcomes, 'added') }),
  }),
  uploadRoute({
    ...row,
    id: 'datasets.replaceFiles',
    path: '/api/datasets/{id}/replaceFiles',
    summary: 'Replaces files by directly uploaded ones; a refused file does not affect the others.',
    admit,
    refusals: ['DATASET_NOT_FOUND', 'DATASET_LOCKED', 'FILE_TOO_LARGE'],
    answer: enveloped(outcomesSchema),
    operation: UploadedFilesReplaceDocument,
    variables: ({ path, query, body }) => ({
      input: { dataset: datasetReference(path.id, query), files: readReplacements(jsonDataAlone(body)) },
    }),
    reply: ({ replaceFiles: { outcomes } }) => ({ data: outcomesRecord(outcomes, 'replaced') }),
  }),
];
