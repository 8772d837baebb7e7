/** Streams that another process behind the port has: a client sends each request to whichever is given its connection. */
import { GraphQLError } from 'graphql';
import type { Neighbours } from '../../neighbours.ts';
import type { Credentials } from '../../rest-compat/credentials.ts';
import { type Asked, badRequest } from './asked-by.ts';
import { asGraphqlError, LONGEST_SUBSCRIPTION } from './live-endpoint.ts';

/** An operation with who has asked it. */
export interface StreamOperation {
  readonly id: string;
  readonly asked: Asked;
  readonly credentials: Credentials;
}

/** What is asked of the process that has a stream. */
export type StreamQuestion =
  | { readonly token: string; readonly action: 'add'; readonly operation: StreamOperation }
  | { readonly token: string; readonly action: 'end'; readonly operationId: string }
  /** The connection of the stream has come to another process, which has it from now on. */
  | { readonly token: string; readonly action: 'hand over' };

/** Operations that were begun before a stream was opened. */
export type HandedOver = readonly StreamOperation[];

/** How one process answers another; absent where it does not have the stream. */
type StreamAnswer = { readonly done: HandedOver } | { readonly refused: string; readonly extensions: Readonly<Record<string, unknown>> };

/** A form of headers, documents and variables that is no subscription is not passed on. */
const LONGEST_QUESTION = 2 * LONGEST_SUBSCRIPTION + 65_536;

const noSuchStream = (): GraphQLError => badRequest('There is no such stream.', 404);

/** Answers the other processes. @param carryOut Undefined where this process does not have the stream @throws GraphQLError | DomainError */
export function answerNeighbours(
  neighbours: Neighbours | undefined,
  carryOut: (question: StreamQuestion) => Promise<HandedOver> | undefined,
): void {
  neighbours?.hear('stream', async (question): Promise<StreamAnswer | undefined> => {
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another process of this program asks as this one does
      const done = carryOut(question as StreamQuestion);
      return done === undefined ? undefined : { done: await done };
    } catch (error) {
      const { message, extensions } = asGraphqlError(error);
      return { refused: message, extensions };
    }
  });
}

/** Has the process that has a stream carry something out. @throws GraphQLError its refusal, or 404 where no process has the stream */
export async function askNeighbours(neighbours: Neighbours | undefined, question: StreamQuestion): Promise<HandedOver> {
  if (neighbours === undefined) throw noSuchStream();
  if (JSON.stringify(question).length > LONGEST_QUESTION) {
    throw badRequest('An operation of a shared stream is too long.', 413, 'PAYLOAD_TOO_LARGE');
  }
  const [answer] = await neighbours.ask('stream', question);
  if (answer === undefined) throw noSuchStream();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  const told = answer as StreamAnswer;
  if ('done' in told) return told.done;
  throw new GraphQLError(told.refused, { extensions: told.extensions });
}
