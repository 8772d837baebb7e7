import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { type ErrorCode, errorCatalog } from '../errors/catalog.ts';
import { databaseFull } from '../errors/database-full.ts';
import { databaseOutage } from '../errors/database-outage.ts';
import { describeMissing, PermissionDenied } from '../kernel/permission-denied.ts';
import { DomainError, type Problem } from '../errors/domain-error.ts';
import type { BrokenRule } from '../errors/rules/rules.ts';
import { statementTooSlow } from '../errors/statement-limit.ts';
import type { RequestContext } from '../request-context.ts';

/** An error as clients of both APIs see it. */
export interface FormattedError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: {
    readonly code: string;
    /** Every fault of the input, with JSON pointers. */
    readonly problems?: readonly Problem[];
    /** The rule that the message is about, for pages. */
    readonly rule?: BrokenRule;
    /** For an internal error, to find it in the log. */
    readonly requestId?: string;
  };
}

/** Codes that Apollo Server and graphql-js give before execution. */
const LIBRARY_CODES = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_USER_INPUT',
]);

/** What of a request errors are formatted with. */
export interface FormattingContext {
  readonly context: Pick<RequestContext, 'requestId' | 'db' | 'actor' | 'forPage'>;
  readonly log: Logger;
}

function originalOf(error: unknown): unknown {
  let current = error;
  while (current instanceof GraphQLError && current.originalError !== undefined) current = current.originalError;
  return current;
}

/** Whether a code is one of the catalogue. */
export function isCatalogued(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCatalog, code);
}

/** Fields whose refusal clients match as a whole sentence. Source: datasets.md 16. */
const REFUSED_IN_FIXED_WORDS: ReadonlySet<unknown> = new Set(['publishDataset']);

function isRefusedInFixedWords(error: unknown): boolean {
  return error instanceof GraphQLError && REFUSED_IN_FIXED_WORDS.has(error.path?.[0]);
}

/** The texts of refusals that say which permission is missing, and on what. */
async function fullerTexts(errors: readonly unknown[], { context, log }: FormattingContext): Promise<ReadonlyMap<unknown, string>> {
  const refusals = errors
    .filter((error) => !isRefusedInFixedWords(error))
    .map(originalOf)
    .filter((error) => error instanceof PermissionDenied);
  if (refusals.length === 0) return new Map();
  try {
    const missing = await describeMissing(context, refusals);
    return new Map(refusals.map((refusal) => [refusal, `${refusal.message.replace(/\.$/, '')}: it needs ${missing.get(refusal)}.`]));
  } catch (err) {
    // It stays a refusal even while the database does not respond.
    log.warn({ err, requestId: context.requestId }, 'The permission missing in a refusal could not be named.');
    return new Map();
  }
}

/**
 * The only place that turns thrown errors into responses. Deliberate errors keep their code and text, and refusals for a missing permission
 * name it; an unexpected error is logged with its request id and shown without its text.
 */
export async function formatErrors(errors: readonly unknown[], request: FormattingContext): Promise<FormattedError[]> {
  const texts = await fullerTexts(errors, request);
  return errors.map((error) => {
    const { requestId, forPage } = request.context;
    const formatted = formatError(error, { requestId, log: request.log, forPage: forPage === true });
    return { ...formatted, message: texts.get(originalOf(error)) ?? formatted.message };
  });
}

interface Told {
  readonly requestId: string;
  readonly log: Logger;
  /** Whether problems name their places in a form, which pages show them at, and rules have codes, by which pages say them in other languages. */
  readonly forPage: boolean;
}

function formatError(error: unknown, request: Told): FormattedError {
  const thrown = originalOf(error);
  const original = databaseOutage(thrown) ?? databaseFull(thrown) ?? statementTooSlow(thrown) ?? thrown;
  const path = error instanceof GraphQLError && error.path !== undefined ? { path: error.path } : {};
  if (original instanceof DomainError) {
    const told = request.forPage ? original.problems : original.problems.map(({ pointer, message }) => ({ pointer, message }));
    const problems = told.length > 0 ? { problems: told } : {};
    const rule = request.forPage && original.rule !== undefined ? { rule: original.rule } : {};
    if (errorCatalog[original.code].status < 500) {
      return { message: original.message, ...path, extensions: { code: original.code, ...problems, ...rule } };
    }
    request.log.warn({ err: original, requestId: request.requestId }, 'A request was refused.');
    return { message: original.message, ...path, extensions: { code: original.code, ...problems, ...rule, requestId: request.requestId } };
  }
  if (original instanceof GraphQLError) {
    // The compiler's errors of variables have no extensions at all, whatever the type says.
    const extensions: GraphQLError['extensions'] | undefined = original.extensions;
    const code = extensions?.['code'];
    if (isCatalogued(code) || (typeof code === 'string' && LIBRARY_CODES.has(code))) {
      return { message: original.message, ...path, extensions: { code } };
    }
    // Without a code it comes from graphql-js: a variable or argument that does not fit its type.
    if (code === undefined) return { message: original.message, ...path, extensions: { code: 'BAD_USER_INPUT' } };
  }
  request.log.error({ err: original, requestId: request.requestId }, 'A request failed.');
  return {
    message: 'The server failed to answer this request.',
    ...path,
    extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: request.requestId },
  };
}
