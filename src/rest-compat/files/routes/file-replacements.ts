import { FileReplaceDocument, ReplacementAdmissionDocument, UploadedFilesReplaceDocument } from '../../../generated/operations.ts';
import type { ReplaceFileInput } from '../../../resolvers/generated/resolver-types.ts';
import { fileRecord } from '../records/file-record.ts';
import { addedFilesSchema } from '../records/added-files-record.ts';
import { enveloped } from '../../answers.ts';
import { fileReference, type PersistentIdQuery, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { filelessForm, type Route, type RouteInput, type UploadBody, uploadRoute } from '../../route.ts';
import { refusalOf } from '../../run-operation.ts';
import { readFileJsonData, readUploadSwitches } from './file-json-data.ts';
import { uploadedPart, uploadLimits } from './files.ts';
import { namesUpload, readReplacement } from './uploaded-file-json.ts';

function replaceFileInput(file: ReplaceFileInput['file'], body: UploadBody): ReplaceFileInput {
  const said = body.jsonData ?? {};
  const { forceReplace, unpack, tabIngest: ingest } = readUploadSwitches(said);
  return { file, upload: uploadedPart(body), forceReplace, unpack, ingest, ...readFileJsonData(said) };
}

/** A form that names bytes which were uploaded beforehand. Source: files.md 22.6. */
const replaceByUpload = filelessForm({
  operation: UploadedFilesReplaceDocument,
  variables: ({ path, query, body }: RouteInput<'{id}', PersistentIdQuery, UploadBody>) => {
    const file = fileReference(path.id, query);
    // Says that the part file is missing, after everything that is wrong with the rest.
    if (!namesUpload(body.jsonData)) replaceFileInput(file, body);
    return { input: { files: [readReplacement(body.jsonData, file)] } };
  },
  reply: ({ replaceFiles: { outcomes } }) => {
    const [outcome] = outcomes;
    if (outcome?.refusal) throw refusalOf(outcome.refusal);
    return { data: { files: [fileRecord(required(outcome?.file))] } };
  },
});

export const fileReplacementRoutes: readonly Route[] = [
  uploadRoute({
    id: 'files.replace',
    method: 'POST',
    path: '/api/files/{id}/replace',
    summary: 'Replaces a file by a new one in the draft; the metadata of the old one are not carried over.',
    auth: 'token',
    // Source: files.md 5.
    statuses: { FILE_NOT_FOUND: 400, PERMISSION_DENIED: 403, DATASET_LOCKED: 400 },
    query: persistentIdQuery,
    refusals: [
      'MALFORMED_JSON',
      'DATASET_LOCKED',
      'FILE_NOT_FOUND',
      'DUPLICATE_FILE',
      'FILE_NOT_IN_VERSION',
      'UPLOAD_METHOD_DISABLED',
      'FILE_IS_PACKAGE',
      'FILE_TYPE_DIFFERS',
      'FILE_TOO_LARGE',
      'UPLOAD_NOT_FOUND',
      'UPLOAD_PARTS_MISSING',
      'CHECKSUM_MISMATCH',
    ],
    answer: enveloped(addedFilesSchema, { beside: ['message'] }),
    admit: {
      operation: ReplacementAdmissionDocument,
      variables: ({ path, query }) => ({ file: fileReference(path.id, query) }),
      limits: ({ file }) => uploadLimits(required(file).replacementLimits),
    },
    operation: FileReplaceDocument,
    variables: ({ path, query, body }) => ({ input: replaceFileInput(fileReference(path.id, query), body) }),
    reply: ({ replaceFile: { file, warning } }) => ({
      data: { files: [fileRecord(file)] },
      ...(warning === null ? {} : { message: warning }),
    }),
    withoutFile: replaceByUpload,
  }),
];
