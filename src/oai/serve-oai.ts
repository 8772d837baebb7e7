/** OAI-PMH 2.0 over HTTP. Source: exports.md 16; OAI-PMH 2.0, 3.1. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import { jsonSchemaDocument } from './json-schema-document.ts';
import { errorCatalog } from '../errors/catalog.ts';
import { DomainError } from '../errors/domain-error.ts';
import { element, leaf, xmlAround, xmlText } from '../formats/xml/xml-element.ts';
import type { RunOperation } from '../graphql/execute.ts';
import type { RequestContext } from '../request-context.ts';
import { readBody } from '../rest-compat/body.ts';
import { discardBody } from '../rest-compat/discard-body.ts';
import { ENVELOPE_CONTENT_TYPE, refusalBody } from '../rest-compat/envelope.ts';
import { dataOf } from '../rest-compat/run-operation.ts';
import { datestamp } from './datestamps.ts';
import { OaiRefusal } from './oai-fault.ts';
import { type OaiRequest, readOaiRequest } from './oai-request.ts';
import { answerVerb, type RunAsGuest, type VerbAnswer } from './verbs.ts';

export interface OaiOptions {
  readonly execute: RunOperation;
  /** A context for the guest that every harvester is. */
  readonly guest: (request: IncomingMessage, requestId: string) => Promise<RequestContext>;
  readonly siteUrl: () => string;
  readonly requestIdOf: (request: IncomingMessage) => string;
  readonly log: { error(details: object, message: string): void };
}

const PATH = '/oai';
const NAMESPACE = 'http://www.openarchives.org/OAI/2.0/';
const ROOT = {
  xmlns: NAMESPACE,
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${NAMESPACE} http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd`,
};
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Arguments are short; the longest is a resumption token. */
const LONGEST_FORM_BYTES = 16 * 1024;
/** So many characters are sent at once. */
const CHUNK = 64 * 1024;

/** The arguments of a request as they were sent. @throws DomainError */
async function sentArguments(request: IncomingMessage): Promise<string> {
  if (request.method === 'POST') {
    const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/x-www-form-urlencoded') {
      throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Arguments are sent as application/x-www-form-urlencoded.');
    }
    const body = await readBody(request, { kind: 'text', schema: z.string() }, LONGEST_FORM_BYTES);
    return typeof body === 'string' ? body : '';
  }
  const target = request.url ?? '';
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/** Fewer and longer texts. */
async function* gathered(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const part of texts) {
    text += part;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** What stands before and after the content of an answer. */
function frameOf(
  baseUrl: string,
  request: OaiRequest | undefined,
  { readAt }: VerbAnswer,
): { readonly start: string; readonly end: string } {
  const { start, end } = xmlAround('OAI-PMH', ROOT);
  const asked = request === undefined ? {} : { verb: request.verb, ...request.args };
  const head = xmlText(element('responseDate', {}, datestamp(readAt))) + xmlText(element('request', asked, baseUrl));
  return { start: DECLARATION + start + head, end };
}

async function* streamed({ start, end }: { readonly start: string; readonly end: string }, content: AsyncIterable<string>) {
  yield start;
  yield* content;
  yield end;
}

/** An answer: whole where all of it was read, else in pieces. */
function documentOf(baseUrl: string, request: OaiRequest | undefined, answer: VerbAnswer): Buffer | AsyncIterable<string> {
  const frame = frameOf(baseUrl, request, answer);
  const { content } = answer;
  if (Symbol.asyncIterator in content) return streamed(frame, content);
  // One text is put together once: what is added to a long one afterwards is copied with it.
  return Buffer.from([frame.start, ...content, frame.end].join(''));
}

function refusalContent({ faults }: OaiRefusal): VerbAnswer {
  const errors = faults.map(({ code, message }) => leaf('error', message, { code })).filter((error) => error !== undefined);
  return { readAt: new Date(), content: errors.map(xmlText) };
}

/** Arguments are repeated in an answer only where they fit the verb. Source: OAI-PMH 2.0, 3.2. */
function fits({ faults }: OaiRefusal): boolean {
  return faults.every(({ code }) => code !== 'badVerb' && code !== 'badArgument');
}

/** @returns a function that says whether it takes the request. */
export function createOai(options: OaiOptions): (request: IncomingMessage, response: ServerResponse, path: string) => boolean {
  const { execute, log } = options;

  function runner(request: IncomingMessage, requestId: string): RunAsGuest {
    const context = options.guest(request, requestId);
    // An operation that comes later finds the rejection.
    context.catch(() => undefined);
    return async <Data, Variables>(operation: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data> =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the data of an operation, whose type its document carries
      dataOf(await execute(operation, variables, await context)) as Data;
  }

  async function answer(request: IncomingMessage, requestId: string): Promise<Buffer | AsyncIterable<string>> {
    const baseUrl = `${options.siteUrl()}${PATH}`;
    const run = runner(request, requestId);
    let asked: OaiRequest | undefined;
    try {
      asked = readOaiRequest(await sentArguments(request));
      return documentOf(baseUrl, asked, await answerVerb(asked, run));
    } catch (error) {
      if (!(error instanceof OaiRefusal)) throw error;
      return documentOf(baseUrl, fits(error) ? asked : undefined, refusalContent(error));
    }
  }

  async function send(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    const document = await answer(request, requestId);
    response.writeHead(200, {
      ...(Buffer.isBuffer(document) ? { 'Content-Length': document.length } : {}),
      'Content-Type': 'text/xml;charset=UTF-8',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
    });
    if (request.method === 'HEAD') response.end();
    else if (Buffer.isBuffer(document)) response.end(document);
    else await pipeline(Readable.from(gathered(document)), response);
  }
  function refuse(request: IncomingMessage, response: ServerResponse, requestId: string, thrown: unknown): void {
    const error =
      thrown instanceof DomainError ? thrown : new DomainError('INTERNAL_SERVER_ERROR', 'The server failed to answer this request.');
    const { status } = errorCatalog[error.code];
    if (status === 500) log.error({ requestId, err: thrown }, 'A harvester could not be answered.');
    discardBody(request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    // What is busy or changes is asked for again. Source: OAI-PMH 2.0, 3.1.2.2.
    const again = status === 409 || (status === 503 && error.code !== 'OAI_SERVER_DISABLED');
    const sent = again ? 503 : status;
    const text = refusalBody({ code: error.code, status: sent, message: error.message, problems: error.problems, requestId });
    response.writeHead(sent, {
      'Content-Type': ENVELOPE_CONTENT_TYPE,
      'Content-Length': Buffer.byteLength(text),
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...(again ? { 'Retry-After': '10' } : {}),
      ...(status === 405 ? { Allow: 'GET, HEAD, POST' } : {}),
    });
    response.end(text);
  }

  return function handle(request, response, path) {
    if (path === `${PATH}/json.xsd` && (request.method === 'GET' || request.method === 'HEAD')) {
      const text = jsonSchemaDocument(`${options.siteUrl()}${PATH}/json`);
      response.writeHead(200, { 'Content-Type': 'application/xml;charset=UTF-8', 'Content-Length': Buffer.byteLength(text) }).end(text);
      return true;
    }
    if (path !== PATH) return false;
    const requestId = options.requestIdOf(request);
    const known = ['GET', 'HEAD', 'POST'].includes(request.method ?? '');
    const sent = known
      ? send(request, response, requestId)
      : Promise.reject(new DomainError('METHOD_NOT_ALLOWED', 'Harvesters send GET or POST.'));
    sent.catch((error: unknown) => refuse(request, response, requestId, error));
    return true;
  };
}
