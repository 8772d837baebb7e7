/** Requests of workflows, signed so that a receiver knows them as ours. */
import type { StepRequests, StepResponse } from '../../kernel/ports/step-requests.ts';
import { signatureHeaders } from '../../kernel/signed-message.ts';
import { inOutgoingSpan } from '../../tracing/outgoing-span.ts';

export interface StepRequestOptions {
  /** Hosts that may be called, with or without a port; `*.` before one stands for those below it. Undefined for any. */
  readonly hosts: readonly string[] | undefined;
  /** 30 seconds by default. */
  readonly timeLimitMs?: number;
  readonly userAgent: string;
  /** Key of the signatures. */
  readonly key: Buffer;
  /** Now, in milliseconds since 1970. */
  readonly now?: () => number;
}

/** Of one request. */
const TIME_LIMIT_MS = 30_000;

function isNamed(url: URL, entry: string): boolean {
  const { hostname, protocol } = url;
  const address = `${hostname}:${url.port || (protocol === 'https:' ? '443' : '80')}`;
  const wanted = entry.toLowerCase();
  if (wanted.startsWith('*.')) return hostname.endsWith(wanted.slice(1)) || address.endsWith(wanted.slice(1));
  return wanted === hostname || wanted === address;
}

/** What went wrong, without the address: it may hold the id of an invocation. */
function reasonOf(error: unknown, timeLimitMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `no answer within ${timeLimitMs / 1000} seconds`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  return code === undefined ? 'the request failed' : `the connection failed (${code})`;
}

/** Makes the sender. */
export function createStepRequests({
  hosts,
  timeLimitMs = TIME_LIMIT_MS,
  userAgent,
  key,
  now = Date.now,
}: StepRequestOptions): StepRequests {
  return {
    allows: (url) => hosts === undefined || hosts.some((entry) => isNamed(url, entry)),
    send: async (request): Promise<StepResponse> => {
      const { method, url, contentType, body, messageId } = request;
      const signature = signatureHeaders(key, { id: messageId, sentAt: new Date(now()), body: body ?? '' });
      try {
        const sent = { name: `${method} workflow step`, address: url, attributes: { 'http.request.method': method } };
        const ask = () =>
          fetch(url, {
            method,
            body,
            headers: { 'content-type': contentType, 'user-agent': userAgent, ...signature },
            // A redirect may lead to a host that the operator does not allow.
            redirect: 'manual',
            signal: AbortSignal.timeout(timeLimitMs),
          });
        const response = await inOutgoingSpan(sent, ask, ({ status }) => status);
        // The status is all that counts.
        await response.body?.cancel();
        return { status: response.status };
      } catch (error) {
        return { failure: reasonOf(error, timeLimitMs) };
      }
    },
  };
}
