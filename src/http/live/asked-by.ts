import type { Request } from 'express';
import { GraphQLError } from 'graphql';
import { z } from 'zod';
import type { ErrorCode } from '../../errors/catalog.ts';
import { DomainError } from '../../errors/domain-error.ts';

/** Clients name their operations by UUIDs or numbers. */
const LONGEST_ID = 255;

const askedSchema = z.object({
  query: z.string().nullish(),
  documentId: z.string().nullish(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.looseObject({ operationId: z.string().max(LONGEST_ID).optional() }).nullish(),
});

/** What a request asks to be told, and by which name of an operation. */
export type Asked = z.infer<typeof askedSchema>;

/** A refusal with its status. */
export function badRequest(message: string, status = 400, code: ErrorCode | 'BAD_REQUEST' = 'BAD_REQUEST'): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } });
}

/** Parameters of the address, which Express does not read here. */
export function parametersOf({ originalUrl }: Request): URLSearchParams {
  const mark = originalUrl.indexOf('?');
  return new URLSearchParams(mark === -1 ? '' : originalUrl.slice(mark));
}

function fromAddress(request: Request): unknown {
  const parameters = parametersOf(request);
  const json = (name: string): unknown => {
    const text = parameters.get(name);
    return text === null ? undefined : JSON.parse(text);
  };
  try {
    return {
      query: parameters.get('query'),
      documentId: parameters.get('documentId'),
      operationName: parameters.get('operationName') ?? undefined,
      variables: json('variables'),
      extensions: json('extensions'),
    };
  } catch {
    throw badRequest("The parameters 'variables' and 'extensions' must be JSON objects.");
  }
}

/** Reads a request whose body was read before. @throws GraphQLError */
export function askedBy(request: Request): Asked {
  const isRead = request.method === 'GET';
  if (!isRead && !(request.headers['content-type'] ?? '').toLowerCase().startsWith('application/json')) {
    throw badRequest('A subscription is sent as application/json.', 415);
  }
  const asked = askedSchema.safeParse(isRead ? fromAddress(request) : request.body);
  if (asked.success) return asked.data;
  throw new DomainError(
    'BAD_USER_INPUT',
    `A subscription has a 'query' or a 'documentId', and may have 'operationName', 'variables' and 'extensions'.`,
    {
      problems: asked.error.issues.map(({ path, message }) => ({ pointer: `/${path.join('/')}`, message })),
    },
  );
}
