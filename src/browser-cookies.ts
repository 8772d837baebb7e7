/** Cookies of this server: for this host alone, over TLS alone, and out of reach of scripts. Leaf module. Source: RFC 6265bis, 4.1.3.2. */
import type { IncomingHttpHeaders } from 'node:http';

/** By what each cookie is for: the session, what is kept between the steps of a sign-in, the language of the pages, and messages that are not shown again. */
const COOKIES = {
  session: '__Host-archivolt-session',
  trip: '__Host-archivolt-sign-in',
  signUp: '__Host-archivolt-sign-up',
  language: '__Host-archivolt-language',
  hiddenMessages: '__Host-archivolt-hidden-messages',
} as const;
export type CookieName = keyof typeof COOKIES;

/** The value of a cookie; the first one where a browser sends several. */
export function readCookie({ cookie = '' }: IncomingHttpHeaders, name: CookieName): string | undefined {
  const beginning = `${COOKIES[name]}=`;
  const found = cookie
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(beginning));
  return found?.slice(beginning.length);
}

/** Sets a cookie; with an end it outlives the browser's window. */
export function setCookie(name: CookieName, value: string, until?: Date): string {
  const end = until === undefined ? '' : `; Expires=${until.toUTCString()}`;
  return `${COOKIES[name]}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax${end}`;
}

/** Takes a cookie away. */
export function clearCookie(name: CookieName): string {
  return setCookie(name, '', new Date(0));
}

/**
 * Whether a page of this server itself sends a request: browsers say so of every request that can change something.
 * Source: Fetch Metadata, 2.3; RFC 6454, 7.
 */
export function isFromOwnPage({ 'sec-fetch-site': site, origin, host = '' }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}
