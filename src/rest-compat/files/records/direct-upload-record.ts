import type { DirectUploadRecordFragment, UploadedFileOutcomeRecordFragment } from '../../../generated/operations.ts';
import { fileRecord } from './file-record.ts';
import type { JsonRecord } from '../../records/record.ts';

/** Path of the calls that complete an upload or give it up. Source: files.md 22.6. */
function multipartPath({ id, storageIdentifier, dataset }: DirectUploadRecordFragment): string {
  const query = new URLSearchParams({ globalid: dataset.persistentId, uploadid: id, storageidentifier: storageIdentifier });
  return `/api/datasets/mpupload?${query.toString()}`;
}

/** The addresses to which a new upload is sent. Source: files.md 22.6. */
export function uploadUrlsRecord(upload: DirectUploadRecordFragment): JsonRecord {
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
export function uploadStateRecord(upload: DirectUploadRecordFragment): JsonRecord {
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
): JsonRecord {
  if (file === null) return { storageIdentifier, errorMessage: refusal?.message ?? '', errorCode: refusal?.code, fileDetails: {} };
  const warned = warning === null ? {} : { warningMessage: warning };
  return { storageIdentifier, successMessage, ...warned, fileDetails: fileRecord(file) };
}

/** What became of many files. Source: files.md 22.6. */
export function outcomesRecord(outcomes: readonly UploadedFileOutcomeRecordFragment[], verb: 'added' | 'replaced'): JsonRecord {
  const done = outcomes.filter(({ file }) => file !== null).length;
  return {
    Files: outcomes.map((outcome) => outcomeRecord(outcome, `The file was ${verb}.`)),
    Result: { 'Total number of files': outcomes.length, [`Number of files successfully ${verb}`]: done },
  };
}
