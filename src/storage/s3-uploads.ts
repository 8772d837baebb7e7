import { DomainError } from '../errors/domain-error.ts';
import type { ArrivedPart, DirectUploads, UploadInParts } from './direct-uploads.ts';
import type { FileLocation } from './file-storage.ts';
import { signedAddress } from './s3-addresses.ts';
import type { S3Connection } from './s3-connection.ts';
import { s3ErrorCode } from './s3-errors.ts';
import { completeUpload, sizeAt } from './s3-put.ts';
import { passPartOn } from './s3-receive-part.ts';

const MIB = 1024 * 1024;
/** Source: Amazon S3 User Guide, multipart upload limits. */
const MINIMUM_PART_BYTES = 5 * MIB;
const PART_BYTES = 64 * MIB;
const GONE = ['NoSuchUpload', 'NoSuchKey', 'NotFound'];
const REFUSED_PARTS = ['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall', 'MalformedXML'];

export interface S3Uploads {
  readonly connection: S3Connection;
  keyOf(location: FileLocation): string;
}

/** Uploads in parts to a bucket, sent to signed addresses of the service or through this server. */
export function createS3Uploads({ connection, keyOf }: S3Uploads): DirectUploads {
  const { bucket } = connection.settings;
  const targetOf = ({ location, uploadId }: UploadInParts) => ({ Bucket: bucket, Key: keyOf(location), UploadId: uploadId });

  async function listParts(upload: UploadInParts): Promise<(ArrivedPart & { readonly modifiedAt: Date })[]> {
    const parts: (ArrivedPart & { readonly modifiedAt: Date })[] = [];
    let after: string | undefined;
    do {
      const marker = after === undefined ? {} : { PartNumberMarker: after };
      const page = await orGone(() =>
        connection.send(({ client, library }) => client.send(new library.ListPartsCommand({ ...targetOf(upload), ...marker })), GONE),
      );
      for (const { PartNumber, ETag, Size, LastModified } of page.Parts ?? []) {
        if (PartNumber === undefined || ETag === undefined) continue;
        parts.push({ partNumber: PartNumber, etag: unquoted(ETag), sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) });
      }
      after = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
    } while (after !== undefined);
    return parts;
  }

  async function abort(upload: UploadInParts): Promise<void> {
    await connection
      .send(({ client, library }) => client.send(new library.AbortMultipartUploadCommand(targetOf(upload))), GONE)
      .catch((error: unknown) => {
        if (error instanceof DomainError) throw error;
      });
  }

  async function* uploadsUnderWay(): AsyncGenerator<{ readonly key: string; readonly uploadId: string; readonly begunAt: Date }> {
    let after: { readonly KeyMarker?: string | undefined; readonly UploadIdMarker?: string | undefined } | undefined;
    do {
      const marker: object = after ?? {};
      const page = await connection.send(({ client, library }) =>
        client.send(new library.ListMultipartUploadsCommand({ Bucket: bucket, ...marker })),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Key !== undefined && UploadId !== undefined) yield { key: Key, uploadId: UploadId, begunAt: Initiated ?? new Date() };
      }
      after = page.IsTruncated === true ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
    } while (after !== undefined);
  }

  return {
    minimumPartBytes: MINIMUM_PART_BYTES,
    partBytes: PART_BYTES,
    hasOwnAddresses: true,

    signFile: (location, expiresInSeconds) => signedAddress(connection, { method: 'PUT', key: keyOf(location), expiresInSeconds }),

    signPart: ({ location, uploadId }, partNumber, expiresInSeconds) =>
      signedAddress(connection, {
        method: 'PUT',
        key: keyOf(location),
        query: { partNumber: String(partNumber), uploadId },
        expiresInSeconds,
      }),

    async begin(location) {
      const target = { Bucket: bucket, Key: keyOf(location) };
      const { UploadId } = await connection.send(({ client, library }) => client.send(new library.CreateMultipartUploadCommand(target)));
      if (UploadId === undefined) throw new Error('The store gave the upload no id.');
      return { location, uploadId: UploadId };
    },

    async receivePart(upload, part, source) {
      source.on('error', () => {});
      try {
        return await orGone(() => passPartOn(connection, targetOf(upload), part, source));
      } finally {
        source.destroy();
      }
    },

    async listParts(upload) {
      return (await listParts(upload)).map(({ partNumber, etag, sizeBytes }) => ({ partNumber, etag, sizeBytes }));
    },

    async complete(upload, parts) {
      const target = targetOf(upload);
      if ((await sizeAt(connection, target.Key)) !== undefined) throw new Error('A stored file already exists under this storage id.');
      const sent = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
      await orGone(() => completeUpload(connection, target, sent, [...GONE, ...REFUSED_PARTS]));
      return (await sizeAt(connection, target.Key)) ?? 0;
    },

    abort,

    async sweep(olderThanMs) {
      const oldest = Date.now() - olderThanMs;
      let removed = 0;
      for await (const { key, uploadId, begunAt } of uploadsUnderWay()) {
        if (begunAt.getTime() > oldest) continue;
        const [authority = '', ...rest] = key.split('/');
        const location = { driver: connection.settings.driver, authority, storageId: rest.pop() ?? '', identifier: rest.join('/') };
        const parts = await listParts({ location, uploadId }).catch(() => undefined);
        if (parts === undefined || parts.some(({ modifiedAt }) => modifiedAt.getTime() > oldest)) continue;
        await abort({ location, uploadId });
        removed += 1;
      }
      return removed;
    },
  };
}

async function orGone<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const code = s3ErrorCode(error);
    if (GONE.includes(code)) {
      throw new DomainError('UPLOAD_NOT_FOUND', 'There is no such upload: it was completed or aborted, or has expired.');
    }
    if (REFUSED_PARTS.includes(code)) throw badParts('The store does not hold these parts, or one other than the last is too small.');
    throw error;
  }
}

function badParts(message: string, pointer = '/parts'): DomainError {
  return new DomainError('BAD_USER_INPUT', message, { problems: [{ pointer, message }] });
}

function unquoted(etag: string): string {
  return etag.replace(/^"|"$/g, '');
}
