import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { WebhookRequest, WebhookSender } from '../../kernel/ports/webhook-sender.ts';
import { type AllowedHosts, isAllowed, mayReach } from './reachable-addresses.ts';
import { inOutgoingSpan } from '../../tracing/outgoing-span.ts';

export interface WebhookSenderOptions {
  readonly allowed: AllowedHosts;
  readonly userAgent: string;
  readonly timeoutMs?: number;
  /** Finds the addresses of a name; tests give answers of their own. */
  readonly resolveName?: (hostname: string) => Promise<readonly LookupAddress[]>;
}

/** Kept open to one receiver. */
const CONNECTIONS = 32;
const TIMEOUT_MS = 10_000;
const KEPT_ALIVE_MS = 15_000;
/** How much is read of an answer, which is discarded. */
const READ_BYTES = 16 * 1024;
const LONGEST_URL = 2_000;

const NOT_REACHABLE = 'The address leads where webhooks may not reach.';

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function resolveAll(hostname: string): Promise<readonly LookupAddress[]> {
  return new Promise((done, fail) =>
    resolve(hostname, { all: true }, (error, addresses) => (error === null ? done(addresses) : fail(error))),
  );
}

/** Words for a failure that tell nothing of this machine or its network. */
function inWords(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const name = error instanceof Error ? error.name : '';
  if (error instanceof Error && error.message === NOT_REACHABLE) return error;
  if (name === 'TimeoutError' || code.endsWith('TIMEOUT')) return new Error('The receiver did not answer in time.', { cause: error });
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new Error('The name of the receiver could not be resolved.', { cause: error });
  if (code.includes('CERT') || code.includes('TLS') || code.includes('SSL') || code.includes('SIGNATURE')) {
    return new Error(`No encrypted connection to the receiver (${code}).`, { cause: error });
  }
  return new Error(`No connection to the receiver${code === '' ? '' : ` (${code})`}.`, { cause: error });
}

/**
 * Makes the sender. A name is resolved once for a connection, every address that it leads to has to be allowed, and the connection goes
 * to one of these: a name that is resolved anew in between leads nowhere else.
 */
export function createWebhookSender({
  allowed,
  userAgent,
  timeoutMs = TIMEOUT_MS,
  resolveName = resolveAll,
}: WebhookSenderOptions): WebhookSender {
  const lookup: LookupFunction = (hostname, options: LookupOptions, callback) => {
    resolveName(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every(({ address }) => mayReach(address, hostname, allowed))) {
          callback(new Error(NOT_REACHABLE), '', 0);
        } else if (options.all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error('The name could not be resolved.'), '', 0),
    );
  };
  const connect = buildConnector({ timeout: timeoutMs, lookup });
  const agent = new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: KEPT_ALIVE_MS,
    connect: (options, callback) => {
      const hostname = bare(options.hostname);
      // An address needs no lookup, and gets none.
      if (isIP(hostname) !== 0 && !mayReach(hostname, hostname, allowed)) callback(new Error(NOT_REACHABLE), null);
      else connect(options, callback);
    },
  });

  function faultOf(text: string): string | undefined {
    if (text.length > LONGEST_URL || !URL.canParse(text)) return `must be an address of at most ${LONGEST_URL} characters`;
    const { protocol, username, password, hash, hostname } = new URL(text);
    const host = bare(hostname);
    if (protocol !== 'https:' && !(protocol === 'http:' && isAllowed(host, host, allowed))) return 'must begin with https://';
    if (username !== '' || password !== '' || hash !== '') return 'must not hold credentials or a fragment';
    if (isIP(host) !== 0 && !mayReach(host, host, allowed)) return 'must not lead to this machine or a private network';
    return undefined;
  }

  return {
    faultOf,
    send: async ({ url, headers, body }: WebhookRequest) => {
      const fault = faultOf(url);
      if (fault !== undefined) throw new Error(`The address ${fault}.`);
      const { origin, pathname, search } = new URL(url);
      try {
        const sent = { name: 'POST webhook', address: url, attributes: { 'http.request.method': 'POST' }, startsTrace: true };
        const ask = () =>
          agent.request({
            origin,
            path: pathname + search,
            method: 'POST',
            headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
            body,
            signal: AbortSignal.timeout(timeoutMs),
          });
        const answer = await inOutgoingSpan(sent, ask, ({ statusCode }) => statusCode);
        // An answer that goes on and on ends its connection, and has been given all the same.
        await answer.body.dump({ limit: READ_BYTES }).catch(() => undefined);
        return answer.statusCode;
      } catch (error) {
        throw inWords(error);
      }
    },
    close: () => agent.destroy(),
  };
}
