import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the browser that sends a form keeps cookies of this server: it does over TLS, and of its own machine. The header tells by
 * which scheme the browser came, also where a proxy in front ends TLS.
 */
export function keepsCookies({ origin }: IncomingHttpHeaders): boolean {
  if (origin === undefined || !URL.canParse(origin)) return true;
  const { protocol, hostname } = new URL(origin);
  return protocol !== 'http:' || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
