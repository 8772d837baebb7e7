import { DomainError } from '../errors/domain-error.ts';
import type { S3Connection } from './s3-connection.ts';
import { completeUpload, removeObject, sizeAt } from './s3-put.ts';

const GIB = 1024 ** 3;
/** The service copies no larger object, and no larger part, at once. Source: Amazon S3 User Guide, CopyObject. */
const LARGEST_COPY_BYTES = 5 * GIB;
const PART_BYTES = GIB;

/**
 * Moves an object to another key of its bucket: copied there by the service, and deleted here when the copy has its size.
 * @throws Error when there is an object at the other key; both are left as they were.
 * @throws DomainError FILE_BYTES_MISSING | STORAGE_UNAVAILABLE
 */
export async function moveObject(connection: S3Connection, from: string, to: string): Promise<void> {
  const sizeBytes = await sizeAt(connection, from);
  if (sizeBytes === undefined) throw new DomainError('FILE_BYTES_MISSING', 'The storage does not hold the bytes of this file.');
  if ((await sizeAt(connection, to)) !== undefined) throw new Error('A stored file already exists under this storage id.');
  const { bucket, driver } = connection.settings;
  const copy = { Bucket: bucket, Key: to, CopySource: `${bucket}/${from.split('/').map(encodeURIComponent).join('/')}` };
  if (sizeBytes > LARGEST_COPY_BYTES) await copyInParts(connection, copy, sizeBytes);
  else await connection.send(({ client, library }) => client.send(new library.CopyObjectCommand(copy)));
  const copied = await sizeAt(connection, to);
  if (copied !== sizeBytes) {
    throw new DomainError('STORAGE_UNAVAILABLE', `The storage "${driver}" copied ${copied ?? 'none'} of ${sizeBytes} bytes.`);
  }
  await removeObject(connection, from);
}

interface Copy {
  readonly Bucket: string;
  readonly Key: string;
  readonly CopySource: string;
}

async function copyInParts(connection: S3Connection, { CopySource, ...target }: Copy, sizeBytes: number): Promise<void> {
  const { UploadId } = await connection.send(({ client, library }) => client.send(new library.CreateMultipartUploadCommand(target)));
  const parts: { PartNumber: number; ETag: string | undefined }[] = [];
  for (let start = 0; start < sizeBytes; start += PART_BYTES) {
    const PartNumber = parts.length + 1;
    const CopySourceRange = `bytes=${start}-${Math.min(start + PART_BYTES, sizeBytes) - 1}`;
    const { CopyPartResult } = await connection.send(({ client, library }) =>
      client.send(new library.UploadPartCopyCommand({ ...target, UploadId, PartNumber, CopySource, CopySourceRange })),
    );
    parts.push({ PartNumber, ETag: CopyPartResult?.ETag });
  }
  await completeUpload(connection, { ...target, UploadId }, parts);
}
