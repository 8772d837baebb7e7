import { inOutgoingSpan } from '../../tracing/outgoing-span.ts';

/** How long a provider may take for an answer, headers and body together. */
export const PROVIDER_TIMEOUT_MS = 5_000;
/** Longest answer of a provider, in bytes; sets of keys and claims are far shorter. */
const LONGEST_ANSWER = 1_000_000;

interface BoundedRequest {
  readonly method?: string | undefined;
  readonly headers?: HeadersInit | undefined;
  readonly body?: ArrayBuffer | ReadableStream | URLSearchParams | Uint8Array | string | null | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

async function readBounded(response: Response, url: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > LONGEST_ANSWER) throw new Error(`The answer of ${new URL(url).origin} is longer than ${LONGEST_ANSWER} bytes.`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/**
 * Asks a provider: within a time and a size, and nowhere else than at the address itself. A redirect is returned as it is and not
 * followed.
 */
export async function boundedFetch(url: string, { method, headers, body, signal }: BoundedRequest): Promise<Response> {
  const limit = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
  const sent = { name: `${method ?? 'GET'} authentication provider`, address: url, attributes: { 'http.request.method': method ?? 'GET' } };
  const ask = () =>
    fetch(url, {
      method: method ?? 'GET',
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined || body === null ? {} : { body: body instanceof Uint8Array ? new Uint8Array(body) : body }),
      redirect: 'manual',
      signal: signal === undefined || signal === null ? limit : AbortSignal.any([signal, limit]),
    });
  const response = await inOutgoingSpan(sent, ask, ({ status }) => status);
  const bytes = await readBounded(response, url);
  const { status } = response;
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText: response.statusText, headers: response.headers });
}
