import { ApolloServer, type ApolloServerOptionsWithGateway } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type CompiledOperation, compileOperation } from './compile.ts';
import type { RequestContext } from './context.ts';
import { formatError } from './format-error.ts';
import { limitsPlugin } from './limits.ts';

/** Compiled operations of clients that are kept. */
const COMPILED_OPERATIONS = 500;

type Gateway = NonNullable<ApolloServerOptionsWithGateway<RequestContext>['gateway']>;
type GatewayExecutor = NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>;

/** Runs operations of clients with the same compiler as those of REST; Apollo's own execution is bypassed by its gateway hook. */
function compiledExecutor(schema: GraphQLSchema, log: Logger): GatewayExecutor {
  const compiled = new LRUCache<string, CompiledOperation>({ max: COMPILED_OPERATIONS });
  return async ({ document, operationName, queryHash, request, context }) => {
    const key = `${queryHash}:${operationName ?? ''}`;
    let run = compiled.get(key);
    if (run === undefined) {
      run = compileOperation(schema, document, operationName ?? undefined);
      compiled.set(key, run);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the hook's type forgets the context's; the HTTP layer made it
    const requestContext = context as RequestContext;
    const result = await run(requestContext, request.variables ?? {});
    if (result.errors === undefined || result.errors.length === 0) return { data: result.data ?? null };
    const errors = result.errors.map((error) => {
      const { message, path, extensions } = formatError(error, { requestId: requestContext.requestId, log });
      return new GraphQLError(message, { path: path ?? null, extensions });
    });
    return { data: result.data ?? null, errors };
  };
}

/** Makes the server for `/graphql`; it has to be started. */
export function createApolloServer(schema: GraphQLSchema, text: string, log: Logger): ApolloServer<RequestContext> {
  const executor = compiledExecutor(schema, log);
  const gateway: Gateway = {
    load: async () => ({ executor }),
    onSchemaLoadOrUpdate: (callback) => {
      callback({ apiSchema: schema, coreSupergraphSdl: text });
      return () => undefined;
    },
    stop: async () => undefined,
  };
  return new ApolloServer<RequestContext>({
    gateway,
    introspection: true,
    csrfPrevention: true,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: log,
    // Errors with a code were formatted by the executor, or come from parsing and validation; anything else is a fault of ours.
    formatError: (formatted, error) =>
      formatted.extensions?.['code'] === 'INTERNAL_SERVER_ERROR' && formatted.extensions['requestId'] === undefined
        ? formatError(error, { requestId: '-', log })
        : formatted,
    plugins: [
      limitsPlugin(),
      // It doubles the cost of execution and no cache here obeys it.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
}
