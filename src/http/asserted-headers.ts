import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import type { AssertedHeaders } from '../request-context.ts';
import { isTrustedProxy } from './trusted-proxy.ts';

const LONGEST = 1_000;

/** Bytes beyond ASCII are UTF-8, as Shibboleth sends them; what is not, stays as it came. */
function decoded(value: string): string {
  const text = Buffer.from(value, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? value : text;
}

/**
 * What a trusted proxy says of the user that it has authenticated; undefined for other connections. It must be asked of no address but those
 * that the proxy protects: anywhere else a client can write the same headers. A header that comes twice says nothing, as the client may
 * have written one of them.
 */
export function assertedHeadersOf(trustedProxies: BlockList, { headersDistinct, socket }: IncomingMessage): AssertedHeaders | undefined {
  if (!isTrustedProxy(trustedProxies, socket.remoteAddress)) return undefined;
  return (name) => {
    const [value, ...more] = headersDistinct[name] ?? [];
    return value === undefined || value === '' || value.length > LONGEST || more.length > 0 ? undefined : decoded(value);
  };
}
