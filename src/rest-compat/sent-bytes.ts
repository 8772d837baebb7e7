import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { DomainError } from '../errors/domain-error.ts';
import { IncomingBytes } from '../storage/incoming-bytes.ts';

/** A body that is bytes and nothing else. */
export interface SentBytes {
  readonly bytes: IncomingBytes;
  /** MD5 that the header `Content-MD5` claims, in hexadecimal; null without it. Source: RFC 1864. */
  readonly md5: string | null;
}

const MD5_BYTES = 16;

function readMd5(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string') return null;
  const digest = Buffer.from(header.trim(), 'base64');
  if (digest.length === MD5_BYTES && /^[A-Za-z0-9+/]{22}==$/.test(header.trim())) return digest.toString('hex');
  throw new DomainError('BAD_USER_INPUT', 'The header Content-MD5 must be the MD5 of the body in base64.', {
    problems: [{ pointer: '/header/Content-MD5', message: 'must be the base64 form of 16 bytes' }],
  });
}

/** The body of a request as bytes that are read when they are opened. @throws DomainError BAD_USER_INPUT when its MD5 is malformed. */
export function sentBytes(request: IncomingMessage): SentBytes {
  const length = request.headers['content-length'];
  // Not the request itself: destroying it at the first fault would take the connection of the answer away.
  const open = () => Readable.from(request.iterator({ destroyOnReturn: false }), { objectMode: false });
  return { bytes: new IncomingBytes(open, length === undefined ? null : Number(length)), md5: readMd5(request.headers['content-md5']) };
}
