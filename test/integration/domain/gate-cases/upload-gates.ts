import { abortUpload } from '../../../../src/domain/files/uploads/abort-upload.ts';
import { admitUploadedFiles, storeUploadedFiles } from '../../../../src/domain/files/uploads/add-uploaded-files.ts';
import { beginUpload } from '../../../../src/domain/files/uploads/begin-upload.ts';
import { admitUploadCompletion, noteUploadCompletion } from '../../../../src/domain/files/uploads/complete-upload.ts';
import { signedPartUrl } from '../../../../src/domain/files/uploads/part-signature.ts';
import { admitUploadPart } from '../../../../src/domain/files/uploads/receive-part.ts';
import { viewUpload } from '../../../../src/domain/files/uploads/view-upload.ts';
import { ticketFor } from '../uploads-world.ts';
import type { GateCase, GateTable } from './gate-case.ts';

const editing = (run: GateCase['run']): GateCase => ({ requires: 'EditDataset', run });

/** Each caller has a ticket of its own. Source: files.md 22.6. */
export const uploadGates: GateTable = {
  beginUpload: editing((context, { datasetId }) => beginUpload(context, { dataset: { id: datasetId }, sizeBytes: 4 })),
  viewUpload: editing(async (context, { datasetId }, world) =>
    viewUpload(context, { id: (await ticketFor(context, world, datasetId)).id }),
  ),
  'admitUploadPart of the holder': editing(async (context, { datasetId }, world) =>
    admitUploadPart(context, { uploadId: (await ticketFor(context, world, datasetId)).id, partNumber: 1, signature: null }),
  ),
  'admitUploadPart with the signature of the address': {
    requires: 'Public',
    run: async (context, { datasetId }, world) => {
      const { id: uploadId, expiresAt } = await ticketFor(world.as(world.superuser), world, datasetId);
      const query = new URL(signedPartUrl(context, { uploadId, partNumber: 1 }, expiresAt)).searchParams;
      const signature = { expires: Number(query.get('expires')), signature: query.get('signature') ?? '' };
      return admitUploadPart(context, { uploadId, partNumber: 1, signature });
    },
  },
  admitUploadCompletion: editing(async (context, { datasetId }, world) =>
    admitUploadCompletion(context, { id: (await ticketFor(context, world, datasetId)).id }),
  ),
  noteUploadCompletion: editing(async (context, { datasetId }, world) =>
    noteUploadCompletion(context, {
      id: (await ticketFor(context, world, datasetId)).id,
      checksum: { algorithm: 'MD5', value: '8d777f385d3dfec8815d20f7496026dc' },
    }),
  ),
  abortUpload: editing(async (context, { datasetId }, world) =>
    abortUpload(context, { key: { id: (await ticketFor(context, world, datasetId)).id } }),
  ),
  admitUploadedFiles: editing((context, { datasetId }) => admitUploadedFiles(context, { id: datasetId })),
  storeUploadedFiles: editing((context, { datasetId }) =>
    storeUploadedFiles(context, { dataset: { id: datasetId }, files: [], duplicates: 'warn' }),
  ),
};
