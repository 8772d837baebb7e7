import type { IncomingHttpHeaders } from 'node:http';
import type { BlockList } from 'node:net';
import type { Visitor } from '../request-context.ts';
import { isTrustedProxy } from './trusted-proxy.ts';

/** The unchecked claims of a request about its sender. */
export interface VisitorSource {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Address of the other end of the connection. */
  readonly remoteAddress: string | undefined;
}

/** A part of a file that is not its beginning: what goes on has been counted before. */
const CONTINUATION = /^bytes=(?!0-)/;

/**
 * Makes the rule by which both APIs determine whose usage counts; undefined for requests that count no usage: HEAD, and the further parts
 * of a download. A country is accepted only from a trusted proxy.
 */
export function visitorOf({
  trustedProxies,
  countryHeader,
}: {
  readonly trustedProxies: BlockList;
  readonly countryHeader: string | undefined;
}): (source: VisitorSource, address: string | undefined) => Visitor | undefined {
  function countryOf({ headers, remoteAddress }: VisitorSource): string {
    const told = countryHeader === undefined ? undefined : headers[countryHeader];
    if (typeof told !== 'string' || !/^[A-Za-z]{2}$/.test(told)) return '';
    return isTrustedProxy(trustedProxies, remoteAddress) ? told.toLowerCase() : '';
  }

  return (source, address) => {
    const { method, headers } = source;
    if (method === 'HEAD' || CONTINUATION.test(headers.range ?? '')) return undefined;
    return { address, userAgent: headers['user-agent'] ?? '', country: countryOf(source) };
  };
}
