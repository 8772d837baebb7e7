/** One stream for all operations of a client. Source: graphql-sse, PROTOCOL.md, Single connection mode. */
import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { type Asked, askedBy, badRequest, parametersOf } from './asked-by.ts';
import type { EventStream } from './event-stream.ts';
import { type Answers, KNOWN_FOR_MS } from './live-endpoint.ts';
import type { LiveIdentity } from './live-identities.ts';

/** How long a stream that was reserved waits to be opened. */
const RESERVED_MS = 10_000;
const TOKEN_HEADER = 'x-graphql-event-stream-token';

interface SharedStream {
  /** Those that are beginning have no answers yet. */
  readonly operations: Map<string, Answers | undefined>;
  readonly opened: PromiseWithResolvers<EventStream>;
  /** Ends the reservation of a stream that is not opened. */
  readonly expiry: NodeJS.Timeout;
  stream: EventStream | undefined;
}

export interface SharedStreamsOptions {
  /** Takes a place for a connection, until it is closed. @throws DomainError TOO_MANY_SUBSCRIPTIONS */
  readonly connect: (request: Request, response: Response) => void;
  /** The same for one that is reserved; the result gives it back. */
  readonly reserve: (request: Request) => () => void;
  readonly opened: (response: Response) => EventStream;
  readonly identityOf: (request: Request) => LiveIdentity;
  /** @throws GraphQLError */
  readonly begin: (asked: Asked, identity: LiveIdentity) => Promise<Answers>;
}

export interface SharedStreams {
  /** Answers a request that is about a shared stream; false for any other. @throws GraphQLError | DomainError */
  answer(request: Request, response: Response): Promise<boolean>;
  /** Ends all operations. */
  close(): void;
}

export function createSharedStreams({ connect, reserve, opened, identityOf, begin }: SharedStreamsOptions): SharedStreams {
  const reserved = new Map<string, SharedStream>();

  function endAll(token: string, one: SharedStream): void {
    reserved.delete(token);
    clearTimeout(one.expiry);
    for (const answers of one.operations.values()) void answers?.return(undefined);
    one.operations.clear();
  }

  async function makeReservation(request: Request, response: Response): Promise<void> {
    await identityOf(request).renew(KNOWN_FOR_MS);
    const giveBack = reserve(request);
    const token = randomUUID();
    const expiry = setTimeout(() => {
      giveBack();
      const one = reserved.get(token);
      if (one !== undefined) endAll(token, one);
    }, RESERVED_MS).unref();
    const ready = Promise.withResolvers<EventStream>();
    reserved.set(token, { operations: new Map(), opened: ready, expiry, stream: undefined });
    // Its connection has a place of its own.
    void ready.promise.then(giveBack);
    response.status(201).type('text/plain; charset=utf-8').send(token);
  }

  function open(token: string, one: SharedStream, request: Request, response: Response): void {
    if (one.stream !== undefined) throw badRequest('This stream is open already.', 409);
    connect(request, response);
    clearTimeout(one.expiry);
    one.stream = opened(response);
    response.once('close', () => endAll(token, one));
    one.opened.resolve(one.stream);
  }

  async function tell(id: string, { operations, opened: ready }: SharedStream, answers: Answers): Promise<void> {
    const stream = await ready.promise;
    for await (const payload of answers) {
      await stream.write('next', { id, payload });
      if (!stream.open) return;
    }
    // One that its client has ended is not said to be complete.
    if (operations.get(id) !== answers) return;
    operations.delete(id);
    await stream.write('complete', { id });
  }

  async function add(token: string, one: SharedStream, request: Request, response: Response): Promise<void> {
    const asked = askedBy(request);
    const id = asked.extensions?.operationId;
    if (id === undefined || id === '') throw badRequest("An operation of a shared stream needs 'extensions.operationId'.");
    if (one.operations.has(id)) throw badRequest(`The stream has an operation ${id} already.`, 409);
    one.operations.set(id, undefined);
    let answers: Answers;
    try {
      answers = await begin(asked, identityOf(request));
    } catch (error) {
      one.operations.delete(id);
      throw error;
    }
    // It may have been ended meanwhile, or the stream.
    if (one.operations.has(id) && reserved.get(token) === one) {
      one.operations.set(id, answers);
      tell(id, one, answers).catch(() => endAll(token, one));
    } else {
      await answers.return(undefined);
    }
    response.status(202).end();
  }

  function end(one: SharedStream, request: Request, response: Response): void {
    const id = parametersOf(request).get('operationId');
    if (id === null) throw badRequest("The parameter 'operationId' says which operation ends.");
    const answers = one.operations.get(id);
    one.operations.delete(id);
    void answers?.return(undefined);
    response.status(200).end();
  }

  return {
    answer: async (request, response) => {
      if (request.method === 'PUT') {
        await makeReservation(request, response);
        return true;
      }
      const token = request.headers[TOKEN_HEADER] ?? parametersOf(request).get('token');
      if (typeof token !== 'string') return false;
      const one = reserved.get(token);
      if (one === undefined) throw badRequest('There is no such stream.', 404);
      if (request.method === 'DELETE') end(one, request, response);
      else if (request.method === 'GET') open(token, one, request, response);
      else if (request.method === 'POST') await add(token, one, request, response);
      else return false;
      return true;
    },
    close: () => {
      for (const [token, one] of reserved) endAll(token, one);
    },
  };
}
