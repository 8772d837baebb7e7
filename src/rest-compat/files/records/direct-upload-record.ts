import { z, type ZodType } from 'zod';
import type { DirectUploadRecordFragment, UploadedFileOutcomeRecordFragment } from '../../../generated/operations.ts';
import { listOf, mapOf, recordSchema } from '../../records/schema.ts';
import { fileRecord, fileSchema } from './file-record.ts';

export const uploadUrlsSchema = recordSchema(
  'UploadTicket',
  'Where to send a file: one URL, or one for each part. Source: files.md 22.6.',
  {
    url: z.string().optional().describe('URL of the whole file, for PUT.'),
    urls: mapOf(z.string()).optional().describe('URLs of the parts by their numbers from 1, for PUT.'),
    abort: z.string().optional().describe('Path that aborts an upload in parts, by DELETE.'),
    complete: z.string().optional().describe('Path that completes an upload in parts, by PUT.'),
    partSize: z.int().describe('Bytes of each part but the last.'),
    storageIdentifier: z.string().describe('Identifies the bytes when the file is added.'),
  },
);

export const uploadStateSchema = recordSchema('UploadState', 'Progress of an upload in parts. Source: files.md 22.6.', {
  uploadId: z.string(),
  storageIdentifier: z.string(),
  size: z.int().describe('Bytes of the whole file.'),
  partSize: z.int().describe('Bytes of each part but the last.'),
  expiresAt: z.string().meta({ format: 'date-time', description: 'When it expires: ISO 8601.' }),
  complete: z.boolean(),
  parts: mapOf(z.string()).describe('Entity tags of the parts that have arrived, by their numbers from 1.'),
  urls: mapOf(z.string()).describe('URLs of the parts that have not arrived, by their numbers from 1.'),
});

const outcomeSchema = recordSchema('UploadedFileOutcome', 'The result for one of many files. Source: files.md 22.6.', {
  storageIdentifier: z.string(),
  successMessage: z.string().optional(),
  warningMessage: z.string().optional(),
  errorMessage: z.string().optional(),
  errorCode: z.string().optional().describe('Code of the refusal.'),
  fileDetails: fileSchema.partial().describe('The file; empty if it was refused.'),
});

/** The numbers of an outcome, under keys that say what they count. */
const resultSchema: ZodType<Readonly<Record<string, number | undefined>>> = z.strictObject({
  'Total number of files': z.int(),
  'Number of files successfully added': z.int().optional(),
  'Number of files successfully replaced': z.int().optional(),
});

export const outcomesSchema = recordSchema('UploadedFileOutcomes', 'The results for many files. Source: files.md 22.6.', {
  Files: listOf(outcomeSchema).describe('In the order of the request.'),
  Result: resultSchema,
});

/** Path of the calls that complete an upload or give it up. Source: files.md 22.6. */
function multipartPath({ id, storageIdentifier, dataset }: DirectUploadRecordFragment): string {
  const query = new URLSearchParams({ globalid: dataset.persistentId, uploadid: id, storageidentifier: storageIdentifier });
  return `/api/datasets/mpupload?${query.toString()}`;
}

/** The addresses to which a new upload is sent. Source: files.md 22.6. */
export function uploadUrlsRecord(upload: DirectUploadRecordFragment): z.infer<typeof uploadUrlsSchema> {
  const { parts, partSizeBytes, storageIdentifier } = upload;
  const [first, ...others] = parts;
  const path = multipartPath(upload);
  const urls =
    others.length === 0
      ? { url: first?.url ?? '' }
      : { urls: Object.fromEntries(parts.map(({ number, url }) => [String(number), url])), abort: path, complete: path };
  return { ...urls, partSize: partSizeBytes, storageIdentifier };
}

/** How far an upload has come, with the addresses of the parts that have not arrived. */
export function uploadStateRecord(upload: DirectUploadRecordFragment): z.infer<typeof uploadStateSchema> {
  const { id, storageIdentifier, sizeBytes, partSizeBytes, expiresAt, complete, parts } = upload;
  return {
    uploadId: id,
    storageIdentifier,
    size: sizeBytes,
    partSize: partSizeBytes,
    expiresAt,
    complete,
    parts: Object.fromEntries(parts.flatMap(({ number, etag }) => (etag === null ? [] : [[String(number), etag]]))),
    urls: Object.fromEntries(parts.flatMap(({ number, etag, url }) => (etag === null ? [[String(number), url]] : []))),
  };
}

function outcomeRecord(
  { storageIdentifier, file, warning, refusal }: UploadedFileOutcomeRecordFragment,
  successMessage: string,
): z.infer<typeof outcomeSchema> {
  if (file === null) return { storageIdentifier, errorMessage: refusal?.message ?? '', errorCode: refusal?.code, fileDetails: {} };
  return { storageIdentifier, successMessage, warningMessage: warning ?? undefined, fileDetails: fileRecord(file) };
}

/** What became of many files. Source: files.md 22.6. */
export function outcomesRecord(
  outcomes: readonly UploadedFileOutcomeRecordFragment[],
  verb: 'added' | 'replaced',
): z.infer<typeof outcomesSchema> {
  const done = outcomes.filter(({ file }) => file !== null).length;
  return {
    Files: outcomes.map((outcome) => outcomeRecord(outcome, `The file was ${verb}.`)),
    Result: { 'Total number of files': outcomes.length, [`Number of files successfully ${verb}`]: done },
  };
}
