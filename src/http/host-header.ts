import type { IncomingMessage } from 'node:http';
import { DomainError } from '../errors/domain-error.ts';

/** A name, an IPv4 address, or an IPv6 address in brackets, and perhaps a port. Source: RFC 3986, 3.2.2. */
const HOST = /^(?:[A-Za-z0-9._~!$&'()*+,;=%-]{1,255}|\[[A-Za-z0-9:.]{2,255}\])(?::\d{0,5})?$/;

/** The fault of a request's `Host`. Node keeps only the first of several in `headers`, so this reads the raw headers. */
function faultOf({ rawHeaders, httpVersionMajor: major, httpVersionMinor: minor }: IncomingMessage): string | undefined {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return 'was sent more than once';
    host = rawHeaders[at + 1];
  }
  if (host === undefined) return major === 1 && minor === 0 ? undefined : 'is missing';
  return HOST.test(host) ? undefined : 'is not a host name';
}

/**
 * The refusal of a request that does not say which host it is for, undefined for any other: with two headers, a proxy in front may have
 * used the other one. Source: RFC 9110, 7.2; RFC 9112, 3.2.
 */
export function hostFault(request: IncomingMessage): DomainError | undefined {
  const fault = faultOf(request);
  if (fault === undefined) return undefined;
  return new DomainError('BAD_USER_INPUT', `The header Host ${fault}; a request must name exactly one host.`, {
    problems: [{ pointer: '/header/Host', message: fault }],
  });
}
