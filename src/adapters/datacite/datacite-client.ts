/**
 * The registration agency's REST API (JSON:API), as far as identifiers of datasets need it. Source: DataCite REST API reference, `/dois`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { inOutgoingSpan } from '../../tracing/outgoing-span.ts';

const MEDIA_TYPE = 'application/vnd.api+json';
const TIMEOUT_MS = 20_000;
/** Longest wait, within a call, for a pause that the service requested; with a longer pause the job is retried later. */
const LONGEST_WAIT_MS = 30_000;
/** Longest pause that is accepted. */
const LONGEST_PAUSE_MS = 3_600_000;
/** About as many characters of an error response are read. */
const LONGEST_REFUSAL = 65_536;

export interface DataciteAccount {
  /** Address of the API without a trailing slash; requests go nowhere else. */
  readonly url: string;
  readonly repositoryId: string;
  readonly password: string;
}

export interface DataciteClientOptions extends DataciteAccount {
  /** Sent with each request as the user agent. */
  readonly userAgent: string;
  readonly timeoutMs?: number;
  readonly longestWaitMs?: number;
}

/** Attributes of a DOI as the service keeps them. */
export interface DataciteDoi {
  readonly state: 'draft' | 'registered' | 'findable';
  readonly url: string | null;
}

export interface DataciteClient {
  /** Undefined when the service knows no such DOI, or it is another account's draft. */
  read(doi: string): Promise<DataciteDoi | undefined>;
  /** Creates or updates a DOI. `event` moves its state: `publish` to findable, `register` and `hide` to registered; absent: none. */
  write(doi: string, attributes: Readonly<Record<string, unknown>>, event?: 'publish' | 'register' | 'hide'): Promise<void>;
  /** Deletes a draft; false when the DOI is none any more. One that does not exist is as good as deleted. */
  remove(doi: string): Promise<boolean>;
}

const doiAnswer = z.object({
  data: z.object({ attributes: z.object({ state: z.enum(['draft', 'registered', 'findable']), url: z.string().nullish() }) }),
});

const refusal = z.object({
  errors: z.array(z.object({ source: z.string().optional(), title: z.string().optional(), detail: z.string().optional() })).min(1),
});

async function readBeginning(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.length < LONGEST_REFUSAL) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader.cancel();
  return text;
}

async function readRefusal({ body, statusText }: Response): Promise<string> {
  const text = body === null ? '' : await readBeginning(body);
  try {
    const { errors } = refusal.parse(JSON.parse(text));
    return errors.map(({ source, title, detail }) => [source, title ?? detail].filter((part) => part !== undefined).join(': ')).join('; ');
  } catch {
    // Not from the service itself, perhaps from a proxy: its page is useless in the log.
    return statusText;
  }
}

/** Milliseconds that an answer asks to wait; undefined when it does not. Source: RFC 9110, 10.2.3. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST_PAUSE_MS);
}

/** Makes a client of one account. It remembers a pause that the service requested. */
export function createDataciteClient(options: DataciteClientOptions): DataciteClient {
  const { url, userAgent, timeoutMs = TIMEOUT_MS, longestWaitMs = LONGEST_WAIT_MS } = options;
  const authorization = `Basic ${Buffer.from(`${options.repositoryId}:${options.password}`).toString('base64')}`;
  let pausedUntil = 0;

  async function awaitPause(): Promise<void> {
    const until = pausedUntil;
    const wait = until - Date.now();
    if (wait <= 0) return;
    // Must not keep a stopping process alive; the job returns to the queue.
    await sleep(Math.min(wait, longestWaitMs), undefined, { ref: false });
    // Not by the clock: a timer may end a millisecond before it, and the pause would count as unfinished.
    if (wait > longestWaitMs || pausedUntil > until) {
      throw new Error(`DataCite asked for a pause until ${new Date(pausedUntil).toISOString()}.`);
    }
  }

  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Response> {
    await awaitPause();
    try {
      const sent = { name: `${method} DataCite`, address: url, attributes: { 'http.request.method': method } };
      const ask = () =>
        fetch(`${url}/dois${path}`, {
          method,
          headers: {
            accept: MEDIA_TYPE,
            authorization,
            'user-agent': userAgent,
            ...(body === undefined ? {} : { 'content-type': MEDIA_TYPE }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          // Another address would receive the password.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
      return await inOutgoingSpan(sent, ask, ({ status }) => status);
    } catch (error) {
      const late = error instanceof Error && error.name === 'TimeoutError';
      throw new Error(late ? `DataCite did not answer within ${timeoutMs / 1000} seconds.` : 'DataCite could not be reached.', {
        cause: error,
      });
    }
  }

  async function refused(response: Response): Promise<Error> {
    const pause = retryAfterMs(response.headers.get('retry-after'), Date.now());
    if (pause !== undefined) pausedUntil = Math.max(pausedUntil, Date.now() + pause);
    const reason = await readRefusal(response).catch(() => '');
    return new Error(`DataCite answered ${response.status}${reason === '' ? '' : ` (${reason})`}.`);
  }

  // An unread response keeps its connection busy.
  const discard = (response: Response) => response.body?.cancel();

  return {
    async read(doi) {
      const response = await send('GET', pathOf(doi));
      if (response.status === 404) {
        await discard(response);
        return undefined;
      }
      if (!response.ok) throw await refused(response);
      const answer = doiAnswer.safeParse(await response.json().catch(() => undefined));
      if (!answer.success) throw new Error('The response of DataCite cannot be parsed.');
      const { state, url: target } = answer.data.data.attributes;
      return { state, url: target ?? null };
    },
    async write(doi, attributes, event) {
      const body = { data: { id: doi, type: 'dois', attributes: { doi, ...(event === undefined ? {} : { event }), ...attributes } } };
      let response = await send('PUT', pathOf(doi), body);
      if (response.status === 404) {
        await discard(response);
        response = await send('POST', '', body);
      }
      if (!response.ok) throw await refused(response);
      await discard(response);
    },
    async remove(doi) {
      const response = await send('DELETE', pathOf(doi));
      if (!response.ok && response.status !== 404 && response.status !== 405) throw await refused(response);
      await discard(response);
      return response.status !== 405;
    },
  };
}

/** The slashes of a DOI are part of the path there. */
function pathOf(doi: string): string {
  return `/${doi.split('/').map(encodeURIComponent).join('/')}`;
}
