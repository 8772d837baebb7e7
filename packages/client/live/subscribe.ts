/** Subscriptions over Server-Sent Events, which go on where a connection broke. */
import type { TypedDocument } from '../document.ts';
import { pause, pauseSeconds } from '../pause.ts';
import { Refusal, type ServerError } from '../refusal.ts';
import { type Answer, readAnswer, refuseErrors, type Transport } from '../transport.ts';
import { Unreachable } from '../unreachable.ts';
import { readEvents } from './read-events.ts';

export interface SubscribeOptions<Data> {
  /** The cursor of an answer; the next connection begins after the last one. Without it, a lost connection begins anew. */
  readonly cursorOf?: (data: Data) => string;
  readonly signal?: AbortSignal | undefined;
  /** How often in a row a connection may fail; without end by default. */
  readonly attempts?: number;
}

/** Servers send a comment every 15 seconds. */
const IDLE_LIMIT_MS = 45_000;

function answerIn(data: string): Answer<unknown> {
  const answer: unknown = JSON.parse(data);
  return typeof answer === 'object' && answer !== null ? answer : {};
}

function refusedIn(errors: readonly ServerError[] | undefined): void {
  if (errors !== undefined && errors.length > 0) throw new Refusal(errors, 200);
}

/** Yields what a subscription is told, until it is complete. @throws Refusal | Unreachable */
export async function* subscribe<Data, Variables extends object>(
  transport: Transport,
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  { cursorOf, signal, attempts = Number.POSITIVE_INFINITY }: SubscribeOptions<Data> = {},
): AsyncGenerator<Data, void, undefined> {
  const url = `${transport.server}/graphql/stream`;
  let after: string | undefined;
  for (let failures = 0; ; failures += 1) {
    let response: Response | undefined;
    const leave = new AbortController();
    try {
      response = await transport.fetch(url, {
        method: 'POST',
        headers: { ...transport.credentials, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
        body: JSON.stringify({ query: document.toString(), variables: after === undefined ? variables : { ...variables, after } }),
        redirect: 'error',
        signal: signal === undefined ? leave.signal : AbortSignal.any([signal, leave.signal]),
      });
      if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
        refuseErrors(await readAnswer(response, url), response);
        throw new Unreachable(url, new Error('it gives no stream'), response.status);
      }
      for await (const { event, data } of response.body === null ? [] : readEvents(response.body, IDLE_LIMIT_MS)) {
        if (event === 'complete') return;
        if (event !== 'next') continue;
        const answer = answerIn(data);
        refusedIn(answer.errors);
        failures = 0;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema says what the server gives for the document
        const told = answer.data as Data;
        yield told;
        // Only what was taken is behind: who breaks off before has it once more.
        if (cursorOf !== undefined) after = cursorOf(told);
      }
    } catch (error) {
      signal?.throwIfAborted();
      const isBusy = response !== undefined && (response.status === 429 || response.status === 503);
      if (error instanceof Refusal && !isBusy) throw error;
      if (failures + 1 >= attempts) throw error instanceof Refusal ? error : new Unreachable(url, error, response?.status);
    } finally {
      leave.abort();
    }
    if (failures + 1 >= attempts) throw new Unreachable(url, new Error('the stream ended early'));
    await pause(pauseSeconds(response, Math.min(failures, 7)), signal);
  }
}
