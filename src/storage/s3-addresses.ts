import { encodedPath, presignedUrl } from './s3-presign.ts';
import type { S3Connection } from './s3-connection.ts';

/** What an address is for. */
interface Purpose {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly expiresInSeconds: number;
}

/** An address of the service itself for one object, which needs no other credentials. */
export async function signedAddress(connection: S3Connection, purpose: Purpose): Promise<string> {
  const { client } = await connection.access();
  const [region, credentials] = await Promise.all([client.config.region(), client.config.credentials()]);
  return presignedUrl({
    method: purpose.method,
    url: addressOf(connection, purpose.key, region),
    query: purpose.query ?? {},
    region,
    credentials,
    expiresInSeconds: purpose.expiresInSeconds,
    now: new Date(),
  });
}

function addressOf({ settings }: S3Connection, key: string, region: string): URL {
  const { bucket, pathStyle } = settings;
  const base = new URL(settings.publicEndpoint ?? settings.endpoint ?? `https://s3.${region}.amazonaws.com`);
  const folder = base.pathname.replace(/\/$/, '');
  const path = `${folder}/${pathStyle ? `${encodedPath(bucket)}/` : ''}${encodedPath(key)}`;
  return new URL(`${base.protocol}//${pathStyle ? '' : `${bucket}.`}${base.host}${path}`);
}
