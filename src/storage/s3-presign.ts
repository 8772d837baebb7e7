import { createHash, createHmac } from 'node:crypto';

/** What a signature needs of the caller's account. */
export interface SigningCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface PresignedRequest {
  readonly method: 'GET' | 'PUT';
  /** Without a query. */
  readonly url: URL;
  readonly query: Readonly<Record<string, string>>;
  readonly region: string;
  readonly credentials: SigningCredentials;
  /** At most seven days. */
  readonly expiresInSeconds: number;
  readonly now: Date;
}

const SERVICE = 's3';
const ALGORITHM = 'AWS4-HMAC-SHA256';

/**
 * A URL that allows its holder one kind of request until it expires. It does not contain the secret key. Source: Amazon S3 API Reference,
 * Authenticating Requests: Using Query Parameters (AWS Signature Version 4).
 */
export function presignedUrl({ method, url, query, region, credentials, expiresInSeconds, now }: PresignedRequest): string {
  const moment = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${moment.slice(0, 8)}/${region}/${SERVICE}/aws4_request`;
  const signed: Record<string, string> = {
    ...query,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${credentials.accessKeyId}/${scope}`,
    'X-Amz-Date': moment,
    'X-Amz-Expires': String(expiresInSeconds),
    'X-Amz-SignedHeaders': 'host',
    ...(credentials.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': credentials.sessionToken }),
  };
  const queryText = Object.entries(signed)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const request = [method, url.pathname, queryText, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const toSign = [ALGORITHM, moment, scope, createHash('sha256').update(request).digest('hex')].join('\n');
  const key = scope.split('/').reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${credentials.secretAccessKey}`);
  return `${url.origin}${url.pathname}?${queryText}&X-Amz-Signature=${hmac(key, toSign).toString('hex')}`;
}

/** A key as a path: every octet but those of RFC 3986's unreserved characters encoded, slashes kept. */
export function encodedPath(key: string): string {
  return key.split('/').map(encoded).join('/');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
