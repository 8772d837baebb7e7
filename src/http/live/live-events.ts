/** Subscriptions over Server-Sent Events, on connections of their own or one for all. Source: graphql-sse, PROTOCOL.md. */
import type { Request, RequestHandler, Response } from 'express';
import type { Neighbours } from '../../neighbours.ts';
import type { Credentials } from '../../rest-compat/credentials.ts';
import { documentAskedBy } from '../asked-document.ts';
import { askedBy, badRequest, parametersOf } from './asked-by.ts';
import { EventStream } from './event-stream.ts';
import { type Answers, asGraphqlError, beginSubscription, KNOWN_FOR_MS, liveCredentials, type LiveOptions } from './live-endpoint.ts';
import { createSharedStreams } from './shared-streams.ts';

export interface LiveEventsOptions extends LiveOptions {
  readonly withoutCookie: (credentials: Credentials) => Credentials;
  readonly addressOf: (credentials: Credentials) => { readonly address: string | undefined };
  /** The other processes behind the port. */
  readonly neighbours: Neighbours | undefined;
  /** Whether a request asks for a subscription. */
  readonly isSubscription: (asked: { readonly query: string; readonly operationName?: string | undefined }) => boolean;
}

export interface LiveEvents {
  readonly handle: RequestHandler;
  /** Whether a request to the endpoint of all operations is to be answered as a stream. */
  readonly asksForEvents: (request: Request) => boolean;
  /** Ends all streams without saying that they are complete, so that clients connect again, and takes no more. */
  close(): void;
}

function refuse(response: Response, error: unknown): void {
  const { message, extensions } = asGraphqlError(error);
  const { http, ...told } = extensions;
  const status = typeof http === 'object' && http !== null && 'status' in http && typeof http.status === 'number' ? http.status : 400;
  if (response.headersSent) response.end();
  else response.status(status).json({ errors: [{ message, extensions: told }] });
}

/** Makes the endpoint of event streams. The body of a request was read before. */
export function createLiveEvents(options: LiveEventsOptions): LiveEvents {
  const { limits, documents, identify, withoutCookie, addressOf, isSubscription } = options;
  const open = new Set<EventStream>();
  let closing = false;

  /** Takes a place for a connection until it is closed. */
  function connect(request: Request, response: Response): void {
    const giveBack = limits.connect(addressOf(liveCredentials(request, withoutCookie)).address);
    if (response.destroyed) giveBack();
    else response.once('close', giveBack);
  }

  function opened(response: Response): EventStream {
    const stream = new EventStream(response);
    open.add(stream);
    response.once('close', () => open.delete(stream));
    return stream;
  }

  const streams = createSharedStreams({
    connect,
    opened,
    reserve: (request) => limits.connect(addressOf(liveCredentials(request, withoutCookie)).address),
    credentialsOf: (request) => liveCredentials(request, withoutCookie),
    identify,
    begin: (asked, identity) => beginSubscription(options, asked, identity),
    neighbours: options.neighbours,
  });

  /** One connection for one operation. */
  async function distinct(request: Request, response: Response): Promise<void> {
    const asked = askedBy(request);
    connect(request, response);
    const identity = identify(liveCredentials(request, withoutCookie));
    // Credentials that are no good are refused with their status; all else is told in the stream, which is what its clients read.
    await identity.renew(KNOWN_FOR_MS);
    let answers: Answers;
    try {
      answers = await beginSubscription(options, asked, identity);
    } catch (error) {
      const { message, extensions } = asGraphqlError(error);
      const { http: _status, ...told } = extensions;
      if (told['code'] === 'TOO_MANY_SUBSCRIPTIONS' || response.destroyed) throw error;
      const stream = opened(response);
      await stream.write('next', { errors: [{ message, extensions: told }] });
      await stream.write('complete', null);
      stream.end();
      return;
    }
    // The client may have left meanwhile, and nothing tells of that again.
    if (response.destroyed) {
      await answers.return(undefined);
      return;
    }
    response.once('close', () => void answers.return(undefined));
    const stream = opened(response);
    for await (const told of answers) {
      await stream.write('next', told);
      if (!stream.open) return;
    }
    await stream.write('complete', null);
    stream.end();
  }

  async function answer(request: Request, response: Response): Promise<void> {
    if (closing) throw badRequest('The server is stopping; connect again.', 503, 'SERVICE_UNAVAILABLE');
    if (await streams.answer(request, response)) return;
    if (!accepts(request, 'text/event-stream')) {
      throw badRequest('A stream is answered as text/event-stream, which Accept has to name.', 406);
    }
    if (request.method !== 'GET' && request.method !== 'POST') throw badRequest('A stream is asked for by GET or POST.', 405);
    await distinct(request, response);
  }

  return {
    asksForEvents: (request) => {
      if (!accepts(request, 'text/event-stream')) return false;
      // Some clients name it with all that they ask: then the operation decides.
      if (!accepts(request, 'json') && !accepts(request, '*/*')) return true;
      const body: unknown = request.body;
      const parameters = parametersOf(request);
      const document = documents.find(documentAskedBy(request, { search: `?${parameters.toString()}`, body }));
      if (document === undefined) return false;
      // A document that may not be run is not looked into.
      documents.admit(document);
      const given: unknown = request.method === 'GET' ? Object.fromEntries(parameters) : body;
      const named = typeof given === 'object' && given !== null && 'operationName' in given ? given.operationName : undefined;
      return isSubscription({ query: document.text, operationName: typeof named === 'string' ? named : undefined });
    },
    handle: (request, response, next) => {
      answer(request, response).catch((error: unknown) => {
        try {
          refuse(response, error);
        } catch (fault) {
          next(fault);
        }
      });
    },
    close: () => {
      closing = true;
      for (const stream of open) stream.end();
      streams.close();
    },
  };
}

function accepts({ headers: { accept = '' } }: Request, type: string): boolean {
  return accept.toLowerCase().includes(type);
}
