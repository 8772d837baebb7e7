import type { FileLocation, FileStore, StoreFacts } from './file-storage.ts';
import { locationSegments } from './location-path.ts';
import { signedAddress } from './s3-addresses.ts';
import { createS3Connection, type S3Connection, type S3Settings } from './s3-connection.ts';
import { listObjects } from './s3-list.ts';
import { moveObject } from './s3-move.ts';
import { putFile, removeObject, sizeAt } from './s3-put.ts';
import { openObject } from './s3-read.ts';
import { createS3Uploads } from './s3-uploads.ts';

export interface S3StoreOptions extends Omit<StoreFacts, 'type'>, Omit<S3Settings, 'driver'> {}

/** Files in a bucket of any service that speaks S3: at the key `<authority>/<identifier>/<id>`. Source: files.md 18. */
export function createS3Store({ label, directUpload, directDownload, ...settings }: S3StoreOptions): FileStore {
  const connection: S3Connection = createS3Connection(settings);
  const { driver, bucket } = settings;
  const keyOf = (location: FileLocation): string => locationSegments(location).join('/');

  return {
    facts: { driver, type: 's3', label, directUpload, directDownload },
    isRemote: true,

    storageIdentifier: (storageId) => `${driver}://${bucket}:${storageId}`,

    put: async (path, sizeBytes, location) => putFile(connection, { path, sizeBytes, key: keyOf(location) }),
    open: async (location, range) => openObject(connection, keyOf(location), range),
    sizeOf: async (location) => sizeAt(connection, keyOf(location)),
    remove: async (location) => removeObject(connection, keyOf(location)),
    move: async (from, to) => moveObject(connection, keyOf(from), keyOf(to)),
    list: (scope) => listObjects(connection, scope),

    localPath: () => undefined,
    space: async () => undefined,

    async downloadUrl(location, { contentDisposition, contentType, expiresInSeconds }) {
      if (!directDownload) return undefined;
      const query = { 'response-content-disposition': contentDisposition, 'response-content-type': contentType };
      return signedAddress(connection, { method: 'GET', key: keyOf(location), query, expiresInSeconds });
    },

    uploads: createS3Uploads({ connection, keyOf }),
  };
}
