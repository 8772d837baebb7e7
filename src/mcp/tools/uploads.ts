import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  McpAddFileDocument,
  McpAddUploadedDocument,
  McpAdmissionDocument,
  McpBeginUploadDocument,
} from '../../generated/mcp-operations.ts';
import { StagedUpload } from '../../storage/staged-upload.ts';
import type { ChecksumAlgorithm } from '../../vocabulary/files.ts';
import { datasetArgument, datasetReference } from '../arguments.ts';
import { defineTool, found } from '../tool.ts';

/** Characters of a small file; the body of a request is bounded too. */
const LONGEST = 1_500_000;
const MOST_PARTS = 1_000;
/** Names of checksums as the storage knows them, by those of GraphQL. */
const ALGORITHMS: Readonly<Record<string, ChecksumAlgorithm>> = { SHA_1: 'SHA-1', SHA_256: 'SHA-256', SHA_512: 'SHA-512' };

const place = {
  name: z.string().trim().min(1).max(255).describe('Name of the file'),
  folder: z.string().max(1_000).optional().describe('Folder in the dataset'),
  description: z.string().max(10_000).optional(),
};

/** Adds a small file to the draft. */
export const uploadFileTool = defineTool(
  {
    name: 'upload_file',
    title: 'Add a small file to a draft',
    description: `Adds a file of text, or of bytes in base64, of at most ${LONGEST} characters. Larger files: begin_upload.`,
    readOnly: false,
  },
  z
    .strictObject({
      dataset: datasetArgument,
      ...place,
      text: z.string().max(LONGEST).optional(),
      base64: z.base64().max(LONGEST).optional(),
    })
    .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined), {
      error: 'needs either text or base64',
      path: ['text'],
    }),
  async ({ dataset, name, folder, description, text, base64 }, { run, storage }) => {
    const reference = datasetReference(dataset);
    const { uploadLimits } = found((await run(McpAdmissionDocument, { dataset: reference })).dataset, 'DATASET_NOT_FOUND');
    const bytes = base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64');
    const staged = await storage.stage(Readable.from([bytes], { objectMode: false }), {
      fileName: name,
      suppliedContentType: null,
      checksumAlgorithm: ALGORITHMS[uploadLimits.checksumAlgorithm] ?? 'MD5',
      maximumBytes: uploadLimits.maximumFileBytes,
    });
    try {
      const input = {
        dataset: reference,
        file: new StagedUpload(staged),
        unpack: false,
        directoryLabel: folder ?? null,
        description: description ?? null,
      };
      const { addFile } = await run(McpAddFileDocument, { input });
      return { ...addFile };
    } finally {
      // Does nothing for bytes that were kept.
      await storage.discard(staged);
    }
  },
);

/** Addresses for the parts of a large file. */
export const beginUploadTool = defineTool(
  {
    name: 'begin_upload',
    title: 'Begin the upload of a large file',
    description:
      'Gives addresses that take the parts of a file by HTTP PUT, without a token. Send every part with exactly sizeBytes bytes, then call finish_upload.',
    readOnly: false,
  },
  z
    .strictObject({
      dataset: datasetArgument,
      sizeBytes: z.int().min(1).max(Number.MAX_SAFE_INTEGER).describe('Size of the whole file'),
      partSizeBytes: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    })
    .refine(({ sizeBytes, partSizeBytes }) => partSizeBytes === undefined || sizeBytes / partSizeBytes <= MOST_PARTS, {
      error: `makes more than ${MOST_PARTS} parts`,
      path: ['partSizeBytes'],
    }),
  async ({ dataset, sizeBytes, partSizeBytes }, { run }) => {
    const input = { dataset: datasetReference(dataset), sizeBytes, partSizeBytes: partSizeBytes ?? null };
    return { ...(await run(McpBeginUploadDocument, { input })).beginUpload.upload };
  },
);

/** Makes a file of the dataset of the parts. */
export const finishUploadTool = defineTool(
  {
    name: 'finish_upload',
    title: 'Add an uploaded large file to the draft',
    description: 'Puts the parts together, compares the checksum, and adds the file.',
    readOnly: false,
  },
  z.strictObject({
    dataset: datasetArgument,
    storageIdentifier: z.string().min(1).max(1_000).describe('As begin_upload gave it'),
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
      .describe('SHA-256 of the whole file'),
    ...place,
  }),
  async ({ dataset, storageIdentifier, sha256, name, folder, description }, { run }) => {
    const checksum = { algorithm: 'SHA_256' as const, value: sha256 };
    const file = { storageIdentifier, fileName: name, checksum, directoryLabel: folder ?? null, description: description ?? null };
    const { addFiles } = await run(McpAddUploadedDocument, { input: { dataset: datasetReference(dataset), files: [file] } });
    return { ...addFiles.outcomes[0] };
  },
);
