import { createHash } from 'node:crypto';
import {
  createSourceEventStream,
  type DocumentNode,
  execute,
  type ExecutionResult,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { errorCatalog } from '../errors/catalog.ts';
import { DomainError } from '../errors/domain-error.ts';
import { createRequestContext, type LiveCaller, type RequestContext } from '../request-context.ts';
import { requireOperation } from './client-executor.ts';
import { type FormattedError, formatErrors } from './format-error.ts';
import { refusal } from './limits.ts';
import { refuseCostlyOperation } from './operation-cost.ts';
import type { ServedSchemaSource } from './served-schema.ts';
import { createSharedAnswers } from './shared-answers.ts';

/** As other operations: errors of validation and of variables in one answer. */
const MOST_ERRORS = 10;
/** Total characters of the documents that are kept parsed and validated. */
const KEPT_CHARACTERS = 200_000;
/** How often the credentials of a caller are looked at to whom nothing is told. */
const WATCH_MS = 30_000;

/** What a client asks to be told. */
export interface SubscriptionRequest {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** One answer of a stream. */
export interface StreamedResult {
  readonly data?: unknown;
  readonly errors?: readonly FormattedError[];
}

/** A subscription that has passed all limits of operations and not begun. */
export interface PreparedSubscription {
  /** Begins it. Whatever ends it is its last answer; `return` ends it at once. */
  begin(caller: SubscribingCaller): AsyncGenerator<StreamedResult, undefined, undefined>;
}

/** Whose subscription it is. */
export interface SubscribingCaller {
  readonly context: RequestContext;
  readonly renew: LiveCaller['renew'];
}

export interface Subscriptions {
  /** Whether a request asks for a subscription, as far as that can be told. @throws GraphQLError when the document is over a limit */
  isSubscription(request: Omit<SubscriptionRequest, 'variables'>): boolean;
  /** @throws GraphQLError with a status, when the document or its variables are refused */
  prepare(request: SubscriptionRequest): PreparedSubscription;
}

export interface SubscriptionOptions {
  readonly served: ServedSchemaSource;
  readonly log: Logger;
}

interface Telling {
  readonly item: object;
  readonly context: RequestContext;
}

/** An operation that may begin. What is under way keeps the schema that it began with. */
interface Operation extends Omit<SubscriptionRequest, 'query'> {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** The same for equal operations with equal variables. */
  readonly key: string;
}

/** Ends the stream whose caller's credentials have ended, even when there is nothing to tell. */
function watch(controller: AbortController, { renew }: SubscribingCaller): NodeJS.Timeout {
  // Streams that began together, such as after a restart, are not looked at together.
  const pause = WATCH_MS * (0.75 + Math.random() / 2);
  const timer = setInterval(() => {
    renew(pause / 2).catch((error: unknown) => {
      // A caller who cannot be looked up now may be good all the same.
      if (error instanceof DomainError && errorCatalog[error.code].status < 500) controller.abort(error);
    });
  }, pause);
  return timer.unref();
}

/** The operation of a text; undefined where it has none of that name, or is no GraphQL. */
function operationIn(text: string, name: string | null | undefined): OperationTypeNode | undefined {
  try {
    return getOperationAST(parse(text, { noLocation: true }), name)?.operation;
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

/** Makes what prepares the subscriptions of clients, by the limits of all operations. */
export function createSubscriptions({ served, log }: SubscriptionOptions): Subscriptions {
  /** Documents go with the schema that they were validated against. */
  const validatedFor = new WeakMap<GraphQLSchema, LRUCache<string, DocumentNode>>();
  const shared = createSharedAnswers<StreamedResult>();

  function documentsFor(schema: GraphQLSchema): LRUCache<string, DocumentNode> {
    const known = validatedFor.get(schema);
    if (known !== undefined) return known;
    const documents = new LRUCache<string, DocumentNode>({
      maxSize: KEPT_CHARACTERS,
      sizeCalculation: (_document, text) => text.length + 1,
    });
    validatedFor.set(schema, documents);
    return documents;
  }

  function validated(text: string): { readonly schema: GraphQLSchema; readonly document: DocumentNode } {
    const { schema, refuseDocument } = served.current();
    const documents = documentsFor(schema);
    const known = documents.get(text);
    if (known !== undefined) return { schema, document: known };
    refuseDocument(text);
    let document: DocumentNode;
    try {
      // Streams keep it for hours: without places it is half as large.
      document = parse(text, { noLocation: true });
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      throw refusal('GRAPHQL_PARSE_FAILED', error.message);
    }
    const [first] = validate(schema, document, specifiedRules, { maxErrors: MOST_ERRORS });
    if (first !== undefined) throw refusal('GRAPHQL_VALIDATION_FAILED', first.message);
    documents.set(text, document);
    return { schema, document };
  }

  async function answerOf({ item, context }: Telling, { schema, document, operationName, variables }: Operation): Promise<StreamedResult> {
    const { data, errors }: ExecutionResult = await execute({
      schema,
      document,
      rootValue: item,
      contextValue: context,
      variableValues: variables ?? {},
      operationName: operationName ?? null,
    });
    return { data: data ?? null, ...(errors && errors.length > 0 ? { errors: await formatErrors(errors, { context, log }) } : {}) };
  }

  async function* answers(source: AsyncIterable<unknown>, operation: Operation): AsyncGenerator<StreamedResult> {
    for await (const told of source) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every subscription's field gives a stream of these
      const telling = told as Telling;
      yield await shared.of(telling.item, telling.context, operation.key, () => answerOf(telling, operation));
    }
  }

  async function* follow(
    operation: Operation,
    caller: SubscribingCaller,
    controller: AbortController,
  ): AsyncGenerator<StreamedResult, undefined, undefined> {
    const { context, renew } = caller;
    const live: LiveCaller = { ended: controller.signal, renew };
    const timer = watch(controller, caller);
    const { schema, document, operationName, variables } = operation;
    try {
      const source = await createSourceEventStream({
        schema,
        document,
        contextValue: createRequestContext(context, { ...context, visitor: undefined, live }),
        variableValues: variables ?? {},
        operationName: operationName ?? null,
      });
      if (Symbol.asyncIterator in source) yield* answers(source, operation);
      else yield { errors: await formatErrors(source.errors ?? [], { context, log }) };
    } catch (error) {
      yield { errors: await formatErrors([error], { context, log }) };
    } finally {
      clearInterval(timer);
      controller.abort();
    }
    return undefined;
  }

  return {
    isSubscription: ({ query, operationName }) => {
      // Most documents have not even the word.
      if (!query.includes('subscription')) return false;
      served.current().refuseDocument(query);
      return operationIn(query, operationName) === OperationTypeNode.SUBSCRIPTION;
    },
    prepare: ({ query, operationName, variables }) => {
      const { schema, document } = validated(query);
      const operation = requireOperation(document, operationName ?? undefined);
      if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
        throw refusal('OPERATION_RESOLUTION_FAILURE', `A stream takes subscriptions; a ${operation.operation} is sent to /graphql.`);
      }
      const { errors, coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {}, {
        maxErrors: MOST_ERRORS,
      });
      if (errors !== undefined) throw refusal('BAD_USER_INPUT', errors[0]?.message ?? 'A variable does not fit its type.');
      refuseCostlyOperation(schema, document, operation, coerced);
      const key = createHash('sha256')
        .update(JSON.stringify([query, operationName ?? null, variables ?? {}]))
        .digest('base64');
      return {
        begin: (caller) => {
          const controller = new AbortController();
          const answered = follow({ schema, document, operationName, variables, key }, caller, controller);
          const end = answered.return.bind(answered);
          // One that waits for something to tell would wait on.
          answered.return = async (value) => {
            controller.abort();
            return end(value);
          };
          return answered;
        },
      };
    },
  };
}
