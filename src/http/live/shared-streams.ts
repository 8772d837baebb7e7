/** One stream for all operations of a client. Source: graphql-sse, PROTOCOL.md, Single connection mode. */
import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { type Asked, askedBy, badRequest, parametersOf } from './asked-by.ts';
import type { EventStream } from './event-stream.ts';
import type { Neighbours } from '../../neighbours.ts';
import type { Credentials } from '../../rest-compat/credentials.ts';
import { type Answers, KNOWN_FOR_MS } from './live-endpoint.ts';
import type { LiveIdentity } from './live-identities.ts';
import { answerNeighbours, askNeighbours, type HandedOver, type StreamOperation } from './neighbour-streams.ts';

/** How long a stream that was reserved waits to be opened. */
const RESERVED_MS = 10_000;
const TOKEN_HEADER = 'x-graphql-event-stream-token';

interface SharedStream {
  /** Those that are beginning have no answers yet. */
  readonly operations: Map<string, Answers | undefined>;
  /** What was asked before the stream is opened, for the process that is given its connection. */
  readonly early: Map<string, StreamOperation>;
  readonly opened: PromiseWithResolvers<EventStream>;
  /** Ends the reservation of a stream that is not opened. */
  readonly expiry: NodeJS.Timeout;
  /** Gives the place of the reservation back; the connection takes one of its own. */
  readonly giveBack: () => void;
  stream: EventStream | undefined;
}

export interface SharedStreamsOptions {
  /** Takes a place for a connection, until it is closed. @throws DomainError TOO_MANY_SUBSCRIPTIONS */
  readonly connect: (request: Request, response: Response) => void;
  /** The same for one that is reserved; the result gives it back. */
  readonly reserve: (request: Request) => () => void;
  readonly opened: (response: Response) => EventStream;
  readonly credentialsOf: (request: Request) => Credentials;
  readonly identify: (credentials: Credentials) => LiveIdentity;
  /** @throws GraphQLError */
  readonly begin: (asked: Asked, identity: LiveIdentity) => Promise<Answers>;
  readonly neighbours: Neighbours | undefined;
}

export interface SharedStreams {
  /** Answers a request that is about a shared stream; false for any other. @throws GraphQLError | DomainError */
  answer(request: Request, response: Response): Promise<boolean>;
  /** Ends all operations. */
  close(): void;
}

/** @throws GraphQLError */
function operationIdOf(asked: Asked): string {
  const id = asked.extensions?.operationId;
  if (id === undefined || id === '') throw badRequest("An operation of a shared stream needs 'extensions.operationId'.");
  return id;
}

/** @throws GraphQLError */
function endedOperation(request: Request): string {
  const id = parametersOf(request).get('operationId');
  if (id === null) throw badRequest("The parameter 'operationId' says which operation ends.");
  return id;
}

const isOpen = (): Error => badRequest('This stream is open already.', 409);

export function createSharedStreams(options: SharedStreamsOptions): SharedStreams {
  const { connect, reserve, opened, credentialsOf, identify, begin, neighbours } = options;
  const reserved = new Map<string, SharedStream>();

  function endAll(token: string, one: SharedStream): void {
    reserved.delete(token);
    clearTimeout(one.expiry);
    for (const answers of one.operations.values()) void answers?.return(undefined);
    one.operations.clear();
  }

  /** @param giveBack Gives the place of the reservation back */
  function make(token: string, giveBack: () => void): SharedStream {
    const expiry = setTimeout(() => {
      giveBack();
      const one = reserved.get(token);
      if (one !== undefined) endAll(token, one);
    }, RESERVED_MS).unref();
    const ready = Promise.withResolvers<EventStream>();
    const made: SharedStream = { operations: new Map(), early: new Map(), opened: ready, expiry, giveBack, stream: undefined };
    reserved.set(token, made);
    return made;
  }

  async function makeReservation(request: Request, response: Response): Promise<void> {
    await identify(credentialsOf(request)).renew(KNOWN_FOR_MS);
    const token = randomUUID();
    make(token, reserve(request));
    response.status(201).type('text/plain; charset=utf-8').send(token);
  }

  function open(token: string, one: SharedStream, request: Request, response: Response): void {
    if (one.stream !== undefined) throw isOpen();
    connect(request, response);
    // Its connection has a place of its own.
    one.giveBack();
    clearTimeout(one.expiry);
    one.early.clear();
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

  async function add(token: string, one: SharedStream, operation: StreamOperation): Promise<void> {
    const { id, asked, credentials } = operation;
    if (one.operations.has(id)) throw badRequest(`The stream has an operation ${id} already.`, 409);
    one.operations.set(id, undefined);
    if (one.stream === undefined) one.early.set(id, operation);
    let answers: Answers;
    try {
      answers = await begin(asked, identify(credentials));
    } catch (error) {
      one.operations.delete(id);
      one.early.delete(id);
      throw error;
    }
    // It may have been ended meanwhile, or the stream.
    if (one.operations.has(id) && reserved.get(token) === one) {
      one.operations.set(id, answers);
      tell(id, one, answers).catch(() => endAll(token, one));
    } else {
      await answers.return(undefined);
    }
  }

  function end(one: SharedStream, id: string): void {
    const answers = one.operations.get(id);
    one.operations.delete(id);
    one.early.delete(id);
    void answers?.return(undefined);
  }

  /** Gives a stream that is not open yet to another process. */
  function handOver(token: string, one: SharedStream): HandedOver {
    if (one.stream !== undefined) throw isOpen();
    const operations = [...one.early.values()];
    one.giveBack();
    endAll(token, one);
    return operations;
  }

  /** Takes over a stream whose connection has come here. */
  async function takeOver(token: string, request: Request, response: Response): Promise<void> {
    const operations = await askNeighbours(neighbours, { token, action: 'hand over' });
    if (response.destroyed) return;
    const one = make(token, () => undefined);
    open(token, one, request, response);
    for (const operation of operations) {
      // What could begin there and cannot any more is over for the client.
      await add(token, one, operation).catch(() => one.stream?.write('complete', { id: operation.id }));
    }
  }

  answerNeighbours(neighbours, (question) => {
    const { token } = question;
    const one = reserved.get(token);
    if (one === undefined) return undefined;
    if (question.action === 'hand over') return Promise.resolve(handOver(token, one));
    if (question.action === 'add') return add(token, one, question.operation).then(() => []);
    end(one, question.operationId);
    return Promise.resolve([]);
  });

  return {
    answer: async (request, response) => {
      if (request.method === 'PUT') {
        await makeReservation(request, response);
        return true;
      }
      const token = request.headers[TOKEN_HEADER] ?? parametersOf(request).get('token');
      if (typeof token !== 'string') return false;
      const one = reserved.get(token);
      if (request.method === 'DELETE') {
        const operationId = endedOperation(request);
        if (one === undefined) await askNeighbours(neighbours, { token, action: 'end', operationId });
        else end(one, operationId);
        response.status(200).end();
      } else if (request.method === 'GET') {
        if (one === undefined) await takeOver(token, request, response);
        else open(token, one, request, response);
      } else if (request.method === 'POST') {
        const asked = askedBy(request);
        const operation = { id: operationIdOf(asked), asked, credentials: credentialsOf(request) };
        if (one === undefined) await askNeighbours(neighbours, { token, action: 'add', operation });
        else await add(token, one, operation);
        response.status(202).end();
      } else return false;
      return true;
    },
    close: () => {
      for (const [token, one] of reserved) endAll(token, one);
    },
  };
}
