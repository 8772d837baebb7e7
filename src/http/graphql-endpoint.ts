import type { IncomingMessage } from 'node:http';
import { type ApolloServer, HeaderMap } from '@apollo/server';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { GraphQLError } from 'graphql';
import { createRequestContext, type RequestContext } from '../request-context.ts';
import { DomainError, type Problem } from '../errors/domain-error.ts';
import { errorCatalog } from '../errors/catalog.ts';
import { parseJson } from '../rest-compat/parse-json.ts';
import { requestIdOf } from '../rest-compat/request-id.ts';
import type { RequestedDocument, RequestedDocuments } from '../graphql/documents/requested-documents.ts';
import type { ServedSchemaSource } from '../graphql/served-schema.ts';
import { heldBodies } from '../held-bodies.ts';
import { type AskedOperation, documentAskedBy, withDocumentText } from './asked-document.ts';
import { refuseAndClose } from './early-refusal.ts';
import { readGraphqlForm } from './graphql-form.ts';
import type { LiveEvents } from './live/live-events.ts';
import { schemaDocument } from './schema-document.ts';
import { tagAnswer } from './tag-answer.ts';

/** Largest JSON body of an operation. */
const MAXIMUM_BODY = '2mb';

/** Headers that no HTML form can send: their presence proves a CORS preflight. */
const PREFLIGHT_HEADERS = ['x-apollo-operation-name', 'apollo-require-preflight', 'x-service-key'];

function sendErrors(response: Response, status: number, code: string, message: string, problems: readonly Problem[] = []): void {
  const extensions = { code, ...(problems.length > 0 ? { problems } : {}) };
  // It may have been refused while its body stalled.
  if (!response.headersSent) response.status(status).json({ errors: [{ message, extensions }] });
}

function isMultipart(request: Request): boolean {
  return (request.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/form-data');
}

/** Why a form was refused. The library treats a form without operations as a fault of the server. */
function sendFormRefusal(response: Response, error: unknown): void {
  if (error instanceof DomainError) {
    sendErrors(response, errorCatalog[error.code].status, error.code, error.message, error.problems);
    return;
  }
  const given = error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 400;
  const status = given >= 500 ? 400 : given;
  const code = status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST';
  const told = error instanceof Error && given < 500 ? error.message : 'The multipart request has neither "operations" nor "map".';
  sendErrors(response, status, code, told);
}

/** Reads a GraphQL multipart request; the files are streams that resolvers consume. */
function readMultipartOperation(options: GraphqlEndpointOptions): RequestHandler {
  return (request, response, next) => {
    if (!isMultipart(request)) {
      next();
      return;
    }
    if (!PREFLIGHT_HEADERS.some((name) => request.headers[name] !== undefined)) {
      const needed = PREFLIGHT_HEADERS.join(', ');
      const message = `A multipart request needs one of the headers ${needed}, so that a form on another site cannot send it.`;
      sendErrors(response, 400, 'BAD_REQUEST', message);
      return;
    }
    readGraphqlForm(request, response).then(
      (body) => {
        request.body = body;
        // Apollo looks at the content type again; what it gets now is JSON.
        request.headers['content-type'] = 'application/json';
        next();
      },
      (error: unknown) => {
        sendFormRefusal(response, error);
        discardRest(options, request);
      },
    );
  };
}

/** Answers a body that could not be read in the form that GraphQL clients know; internal errors pass on. */
const refuseUnreadable: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof DomainError) {
    sendErrors(response, errorCatalog[error.code].status, error.code, error.message, error.problems);
    return;
  }
  const status = error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 500;
  if (status >= 500 || response.headersSent) {
    next(error);
    return;
  }
  const code = status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST';
  sendErrors(response, status, code, error instanceof Error ? error.message : 'The body cannot be read.');
};

/** The dependencies of the endpoint. */
export interface GraphqlEndpointOptions {
  readonly apollo: ApolloServer<RequestContext>;
  readonly served: ServedSchemaSource;
  readonly documents: RequestedDocuments;
  /** @throws DomainError INVALID_API_TOKEN */
  readonly createContext: (request: Request) => Promise<RequestContext>;
  /** Reads the rest of a refused request's body into nothing, in the background. */
  readonly discardBody: (request: IncomingMessage) => void;
  /** Answers requests for streams. */
  readonly events: Pick<LiveEvents, 'handle' | 'asksForEvents'>;
}

/**
 * Drains an upload that was refused before its last byte. The form parser has stopped at the unread part, and a client that sends
 * everything before it reads would wait for ever.
 */
function discardRest(options: GraphqlEndpointOptions, request: Request): void {
  if (request.complete) return;
  request.unpipe();
  options.discardBody(request);
}

/** The document of a request and the request as Apollo Server is to see it, or why it has none that may be run. */
interface Prepared extends AskedOperation {
  readonly document?: RequestedDocument | undefined;
  readonly refused?: unknown;
}

function prepare({ documents }: GraphqlEndpointOptions, request: Request): Prepared {
  const mark = request.originalUrl.indexOf('?');
  const asked = { search: mark === -1 ? '' : request.originalUrl.slice(mark), body: request.body as unknown };
  try {
    const document = documents.find(documentAskedBy(request, asked));
    if (document !== undefined) documents.admit(document);
    return { ...(document?.named === true ? withDocumentText(request, asked, document.text) : asked), document };
  } catch (refused) {
    return { ...asked, refused };
  }
}

/** Clients of persisted queries that read errors from an answer of status 200 alone send the document along when they read this one. */
function readable(refused: unknown, { headers: { accept = '' } }: Request): unknown {
  if (!(refused instanceof GraphQLError) || refused.extensions['code'] !== 'PERSISTED_QUERY_NOT_FOUND') return refused;
  if (accept.includes('application/graphql-response+json')) return refused;
  return new GraphQLError(refused.message, { extensions: { ...refused.extensions, http: { status: 200 } } });
}

/** The caller of an operation whose document may be run. @throws GraphQLError */
async function contextOf(options: GraphqlEndpointOptions, request: Request, { document, refused }: Prepared): Promise<RequestContext> {
  const { documents, served, createContext } = options;
  const caller = async (): Promise<RequestContext> => {
    try {
      return await createContext(request);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { status } = errorCatalog[error.code];
      throw new GraphQLError(error.message, {
        extensions: { code: error.code, ...(status >= 500 ? { requestId: requestIdOf(request) } : {}), http: { status } },
      });
    }
  };
  if (refused !== undefined) throw readable(refused, request);
  if (document === undefined) return caller();
  const known = documents.dependsOnCaller(document) ? await caller() : undefined;
  documents.admit(document, known && known.actor.account !== null);
  // Apollo Server takes the newest schema after this.
  served.current().refuseDocument(document.text);
  const context = known ?? (await caller());
  const { id, trusted, remember } = document;
  return document.named ? createRequestContext(context, { ...context, named: { id, trusted, remember } }) : context;
}

async function answerOperation(options: GraphqlEndpointOptions, request: Request, response: Response): Promise<void> {
  const prepared = prepare(options, request);
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // A page of another site can send a GET without a preflight, but it cannot read the answer, a GET changes nothing, and where no cookie
  // comes with it, it has nothing of the person who looks at that page. What a trusted document reads, the operator has looked at.
  if (request.method === 'GET' && (!headers.has('cookie') || prepared.document?.trusted === true)) {
    headers.set('apollo-require-preflight', 'true');
  }
  const { search, body } = prepared;
  const result = await options.apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: request.method.toUpperCase(), headers, search, body },
    context: () => contextOf(options, request, prepared),
  });
  // Refused in the meantime: its files did not arrive.
  if (response.headersSent) return;
  for (const [name, value] of result.headers) response.setHeader(name, value);
  response.status(result.status ?? 200);
  discardRest(options, request);
  if (result.body.kind === 'complete') {
    if (request.method === 'GET') tagAnswer(request, response, result.body.string);
    // As bytes: Node.js would put a text behind the headers, which copies it once more.
    response.end(response.statusCode === 304 ? undefined : Buffer.from(result.body.string));
    return;
  }
  for await (const chunk of result.body.asyncIterator) response.write(chunk);
  response.end();
}

/** The routes below `/graphql`: operations by POST or GET, and the schema as SDL. */
export function graphqlEndpoint(options: GraphqlEndpointOptions): Router {
  const router = Router();
  router.use((_request, response, next) => {
    // Whatever says nothing else: caches in front keep what says nothing at all.
    response.setHeader('Cache-Control', 'private, no-store');
    next();
  });
  router.get('/schema.graphql', schemaDocument(options.served));
  const readText = express.text({ type: 'application/json', limit: MAXIMUM_BODY });
  router.use(readMultipartOperation(options), (request, response, next) => {
    if (request.body !== undefined) {
      next();
      return;
    }
    const held = heldBodies.hold((error) => refuseAndClose(request, response, error));
    const grow = (chunk: Buffer): void => held.grow(chunk.length);
    // The reader listens from the same turn of the event loop, so that neither misses data.
    request.on('data', grow);
    request.once('close', held.release);
    readText(request, response, (error?: unknown) => {
      held.release();
      request.off('data', grow);
      next(error);
    });
  });
  // By the parser of the REST layer, which measures a text before it makes objects of it.
  router.use((request, _response, next) => {
    if (typeof request.body === 'string') request.body = parseJson(request.body, 'The request body');
    next();
  });
  router.use(refuseUnreadable);
  router.all('/stream', options.events.handle);
  router.all('/', (request, response, next) => {
    let asksForEvents = false;
    try {
      asksForEvents = options.events.asksForEvents(request);
    } catch {
      // A document over a limit is refused below, as all are.
    }
    if (asksForEvents) options.events.handle(request, response, next);
    else answerOperation(options, request, response).catch(next);
  });
  return router;
}
