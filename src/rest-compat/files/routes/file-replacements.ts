import { FileReplaceDocument, ReplacementAdmissionDocument } from '../../../generated/operations.ts';
import type { ReplaceFileInput } from '../../../resolvers/generated/resolver-types.ts';
import { fileRecord } from '../records/file-record.ts';
import { addedFilesSchema } from '../records/added-files-record.ts';
import { enveloped } from '../../answers.ts';
import { fileReference, persistentIdQuery } from '../../reference.ts';
import { type Route, type UploadBody, uploadRoute } from '../../route.ts';
import { readFileJsonData, readUploadSwitches } from './file-json-data.ts';
import { uploadedPart, uploadLimits } from './files.ts';

function replaceFileInput(file: ReplaceFileInput['file'], body: UploadBody): ReplaceFileInput {
  const said = body.jsonData ?? {};
  const { forceReplace, unpack } = readUploadSwitches(said);
  return { file, upload: uploadedPart(body), forceReplace, unpack, ...readFileJsonData(said) };
}

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
    ],
    answer: enveloped(addedFilesSchema, { beside: ['message'] }),
    admit: {
      operation: ReplacementAdmissionDocument,
      variables: ({ path, query }) => ({ file: fileReference(path.id, query) }),
      limits: ({ canReplaceFile }) => uploadLimits(canReplaceFile),
    },
    operation: FileReplaceDocument,
    variables: ({ path, query, body }) => ({ input: replaceFileInput(fileReference(path.id, query), body) }),
    reply: ({ replaceFile: { file, warning } }) => ({
      data: { files: [fileRecord(file)] },
      ...(warning === null ? {} : { message: warning }),
    }),
  }),
];
