import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';

/** The REST API as one account uses it. Paths begin with `/api/`. */
export interface RestClient {
  /** `data` of the answer; undefined when there is nothing at the path. @throws StartupError on any other refusal. */
  get(path: string): Promise<unknown>;
  /** `data` of the answer; a `FormData` body is sent as multipart, any other as JSON. @throws StartupError when it is refused. */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown>;
}

const envelope = z.object({ data: z.unknown(), message: z.unknown() }).partial();

/**
 * A client of the server at `url`, with the permissions of the token's account.
 * @param answerLimitMs How long a call may wait for its answer.
 */
export function createRestClient(url: string, token: string, answerLimitMs: number): RestClient {
  async function receive(request: RequestInit, path: string): Promise<{ response: Response; content: unknown }> {
    const response = await fetch(`${url}${path}`, request);
    return { response, content: await response.json() };
  }

  async function call(method: string, path: string, body?: unknown): Promise<{ status: number; answer: z.infer<typeof envelope> }> {
    const isForm = body instanceof FormData;
    const request = {
      method,
      signal: AbortSignal.timeout(answerLimitMs),
      headers: { 'X-Service-key': token, ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    };
    const { response, content } = await receive(request, path).catch((error: unknown) => {
      throw new StartupError(`The server at ${url} does not respond; run the demo again to continue where it stopped.`, { cause: error });
    });
    const answer = envelope.parse(content);
    if (!response.ok && !(method === 'GET' && response.status === 404)) {
      throw new StartupError(`The server refused ${method} ${path} with ${response.status}: ${String(answer.message)}`);
    }
    return { status: response.status, answer };
  }

  return {
    get: async (path) => {
      const { status, answer } = await call('GET', path);
      return status === 404 ? undefined : answer.data;
    },
    send: async (method, path, body) => (await call(method, path, body)).answer.data,
  };
}
