import { ApolloServer, type ApolloServerOptionsWithGateway, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { writeJson } from '../raw-json.ts';
import type { Logger } from 'pino';
import { tellCaches } from './caching/tell-caches.ts';
import type { ClientExecutor } from './client-executor.ts';
import type { RequestContext } from '../request-context.ts';
import type { CostReport } from './cost-report.ts';
import { createDocumentStore } from './document-store.ts';
import type { ServedSchemaSource } from './served-schema.ts';
import { budgetHeaders } from './spend-budget.ts';

/** Errors of validation in one answer. Each names the likeliest names for one that is unknown, which takes time. */
const MOST_VALIDATION_ERRORS = 10;

/** What a document or its variables are refused with. */
const REQUEST_ERRORS: ReadonlySet<unknown> = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT']);

/**
 * A client that does not know `application/graphql-response+json` reads errors from an answer of status 200 alone; others get the 400.
 * Source: GraphQL over HTTP, 6.4.1.
 */
const answerOlderClients: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ request, response, errors = [] }) => {
      if (response.http.status !== 400 || request.http?.headers.get('accept')?.includes('application/graphql-response+json')) return;
      if (errors.every(({ extensions }) => REQUEST_ERRORS.has(extensions['code']))) response.http.status = 200;
    },
  }),
};

/** A document that a request registers is kept once it has proven to fit the schema. */
const rememberDocument: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async ({ contextValue: { named } }) =>
    named?.remember === undefined ? undefined : { didResolveOperation: async () => named.remember?.() },
};

/** Sets the headers of the caller's budget, where there is one. */
const tellBudget: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { http, body } }) => {
      const cost: unknown = body.kind === 'single' ? body.singleResult.extensions?.['cost'] : undefined;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the executor of this server made it
      const budget = (cost as CostReport | undefined)?.budget;
      if (budget !== undefined) for (const [name, value] of budgetHeaders(budget)) http.headers.set(name, value);
    },
  }),
};

interface ApolloOptions {
  readonly executor: ClientExecutor;
  readonly log: Logger;
  /** For how long caches may keep public answers, in seconds. */
  readonly publicAnswerSeconds: number;
}

type Gateway = NonNullable<ApolloServerOptionsWithGateway<RequestContext>['gateway']>;

/** Makes the server for `/graphql`; it has to be started. */
export function createApolloServer(
  served: ServedSchemaSource,
  { executor, log, publicAnswerSeconds }: ApolloOptions,
): ApolloServer<RequestContext> {
  const gateway: Gateway = {
    load: async () => ({
      executor: ({ schema, document, queryHash, request, context }) =>
        executor({
          // The one that the request began with.
          schema,
          document,
          documentKey: queryHash,
          operationName: request.operationName,
          variables: request.variables ?? {},
          explained: request.extensions?.['explain'] === true,
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the hook's type forgets the context's; the HTTP layer made it
          context: context as RequestContext,
        }),
    }),
    // The text is for plugins that are not used here, and takes time to print.
    onSchemaLoadOrUpdate: (callback) => served.follow(({ schema }) => callback({ apiSchema: schema, coreSupergraphSdl: '' })),
    stop: async () => undefined,
  };
  return new ApolloServer<RequestContext>({
    gateway,
    introspection: true,
    csrfPrevention: true,
    persistedQueries: false,
    stringifyResult: (result) => `${writeJson(result)}\n`,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    validationOptions: { maxErrors: MOST_VALIDATION_ERRORS },
    documentStore: createDocumentStore(),
    logger: log,
    // Errors with a code were formatted by the executor, or come from parsing and validation; anything else is a fault of the library.
    formatError: (formatted) =>
      formatted.extensions?.['code'] === 'INTERNAL_SERVER_ERROR' && formatted.extensions['requestId'] === undefined
        ? { message: 'The server failed to answer this request.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }
        : formatted,
    plugins: [
      answerOlderClients,
      rememberDocument,
      tellBudget,
      // After the budget, which is the caller's.
      tellCaches(publicAnswerSeconds),
      {
        unexpectedErrorProcessingRequest: async ({ requestContext: { contextValue }, error }) => {
          log.error({ err: error, requestId: contextValue.requestId }, 'A request failed.');
        },
      },
      // It doubles the cost of execution, and cannot tell a published version from a draft by the arguments.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
}
