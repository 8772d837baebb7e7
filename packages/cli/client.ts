/** The GraphQL API of a server, as the owner of a token or as a guest. */
import { z } from 'zod';
import { Refusal } from '../client/refusal.ts';
import { createTransport, type Transport } from '../client/transport.ts';
import { Unreachable } from '../client/unreachable.ts';
import { CliFailure, EXIT, exitCodeOf } from './failure.ts';

export interface GraphqlAnswer {
  readonly data?: unknown;
  readonly errors?: readonly GraphqlProblem[] | undefined;
}

const problemShape = z.looseObject({
  message: z.string(),
  extensions: z
    .looseObject({
      code: z.string().optional(),
      problems: z.array(z.object({ pointer: z.string(), message: z.string() })).optional(),
    })
    .optional(),
});
type GraphqlProblem = z.infer<typeof problemShape>;
const answerShape = z
  .looseObject({ data: z.unknown().optional(), errors: z.array(problemShape).optional() })
  .refine((answer) => 'data' in answer || answer.errors !== undefined, 'has neither data nor errors');

export interface Client {
  /** Without a slash at its end. */
  readonly server: string;
  readonly token: string | undefined;
  /** For what the client of the API does itself; `endingAsCommands` makes ends of commands of what it throws. */
  readonly transport: Transport;
  /** The answer as it is, errors among it. @throws CliFailure when there is none */
  send(document: string, variables?: Readonly<Record<string, unknown>>, operationName?: string): Promise<GraphqlAnswer>;
  /** The data of an operation. @throws CliFailure with the first refusal */
  ask<Data>(shape: z.ZodType<Data>, document: string, variables?: Readonly<Record<string, unknown>>): Promise<Data>;
}

/** The end of a command that the first error of an answer gives. */
export function failureOf(errors: readonly GraphqlProblem[]): CliFailure {
  const [first] = errors;
  const code = first?.extensions?.code ?? 'INTERNAL_SERVER_ERROR';
  return new CliFailure(exitCodeOf(code), code, first?.message ?? 'The server gave an error without a message.', {
    problems: first?.extensions?.problems ?? [],
  });
}

/** The end of a command whose server gives no answer, or none of the API. */
export function unreachable(server: string, error: unknown): CliFailure {
  const fault = error instanceof Unreachable ? error : new Unreachable(server, error);
  if (fault.status === undefined) return new CliFailure(EXIT.unreachable, 'SERVER_UNREACHABLE', fault.message, { cause: error });
  const code = fault.status >= 500 ? 'SERVICE_UNAVAILABLE' : 'NOT_A_REPOSITORY';
  return new CliFailure(EXIT.unreachable, code, `${server}/graphql gave ${fault.status}, and no answer of Archivolt.`, { cause: error });
}

/** What the client of the API throws, as the end of a command; all else is thrown on. @throws CliFailure */
export async function endingAsCommands<Result>(server: string, task: Promise<Result>): Promise<Result> {
  try {
    return await task;
  } catch (error) {
    if (error instanceof Unreachable) throw unreachable(server, error);
    if (error instanceof Refusal) throw new CliFailure(exitCodeOf(error.code), error.code, error.message, { problems: error.problems });
    throw error;
  }
}

export function createClient(server: string, token: string | undefined): Client {
  // A command that finds nobody says so at once.
  const transport = createTransport({ server, token, repeatsLost: false });

  const send: Client['send'] = async (query, variables = {}, operationName) => {
    const answer = answerShape.safeParse(await endingAsCommands(server, transport.send(query, variables, { operationName })));
    if (answer.success) return answer.data;
    throw new CliFailure(EXIT.unreachable, 'NOT_A_REPOSITORY', `${server}/graphql gave no answer of Archivolt.`, { cause: answer.error });
  };

  return {
    server,
    token,
    transport,
    send,
    ask: async (shape, document, variables) => {
      const { data, errors } = await send(document, variables);
      if (errors !== undefined && errors.length > 0) throw failureOf(errors);
      const read = shape.safeParse(data);
      if (read.success) return read.data;
      throw new CliFailure(
        EXIT.failed,
        'ANSWER_UNEXPECTED',
        `${server} answers in another way than this release reads; is it of another version?`,
        {
          cause: read.error,
        },
      );
    },
  };
}
