import { z } from 'zod';
import type { ChecksumAlgorithm, ReplacementInput, UploadedFileInput } from '../../../resolvers/generated/resolver-types.ts';
import { CHECKSUM_ALGORITHMS } from '../../../vocabulary/files.ts';
import { flag } from '../../boolean-text.ts';
import { checkBySchema } from '../../schema-problems.ts';
import { jsonData } from './file-json-data.ts';

const algorithms: Readonly<Record<(typeof CHECKSUM_ALGORITHMS)[number], ChecksumAlgorithm>> = {
  MD5: 'MD5',
  'SHA-1': 'SHA_1',
  'SHA-256': 'SHA_256',
  'SHA-512': 'SHA_512',
};

const size = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,16}$/, 'must be a number of bytes')
    .transform(Number),
]);

/** Source: files.md 4.1, 22.6. */
const uploadedFileKeys = jsonData.extend({
  storageIdentifier: z.string({ error: 'must be the value that the upload was given' }),
  tabIngest: flag,
  fileName: z.string().nullish(),
  mimeType: z.string().nullish(),
  fileSize: size.pipe(z.int().min(0)).nullish(),
  md5Hash: z.string().nullish(),
  checksum: z
    .object({ '@type': z.enum(CHECKSUM_ALGORITHMS, { error: `must be one of ${CHECKSUM_ALGORITHMS.join(', ')}` }), '@value': z.string() })
    .nullish(),
});

interface Issues {
  addIssue(issue: { code: 'custom'; path: string[]; message: string }): void;
}

function checkUploadedFile(
  { checksum, md5Hash, dataFileTags }: Pick<z.infer<typeof uploadedFileKeys>, 'checksum' | 'md5Hash' | 'dataFileTags'>,
  context: Issues,
): void {
  if (!checksum && !md5Hash) context.addIssue({ code: 'custom', path: ['checksum'], message: 'is missing' });
  if (dataFileTags && dataFileTags.length > 0) {
    context.addIssue({ code: 'custom', path: ['dataFileTags'], message: 'must be absent or empty where the file is not tabular' });
  }
}

const uploadedFile = uploadedFileKeys.superRefine(checkUploadedFile);
const replacing = uploadedFileKeys.extend({ forceReplace: flag });
const replacement = replacing.extend({ fileToReplaceId: z.int('must be the id of a file') }).superRefine(checkUploadedFile);
const oneReplacement = replacing.superRefine(checkUploadedFile);

type UploadedFileJson = z.infer<typeof uploadedFileKeys>;

/** Whether a part `jsonData` is about bytes that were uploaded beforehand. */
export function namesUpload(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'storageIdentifier' in part && part.storageIdentifier !== null;
}

function inputOf(file: UploadedFileJson): UploadedFileInput {
  const { checksum, md5Hash, mimeType, fileSize, provFreeform, provFreeForm, dataFileTags: _none, tabIngest: ingest, ...rest } = file;
  return {
    ...rest,
    ingest,
    contentType: mimeType,
    sizeBytes: fileSize,
    provFreeForm: provFreeform ?? provFreeForm,
    checksum: checksum
      ? { algorithm: algorithms[checksum['@type']], value: checksum['@value'] }
      : { algorithm: 'MD5', value: md5Hash ?? '' },
  };
}

/** Reads the part `jsonData` about one uploaded file. @throws DomainError BAD_USER_INPUT */
export function readUploadedFile(part: unknown): UploadedFileInput {
  return inputOf(checkBySchema(uploadedFile, part, 'The part jsonData', '/jsonData'));
}

const uploadedFiles = z.array(uploadedFile, { error: 'must be an array of objects' });

/** Reads the part `jsonData` about many uploaded files. @throws DomainError BAD_USER_INPUT listing the problems of all of them. */
export function readUploadedFiles(part: unknown): UploadedFileInput[] {
  return checkBySchema(uploadedFiles, part, 'The part jsonData', '/jsonData').map(inputOf);
}

/** Reads the part `jsonData` about uploaded files that replace others. @throws DomainError BAD_USER_INPUT listing the problems of all of them. */
export function readReplacements(part: unknown): ReplacementInput[] {
  const schema = z.array(replacement, { error: 'must be an array of objects' });
  return checkBySchema(schema, part, 'The part jsonData', '/jsonData').map(({ fileToReplaceId, forceReplace, ...file }) => ({
    replaces: { databaseId: fileToReplaceId },
    file: inputOf(file),
    forceReplace,
  }));
}

/** Reads the part `jsonData` about an uploaded file that replaces another. @throws DomainError BAD_USER_INPUT */
export function readReplacement(part: unknown, replaces: ReplacementInput['replaces']): ReplacementInput {
  const { forceReplace, ...file } = checkBySchema(oneReplacement, part, 'The part jsonData', '/jsonData');
  return { replaces, file: inputOf(file), forceReplace };
}
