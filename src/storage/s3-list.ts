import type { ListingScope, StoredObject } from './file-storage.ts';
import { folderSegments, segmentsLocation } from './location-path.ts';
import type { S3Connection } from './s3-connection.ts';

/** The objects of a bucket that can be files of ours, page by page. @throws DomainError STORAGE_UNAVAILABLE */
export async function* listObjects(connection: S3Connection, scope?: ListingScope): AsyncGenerator<StoredObject> {
  const { bucket, driver } = connection.settings;
  const narrowed = scope === undefined ? {} : { Prefix: `${folderSegments(scope).join('/')}/${scope.startingWith ?? ''}`, Delimiter: '/' };
  let after: string | undefined;
  do {
    const token = after === undefined ? {} : { ContinuationToken: after };
    const page = await connection.send(({ client, library }) =>
      client.send(new library.ListObjectsV2Command({ Bucket: bucket, ...narrowed, ...token })),
    );
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      const location = Key === undefined ? undefined : segmentsLocation(driver, Key.split('/'));
      if (location !== undefined) yield { location, sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
    }
    after = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (after !== undefined);
}
