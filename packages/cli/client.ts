/** The GraphQL API of a server, as the owner of a token or as a guest. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
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

const ANSWER_LIMIT_MS = 300_000;
const ATTEMPTS = 5;
const LONGEST_PAUSE_S = 30;

/** Statuses by which a server says that it has done nothing, and may be asked again. */
const AGAIN = new Set([429, 503]);

/** Seconds until a server may be asked again. */
export function pauseSeconds(response: Response, attempt: number): number {
  const told = Number(response.headers.get('retry-after'));
  return Math.min(LONGEST_PAUSE_S, Number.isFinite(told) && told > 0 ? told : 2 ** attempt * 0.25);
}

/** The end of a command whose server gives no answer. */
export function unreachable(server: string, error: unknown): CliFailure {
  const cause =
    error instanceof Error && error.cause instanceof Error ? error.cause.message : error instanceof Error ? error.message : String(error);
  return new CliFailure(EXIT.unreachable, 'SERVER_UNREACHABLE', `The server at ${server} does not answer (${cause}).`, { cause: error });
}

export function createClient(server: string, token: string | undefined): Client {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Accept: 'application/graphql-response+json, application/json',
    ...(token === undefined ? {} : { 'X-Service-key': token }),
  };

  async function post(body: string, attempt = 0): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(`${server}/graphql`, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
    } catch (error) {
      throw unreachable(server, error);
    }
    if (!AGAIN.has(response.status) || attempt + 1 >= ATTEMPTS) return response;
    await response.arrayBuffer();
    await sleep(pauseSeconds(response, attempt) * 1000);
    return post(body, attempt + 1);
  }

  const send: Client['send'] = async (query, variables = {}, operationName) => {
    const response = await post(JSON.stringify({ query, variables, operationName }));
    const text = await response.text();
    try {
      return answerShape.parse(JSON.parse(text));
    } catch (error) {
      const code = response.status >= 500 ? 'SERVICE_UNAVAILABLE' : 'NOT_A_REPOSITORY';
      throw new CliFailure(EXIT.unreachable, code, `${server}/graphql gave ${response.status}, and no answer of Archivolt.`, {
        cause: error,
      });
    }
  };

  return {
    server,
    token,
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
