/** Sends one request as it stands, and reads the answer without keeping more than its beginning. */
import { type IncomingMessage, request as openRequest } from 'node:http';
import type { HostileRequest } from './dimension.ts';

/** How much of an answer is kept. */
const KEPT_BYTES = 20_000;

export interface Answer {
  /** 0 when none came. A server may close the connection of a client that keeps sending after a refusal. */
  readonly status: number;
  /** Whether time was up before there was an answer. */
  readonly late: boolean;
  readonly bytes: number;
  /** The beginning of the body, or why there is none. */
  readonly text: string;
}

function readAnswer(response: IncomingMessage, settle: (answer: Omit<Answer, 'late'>) => void): void {
  const status = response.statusCode ?? 0;
  const kept: Buffer[] = [];
  let bytes = 0;
  const text = (): string => Buffer.concat(kept).toString('utf8');
  response.on('data', (chunk: Buffer) => {
    if (bytes < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - bytes));
    bytes += chunk.length;
  });
  response.on('end', () => settle({ status, bytes, text: text() }));
  // A refusal may end the connection while the body is still being sent; what was answered before counts.
  response.on('error', () => settle({ status, bytes, text: text() }));
}

/** Sends a request on a connection of its own and waits for the whole answer, at most `limitMs`. Never throws. */
export async function send(url: string, { method = 'GET', path, headers, body }: HostileRequest, limitMs: number): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const settle = (answer: Omit<Answer, 'late'>, late = false): void => {
      clearTimeout(limit);
      resolve({ ...answer, late });
      request.destroy();
    };
    const given: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(headers ?? {})) given[name] = typeof value === 'string' ? value : [...value];
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = openRequest({ hostname, port, method, path, agent: false, headers: { ...length, ...given } });
    const limit = setTimeout(() => settle({ status: 0, bytes: 0, text: `no answer in ${limitMs / 1000} s` }, true), limitMs);
    request.on('response', (response) => readAnswer(response, settle));
    // A refusal before the last byte can reset the connection: wait a moment for the answer that came before it.
    request.on('error', (error) => setTimeout(() => settle({ status: 0, bytes: 0, text: error.message }), 50));
    request.end(body);
  });
}
