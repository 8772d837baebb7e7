/** Who calls on the surfaces beside the API. */
import type { IncomingMessage } from 'node:http';
import { readCookie } from '../browser-cookies.ts';
import { type Credentials, readCredentials } from '../rest-compat/credentials.ts';

/**
 * Who signs in, or has, is known by the session of the browser alone. No page can read the one that it leads to: providers lead back here,
 * and the browser says so of every address on that way.
 */
export function readBrowserCredentials(request: IncomingMessage, requestId: string): Credentials {
  const read = readCredentials({ request, target: request.url ?? '', requestId, query: {}, auth: 'token', ignored: false });
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const session = reads ? readCookie(request.headers, 'session') : read.session;
  return { ...read, apiToken: undefined, invocationId: undefined, bearerToken: undefined, session, forPage: true };
}

/** The reader of a page is a guest, whatever token the request has, or the bearer of the private URL whose token is in the address. */
export function readPageCredentials(request: IncomingMessage, requestId: string, token: string | undefined): Credentials {
  const read = readCredentials({ request, target: request.url ?? '', requestId, query: {}, auth: 'public', ignored: true });
  const guest = { ...read, forPage: true };
  // The token of an anonymised private URL is good for files alone; its draft is read by the operation that keeps back what it must.
  return token === undefined ? guest : { ...guest, apiToken: token, readsFile: true };
}

/** A program is known by the token that it sends, and a guest without one; no cookie of a browser counts. */
export function readProgramCredentials(request: IncomingMessage, requestId: string): Credentials {
  const read = readCredentials({ request, target: request.url ?? '', requestId, query: {}, auth: 'token', ignored: false });
  return { ...read, session: undefined, invocationId: undefined };
}

/** Operations of GraphQL are sent with whatever credentials the API takes. */
export function readOperationCredentials(request: IncomingMessage & { readonly originalUrl: string }, requestId: string): Credentials {
  return readCredentials({ request, target: request.originalUrl, requestId, query: {}, auth: 'token', ignored: false });
}

/** Who deposits is known by the token alone, which is the user name of basic authentication. */
export function readDepositorCredentials(request: IncomingMessage, requestId: string, token: string): Credentials {
  const guest = readCredentials({ request, target: request.url ?? '', requestId, query: {}, auth: 'public', ignored: true });
  return { ...guest, apiToken: token };
}
