import { abortUpload } from '../../domain/files/uploads/abort-upload.ts';
import { addUploadedFiles, admitUploadedFiles } from '../../domain/files/uploads/add-uploaded-files.ts';
import { beginUpload } from '../../domain/files/uploads/begin-upload.ts';
import { completeUpload } from '../../domain/files/uploads/complete-upload.ts';
import type { EditedFile } from '../../domain/files/restrict-file.ts';
import { showUpload, partUrl } from '../../domain/files/uploads/describe-upload.ts';
import type { Outcome } from '../../domain/files/uploads/file-outcomes.ts';
import { receiveUploadPart } from '../../domain/files/uploads/receive-part.ts';
import { replaceWithUploads } from '../../domain/files/uploads/replace-with-uploads.ts';
import { viewUpload } from '../../domain/files/uploads/view-upload.ts';
import type { ChecksumAlgorithm, Resolvers, UploadedFileInput } from '../generated/resolver-types.ts';
import { CHECKSUM_ALGORITHMS } from '../../vocabulary/files.ts';
import { requireDataset } from '../datasets/datasets.ts';
import type { RequestContext } from '../../request-context.ts';
import { datasetModel, fileMetadataModel, versionModel } from '../models.ts';
import { datasetKeyOf, fileKey, uploadKey } from '../references.ts';

function checksumAlgorithm(name: ChecksumAlgorithm): (typeof CHECKSUM_ALGORITHMS)[number] {
  return CHECKSUM_ALGORITHMS.find((word) => word.replace('-', '_') === name) ?? 'MD5';
}

function uploadedFile({ checksum, categories, ...file }: UploadedFileInput) {
  return {
    ...file,
    categories: categories ? [...categories] : null,
    checksum: { algorithm: checksumAlgorithm(checksum.algorithm), value: checksum.value },
  };
}

type StoredFile = Pick<EditedFile, 'dataset' | 'version' | 'file'> & { readonly warning: string | null };

function outcomeModel({ services }: RequestContext, storageIdentifier: string, outcome: Outcome<StoredFile>) {
  if ('refusal' in outcome) {
    // An error as the value of a field would count as thrown.
    const { code, message, problems, rule } = outcome.refusal;
    return { storageIdentifier, file: null, warning: null, refusal: { code, message, problems, rule: rule ?? null } };
  }
  const { dataset, version, file, warning } = outcome.done;
  return {
    storageIdentifier,
    file: fileMetadataModel(versionModel(datasetModel(dataset, services), version), file),
    warning,
    refusal: null,
  };
}

export const directUploadResolvers: Resolvers = {
  Query: {
    directUpload: (_root, { reference }, context) => viewUpload(context, uploadKey(reference)),
  },
  Dataset: {
    viewerCanAddFiles: async ({ key }, _args, context) => {
      await admitUploadedFiles(context, key);
      return true;
    },
  },
  Mutation: {
    beginUpload: async (_root, { input }, context) => {
      const ticket = await beginUpload(context, { ...input, dataset: datasetKeyOf(input.dataset) });
      return { upload: await showUpload(context, ticket) };
    },
    sendUploadPart: async (_root, { input: { upload, number, part, md5, signature } }, context) => {
      const name = { uploadId: upload, partNumber: number, signature: signature ?? null };
      const { partNumber, sizeBytes, etag } = await receiveUploadPart(context, name, { part, md5: md5 ?? null });
      return { number: partNumber, sizeBytes, etag };
    },
    completeUpload: async (_root, { input: { upload, parts } }, context) => {
      const receipts = parts?.map(({ number, etag }) => ({ partNumber: number, etag })) ?? null;
      return { upload: await showUpload(context, await completeUpload(context, { key: uploadKey(upload), parts: receipts })) };
    },
    abortUpload: async (_root, { input }, context) => ({ uploadId: await abortUpload(context, { key: uploadKey(input.upload) }) }),
    addFiles: async (_root, { input: { dataset, files, refuseDuplicates } }, context) => {
      const outcomes = await addUploadedFiles(context, {
        dataset: datasetKeyOf(dataset),
        files: files.map(uploadedFile),
        duplicates: refuseDuplicates === true ? 'refuse' : 'warn',
      });
      return { outcomes: outcomes.map((outcome, index) => outcomeModel(context, files[index]?.storageIdentifier ?? '', outcome)) };
    },
    replaceFiles: async (_root, { input: { dataset, files } }, context) => {
      const replaced = await replaceWithUploads(context, {
        dataset: dataset ? datasetKeyOf(dataset) : null,
        files: files.map(({ replaces, file, forceReplace }) => ({ ...uploadedFile(file), replaces: fileKey(replaces), forceReplace })),
      });
      const outcomes = replaced.map((one) => ('done' in one ? { done: { ...one.done, warning: null } } : one));
      return { outcomes: outcomes.map((outcome, index) => outcomeModel(context, files[index]?.file.storageIdentifier ?? '', outcome)) };
    },
  },
  DirectUpload: {
    id: ({ ticket }) => ticket.id,
    dataset: ({ ticket }, _args, context) => requireDataset(context, ticket.datasetId ?? 0),
    sizeBytes: ({ ticket }) => ticket.sizeBytes,
    partSizeBytes: ({ ticket }) => ticket.partSizeBytes,
    expiresAt: ({ ticket }) => ticket.expiresAt,
    complete: ({ whole }) => whole,
    checksum: ({ checksum }) => (checksum === null ? null : { type: checksum.algorithm, value: checksum.value }),
    parts: ({ ticket, parts }, { missing }) => parts.filter(({ etag }) => !missing || etag === null).map((part) => ({ ...part, ticket })),
  },
  DirectUploadPart: {
    number: ({ partNumber }) => partNumber,
    url: ({ ticket, partNumber }, _args, context) => partUrl(context, ticket, partNumber),
  },
};
