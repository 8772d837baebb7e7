/** The deposit interface SWORD 2.0 over HTTP, as clients of Dataverse know it. Source: SWORD 2.0, 5 to 12. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../errors/domain-error.ts';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { RunOperation } from '../graphql/execute.ts';
import type { RequestContext } from '../request-context.ts';
import { discardBody } from '../rest-compat/discard-body.ts';
import { originOf } from '../rest-compat/origin.ts';
import { dataOf } from '../rest-compat/run-operation.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { depositorToken } from './depositor-token.ts';
import { methodsAt } from './places.ts';
import { refusalOf } from './refusals.ts';
import type { RunAsDepositor, SwordAnswer } from './sword-call.ts';
import { isSwordPath, readSwordPath, swordBase } from './sword-path.ts';

export interface SwordOptions {
  readonly execute: RunOperation;
  /** A context for the owner of a token. @throws DomainError INVALID_API_TOKEN */
  readonly depositor: (request: IncomingMessage, requestId: string, token: string) => Promise<RequestContext>;
  readonly storage: FileStorage;
  /** Address of the server for clients; without it the one that was asked counts. */
  readonly siteUrl: string | undefined;
  readonly requestIdOf: (request: IncomingMessage) => string;
  readonly log: { error(details: object, message: string): void };
}

/** A request that is in the name of another, which no depositor may make. */
class OnBehalfOfAnother extends DomainError {}

function runner(execute: RunOperation, context: RequestContext): RunAsDepositor {
  return async <Data, Variables>(operation: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the data of an operation, whose type its document carries
    dataOf(await execute(operation, variables, context)) as Data;
}

async function send(request: IncomingMessage, response: ServerResponse, requestId: string, answer: SwordAnswer): Promise<void> {
  const { status, type, body = '', location } = answer;
  response.writeHead(status, {
    ...(typeof body === 'string' && status !== 204 ? { 'Content-Length': Buffer.byteLength(body) } : {}),
    ...(type === undefined ? {} : { 'Content-Type': type }),
    ...(location === undefined ? {} : { Location: location }),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  });
  if (request.method === 'HEAD') response.end();
  else if (typeof body === 'string') response.end(body);
  else await pipeline(Readable.from(body), response);
}

/** @returns a function that says whether it takes the request. */
export function createSword(options: SwordOptions): (request: IncomingMessage, response: ServerResponse, path: string) => boolean {
  const { execute, depositor, storage, siteUrl, log } = options;

  /** Order of the gates: address, method, token, headers, body, operation. */
  async function serve(request: IncomingMessage, response: ServerResponse, path: string, requestId: string): Promise<void> {
    const target = readSwordPath(path);
    const { allow, handlerOf } = methodsAt(target);
    const handler = handlerOf(request.method ?? '');
    if (handler === undefined) {
      response.setHeader('Allow', allow);
      throw new DomainError('METHOD_NOT_ALLOWED', `The deposit interface does not support ${request.method} at ${target.place}.`);
    }
    const context = await depositor(request, requestId, depositorToken(request));
    if (request.headers['on-behalf-of'] !== undefined) {
      throw new OnBehalfOfAnother(
        'PRECONDITION_FAILED',
        'Datasets are deposited in one’s own name alone: leave out the header On-Behalf-Of.',
      );
    }
    const base = swordBase(originOf(request, siteUrl));
    await send(request, response, requestId, await handler({ request, target, base, run: runner(execute, context), storage }));
  }

  function refuse(request: IncomingMessage, response: ServerResponse, requestId: string, thrown: unknown): void {
    const error =
      thrown instanceof DomainError ? thrown : new DomainError('INTERNAL_SERVER_ERROR', 'The server failed to answer this request.');
    const { status, body } = refusalOf(error, requestId, error instanceof OnBehalfOfAnother);
    if (status === 500) log.error({ requestId, err: thrown }, 'A depositor could not be answered.');
    discardBody(request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.writeHead(status, {
      'Content-Type': 'text/xml;charset=UTF-8',
      'Content-Length': Buffer.byteLength(body),
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...(status === 401 ? { 'WWW-Authenticate': 'Basic realm="SWORD", charset="UTF-8"' } : {}),
    });
    response.end(body);
  }

  return function handle(request, response, path) {
    if (!isSwordPath(path)) return false;
    const requestId = options.requestIdOf(request);
    serve(request, response, path, requestId).catch((error: unknown) => refuse(request, response, requestId, error));
    return true;
  };
}
