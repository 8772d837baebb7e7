/** A server as a writer sees it: what it answers, and when it does not. */
import { z } from 'zod';
import { SUPERUSER_TOKEN } from '../bench/api-client.ts';

/** There is no answer, so nothing is known of what was asked for. */
export class Unanswered extends Error {}

/** It was not done, and the server said so. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, text: string) {
    super(`${status} ${code} ${text.slice(0, 300)}`);
    this.status = status;
    this.code = code;
  }
}

/** Where the server is at the moment. */
export type ServerUrl = () => string;

const envelope = z.object({ data: z.unknown().optional(), errorCode: z.string().optional() });
const graphqlAnswer = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.looseObject({ message: z.string(), extensions: z.looseObject({ code: z.string() }) })).optional(),
});

async function answerTo(url: string, init: RequestInit): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await fetch(url, init);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new Unanswered(error instanceof Error ? `${error.message}: ${String(error.cause)}` : String(error));
  }
}

/** Sends a REST request as the superuser; the `data` of the answer. @throws Unanswered, Refused */
export async function askRest(url: string, method: string, path: string, body?: FormData | string): Promise<unknown> {
  const headers = { 'x-service-key': SUPERUSER_TOKEN, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) };
  const { status, text } = await answerTo(`${url}/api${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  // Changes of files are answered by a sentence with a record in it.
  const { data, errorCode } = text.startsWith('{') ? envelope.parse(JSON.parse(text)) : {};
  if (status >= 300) throw new Refused(status, errorCode ?? '', text);
  return data;
}

/** Sends a GraphQL operation as the superuser; the `data` of the answer. @throws Unanswered, Refused */
export async function askGraphql(
  url: string,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  further: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly file?: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly at: string };
  } = {},
): Promise<unknown> {
  const operation = JSON.stringify({ query, variables });
  const headers = { 'x-service-key': SUPERUSER_TOKEN, ...further.headers };
  let init: RequestInit = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: operation };
  if (further.file !== undefined) {
    const form = new FormData();
    form.set('operations', operation);
    form.set('map', JSON.stringify({ 0: [further.file.at] }));
    form.set('0', new Blob([further.file.bytes], { type: 'application/x-test' }), further.file.name);
    init = { method: 'POST', headers, body: form };
  }
  const { status, text } = await answerTo(`${url}/graphql`, init);
  const { data, errors } = graphqlAnswer.parse(JSON.parse(text));
  const [error] = errors ?? [];
  if (status >= 300 || error !== undefined) throw new Refused(status, error?.extensions.code ?? '', text);
  return data;
}
