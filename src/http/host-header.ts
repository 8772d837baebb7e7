import type { IncomingMessage, ServerResponse } from 'node:http';
import { ENVELOPE_CONTENT_TYPE, refusalBody } from '../rest-compat/envelope.ts';
import { requestIdOf } from '../rest-compat/request-id.ts';

/** A name, an IPv4 address, or an IPv6 address in brackets, and perhaps a port. Source: RFC 3986, 3.2.2. */
const HOST = /^(?:[A-Za-z0-9._~!$&'()*+,;=%-]{1,255}|\[[A-Za-z0-9:.]{2,255}\])(?::\d{0,5})?$/;

/** What is wrong with the `Host` of a request. Node keeps the first of several in `headers`, so the lines as sent are looked at. */
function faultOf({ rawHeaders, httpVersionMajor: major, httpVersionMinor: minor }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter((_text, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');
  const [host] = hosts;
  if (hosts.length > 1) return 'was sent more than once';
  if (host === undefined) return major === 1 && minor === 0 ? undefined : 'is missing';
  return HOST.test(host) ? undefined : 'is not the name of a host';
}

/**
 * Refuses a request that does not say which host it is for: of two headers a proxy in front may have obeyed the other one.
 * Source: RFC 9110, 7.2; RFC 9112, 3.2.
 * @returns whether it was answered; its connection is then closed.
 */
export function refusesHost(request: IncomingMessage, response: ServerResponse): boolean {
  const fault = faultOf(request);
  if (fault === undefined) return false;
  const body = refusalBody({
    code: 'BAD_USER_INPUT',
    status: 400,
    message: `The header Host ${fault}; a request names exactly one host.`,
    problems: [{ pointer: '/header/Host', message: fault }],
    requestId: requestIdOf(request),
  });
  response.writeHead(400, {
    'Content-Type': ENVELOPE_CONTENT_TYPE,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(body);
  return true;
}
