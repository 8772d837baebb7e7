/** Mutations that carry a key have their effects once. See docs/adr/0093-bulk-and-idempotency.md. */
import { HeaderMap } from '@apollo/server';
import { type ExecutionResult, getOperationAST, GraphQLError, OperationTypeNode } from 'graphql';
import { z } from 'zod';
import { type ErrorCode, errorCatalog } from '../errors/catalog.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { BegunRequest } from '../kernel/ports/idempotent-requests.ts';
import { writeJson } from '../raw-json.ts';
import { createRequestContext } from '../request-context.ts';
import type { ClientRequest } from './client-request.ts';
import { isCatalogued } from './format-error.ts';

type Execute = (request: ClientRequest) => Promise<ExecutionResult>;

const storedAnswer = z.object({
  data: z.record(z.string(), z.unknown()).nullable(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

function refused(code: ErrorCode, message: string): GraphQLError {
  const headers = code === 'IDEMPOTENCY_KEY_IN_USE' ? new HeaderMap([['retry-after', '1']]) : new HeaderMap();
  return new GraphQLError(message, { extensions: { code, http: { status: errorCatalog[code].status, headers } } });
}

async function begin(
  { context, document: _document, ...sent }: ClientRequest,
  key: string,
): Promise<BegunRequest | { readonly answer: string }> {
  const { actor, services, wished } = context;
  if (actor.account === null) {
    throw refused('AUTHENTICATION_REQUIRED', 'The header Idempotency-Key is for accounts: what guests send cannot be known again.');
  }
  // Another token of the account may see less, and is given nothing that it could not have asked for.
  const parts = [sent.documentKey, sent.operationName ?? null, sent.variables, actor.token ?? null, wished?.errorsAtTop ?? false];
  try {
    return await services.idempotency.begin({ accountId: actor.account.id, key, parts });
  } catch (error) {
    if (error instanceof DomainError) throw refused(error.code, error.message);
    throw error;
  }
}

function repeated(answer: string): ExecutionResult {
  const { data, errors, extensions } = storedAnswer.parse(JSON.parse(answer));
  return {
    data,
    ...(errors !== undefined && {
      errors: errors.map(
        ({ message, path, extensions: told }) => new GraphQLError(message, { path: path ?? null, extensions: told ?? {} }),
      ),
    }),
    extensions: { ...extensions, idempotency: { repeated: true } },
  };
}

/** Whether an answer may be another one when the request is sent again: then it is not the answer. */
export function mayPass({ errors = [] }: ExecutionResult): boolean {
  return errors.some(({ extensions: { code } }) => {
    if (!isCatalogued(code)) return true;
    const { status } = errorCatalog[code];
    return status >= 500 || status === 429;
  });
}

/** Runs operations, those with a key once. @throws GraphQLError as `execute`; with 401, 409 or 422 for the key */
export function withIdempotency(execute: Execute): Execute {
  return async (request) => {
    const { context, document, operationName } = request;
    const key = context.wished?.idempotencyKey;
    // Queries change nothing. What is no operation is refused by what runs it.
    const isMutation = getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
    if (key === undefined || !isMutation) return execute(request);
    const begun = await begin(request, key);
    if ('answer' in begun) return repeated(begun.answer);
    let answer: string | undefined;
    try {
      const idempotency = begun.request;
      const result = await execute({ ...request, context: createRequestContext(context, { ...context, idempotency }) });
      if (!mayPass(result)) answer = writeJson(result);
      return result;
    } finally {
      await begun.end(answer);
    }
  };
}
