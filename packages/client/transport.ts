/** Operations to a server and their answers. Knows nothing of the schema. */
import type { TypedDocument } from './document.ts';
import { pause, pauseSeconds } from './pause.ts';
import { Refusal, type ServerError } from './refusal.ts';
import { Unreachable } from './unreachable.ts';

/** What of `fetch` is used. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Where the server is, such as `https://data.example.org`. */
  readonly server: string;
  /** API token; a guest has none. */
  readonly token?: string | undefined;
  /** Sent with each operation, beside what the client sends itself. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the platform's own. */
  readonly fetch?: Send;
  /** How often an operation is sent at most when the server says that it is busy (429, 503); 5 by default. */
  readonly attempts?: number;
  /** Whether queries are sent again when the connection is lost, too; true by default. Mutations never are. */
  readonly repeatsLost?: boolean;
  /** How long an answer may take; 300,000 by default. */
  readonly answerLimitMs?: number;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly operationName?: string | undefined;
}

/** What the server answers, errors among it. */
export interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly ServerError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface Transport {
  /** Without a slash at its end. */
  readonly server: string;
  /** Headers that say who asks. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly fetch: Send;
  /** The answer as it is. @throws Unreachable | Refusal when the request as a whole is refused without data */
  send<Data, Variables>(document: TypedDocument<Data, Variables>, variables: Variables, options?: RequestOptions): Promise<Answer<Data>>;
  /** The data of an operation. @throws Refusal with the first error | Unreachable */
  request<Data, Variables>(document: TypedDocument<Data, Variables>, variables: Variables, options?: RequestOptions): Promise<Data>;
}

const ANSWER_LIMIT_MS = 300_000;
const ATTEMPTS = 5;

/** Statuses by which a server says that it has done nothing, and may be asked again. */
const AGAIN = new Set([429, 503]);

function isAnswer(value: unknown): value is Answer<unknown> {
  return typeof value === 'object' && value !== null && ('data' in value || ('errors' in value && Array.isArray(value.errors)));
}

/** The answer in a response; its errors stay in it. @throws Unreachable when it is none of the API */
export async function readAnswer(response: Response, url: string): Promise<Answer<unknown>> {
  const text = await response.text();
  try {
    const answer: unknown = JSON.parse(text);
    if (isAnswer(answer)) return answer;
  } catch {
    // Whoever speaks there, it is not the API.
  }
  throw new Unreachable(url, new Error(`it gave ${response.status}, and no answer of Archivolt`), response.status);
}

/** @throws Refusal where there are errors */
export function refuseErrors(answer: Answer<unknown>, response: Pick<Response, 'status' | 'headers'>): void {
  if (answer.errors === undefined || answer.errors.length === 0) return;
  const told = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new Refusal(answer.errors, response.status, Number.isFinite(told) ? told : undefined);
}

export function createTransport(options: ClientOptions): Transport {
  const { token, attempts = ATTEMPTS, repeatsLost = true, answerLimitMs = ANSWER_LIMIT_MS } = options;
  const server = options.server.replace(/\/+$/, '');
  const url = `${server}/graphql`;
  // Browsers want it called as a function of the window.
  const send: Send = options.fetch ?? ((address, init) => fetch(address, init));
  const credentials = { ...options.headers, ...(token === undefined ? {} : { 'X-Service-key': token }) };
  const headers = {
    ...credentials,
    'Content-Type': 'application/json',
    Accept: 'application/graphql-response+json, application/json',
  };

  async function post(body: string, mayRepeat: boolean, signal: AbortSignal | undefined): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt + 1 >= attempts;
      const limit = AbortSignal.timeout(answerLimitMs);
      let response: Response | undefined;
      try {
        response = await send(url, {
          method: 'POST',
          headers,
          body,
          redirect: 'error',
          signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        });
      } catch (error) {
        signal?.throwIfAborted();
        if (isLast || !mayRepeat || limit.aborted) throw new Unreachable(url, error);
      }
      if (response !== undefined && (isLast || !AGAIN.has(response.status))) return response;
      await response?.arrayBuffer();
      await pause(pauseSeconds(response, attempt), signal);
    }
  }

  async function ask<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    { signal, operationName }: RequestOptions = {},
  ): Promise<{ readonly answer: Answer<Data>; readonly response: Response }> {
    const query = document.toString();
    // What only reads may be asked twice.
    const mayRepeat = repeatsLost && !/\bmutation\b/.test(query);
    const response = await post(JSON.stringify({ query, variables, operationName }), mayRepeat, signal);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema says what the server gives for the document
    const answer = (await readAnswer(response, url)) as Answer<Data>;
    return { answer, response };
  }

  return {
    server,
    credentials,
    fetch: send,
    send: async (document, variables, requestOptions) => (await ask(document, variables, requestOptions)).answer,
    request: async (document, variables, requestOptions) => {
      const { answer, response } = await ask(document, variables, requestOptions);
      refuseErrors(answer, response);
      if (answer.data === undefined || answer.data === null) throw new Refusal([], response.status);
      return answer.data;
    },
  };
}
