/** The Model Context Protocol over HTTP: tools for programs that models drive. Source: MCP 2025-11-25, Streamable HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import { errorCatalog } from '../errors/catalog.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { RunOperation } from '../graphql/execute.ts';
import type { RequestContext } from '../request-context.ts';
import { checkContentType, readBody } from '../rest-compat/body.ts';
import { discardBody } from '../rest-compat/discard-body.ts';
import { dataOf } from '../rest-compat/run-operation.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { answerMessage } from './answer-messages.ts';

export interface McpOptions {
  readonly execute: RunOperation;
  /** A context for the owner of the token, or a guest. @throws DomainError INVALID_API_TOKEN */
  readonly caller: (request: IncomingMessage, requestId: string) => Promise<RequestContext>;
  /** Whether a page that sends the request is one that the operator does not allow. */
  readonly isForeign: (request: IncomingMessage) => boolean;
  readonly storage: FileStorage;
  readonly version: string;
  readonly requestIdOf: (request: IncomingMessage) => string;
  readonly log: { error(details: object, message: string): void };
}

const PATH = '/mcp';
const MAXIMUM_BYTES = 2_000_000;
const reader = {
  kind: 'json',
  // Several messages in one request are no part of the protocol any more, and would multiply its cost.
  schema: z.looseObject({ jsonrpc: z.literal('2.0') }),
  otherContentType: { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Messages are sent as application/json.' },
} as const;

/** Status of an error that is no answer of the library. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { code, message, problems }: DomainError,
  status: number,
): void {
  discardBody(request);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const data = { code, requestId, ...(problems.length > 0 ? { problems } : {}) };
  const text = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: status >= 500 ? -32603 : -32600, message, data } });
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'X-Request-Id': requestId,
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(status === 405 ? { Allow: 'POST, OPTIONS' } : {}),
  });
  response.end(text);
}

/** The request without its body, as the library reads it. */
function headersOnly({ headers }: IncomingMessage): Request {
  const sent = new Headers();
  for (const name of ['accept', 'content-type', 'mcp-protocol-version']) {
    const value = headers[name];
    if (typeof value === 'string') sent.set(name, value);
  }
  return new Request(`http://localhost${PATH}`, { method: 'POST', headers: sent });
}

/** @returns a function that says whether it takes the request. */
export function createMcp(options: McpOptions): (request: IncomingMessage, response: ServerResponse, path: string) => boolean {
  /** Order of the gates: method, page, body, token, operation. */
  async function serve(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    if (request.method !== 'POST') throw new DomainError('METHOD_NOT_ALLOWED', 'Messages are sent by POST; this server opens no streams.');
    checkContentType(request, reader);
    const message = await readBody(request, reader, MAXIMUM_BYTES);
    const context = await options.caller(request, requestId);
    const answer = await answerMessage(headersOnly(request), message, {
      version: options.version,
      call: {
        run: async <Data, Variables>(operation: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data> =>
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the data of an operation, whose type its document carries
          dataOf(await options.execute(operation, variables, context)) as Data,
        storage: options.storage,
      },
      failed: (err) => options.log.error({ requestId, err }, 'A tool could not answer.'),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      'Content-Length': body.length,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
    });
    response.end(body);
  }

  return function handle(request, response, path) {
    if (path !== PATH) return false;
    const requestId = options.requestIdOf(request);
    // A page that found its way to this address by a name of its own must not act as the person who looks at it.
    if (options.isForeign(request)) {
      refuse(request, response, requestId, new DomainError('PERMISSION_DENIED', 'Pages of this origin may not use the server.'), 403);
      return true;
    }
    serve(request, response, requestId).catch((thrown: unknown) => {
      const error =
        thrown instanceof DomainError ? thrown : new DomainError('INTERNAL_SERVER_ERROR', 'The server failed to answer this request.');
      const { status } = errorCatalog[error.code];
      if (status === 500) options.log.error({ requestId, err: thrown }, 'A message could not be answered.');
      refuse(request, response, requestId, error, status);
    });
    return true;
  };
}
