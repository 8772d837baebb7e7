import type { IncomingMessage } from 'node:http';

const plainHost = /^[A-Za-z0-9.:[\]_-]{1,255}$/;

/** Address of the server as the client knows it: the one that is configured, else the one that was asked. */
export function originOf(request: IncomingMessage, siteUrl: string | undefined): string {
  if (siteUrl !== undefined) return siteUrl;
  const scheme = 'encrypted' in request.socket ? 'https' : 'http';
  const host = request.headers.host ?? '';
  return `${scheme}://${plainHost.test(host) ? host : 'localhost'}`;
}
