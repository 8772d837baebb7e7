import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const acceptable = /^[A-Za-z0-9._-]{8,64}$/;
const prefix = randomBytes(6).toString('hex');
let count = 0;

/**
 * Name of a request: the one a proxy sent in `X-Request-Id` when it is plain, else one that is unique to this process.
 */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  if (typeof sent === 'string' && acceptable.test(sent)) return sent;
  count += 1;
  return `${prefix}-${count.toString(36)}`;
}
