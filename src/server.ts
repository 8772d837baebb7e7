/** The composition root of the HTTP server: REST, GraphQL, documentation, health. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Application } from './application.ts';
import type { Config } from './config.ts';
import { createContexts, isLocal } from './create-contexts.ts';
import { createApiBlockingSource } from './domain/installation/api-blocking.ts';
import { pathOf } from './browser-page.ts';
import { createApolloServer } from './graphql/apollo-server.ts';
import type { RequestContext } from './request-context.ts';
import { graphqlExplorer } from './graphql-explorer/explorer-page.ts';
import { assertedHeadersOf } from './http/asserted-headers.ts';
import { clientAddressOf } from './http/client-address.ts';
import { followConnections } from './http/connection-drain.ts';
import { graphqlCors } from './http/graphql-cors.ts';
import { graphqlEndpoint } from './http/graphql-endpoint.ts';
import {
  readBrowserCredentials,
  readDepositorCredentials,
  readOperationCredentials,
  readPageCredentials,
  readProgramCredentials,
} from './http/surface-credentials.ts';
import { refuseAndClose } from './http/early-refusal.ts';
import { hostFault } from './http/host-header.ts';
import { healthRoutes } from './http/health-routes.ts';
import { endIdleConnections } from './http/idle-connections.ts';
import { createLive } from './http/live/create-live.ts';
import { createSubscriptions } from './graphql/subscriptions.ts';
import { failed, notFound } from './http/last-handlers.ts';
import { followRequest } from './http/follow-request.ts';
import { withSingleSlashes } from './http/single-slashes.ts';
import { wishedAnswer } from './http/wished-answer.ts';
import { createOai } from './oai/serve-oai.ts';
import { createMcp } from './mcp/serve-mcp.ts';
import { createPages } from './pages/serve-pages.ts';
import { createCorsPolicy, graphqlRequests, mcpRequests } from './rest-compat/cors.ts';
import type { Credentials } from './rest-compat/credentials.ts';
import { dialectsOf, spokenDialect } from './rest-compat/dialects/dialects.ts';
import { discardBody } from './rest-compat/discard-body.ts';
import { docsPage } from './rest-compat/docs-page.ts';
import { openApiHandler } from './rest-compat/openapi-handler.ts';
import { requestIdOf } from './rest-compat/request-id.ts';
import { routeTable } from './rest-compat/route-table.ts';
import { createRestRouter } from './rest-compat/router.ts';
import { serverMetrics } from './server-metrics.ts';
import { createSword } from './sword/serve-sword.ts';

export interface HttpServer {
  readonly server: Server;
  /** Stops accepting requests and waits for those in progress, up to the given limit; further calls wait for the same end. */
  drain(limitMs: number): Promise<void>;
}

/** Where the operator does not want sessions to count beyond the pages, they do not. Source: users-admin.md 3.6. */
function withoutSession(features: Config['features'], credentials: Credentials): Credentials {
  return features.includes('api-session-auth') ? credentials : { ...credentials, session: undefined };
}

/** Whether the operator lets pages of an origin use a surface, or they are pages of this installation. */
function isKnownOrigin({ services }: Application, policy: ReturnType<typeof createCorsPolicy>, origin: string): boolean {
  return (
    origin === new URL(services.installation.siteUrl).origin || policy.headersFor(false, origin).includes('Access-Control-Allow-Origin')
  );
}

/** Builds the HTTP server of an application; it does not listen yet. */
export async function createHttpServer(application: Application, config: Config, log: Logger): Promise<HttpServer> {
  const addressOf = clientAddressOf(config.trustedProxies);
  const createContext = createContexts(application, config, log, addressOf);
  const blocking = createApiBlockingSource(application.services.settings);
  const metrics = serverMetrics(application, () => live.count());
  let leaving = false;
  let draining = false;

  const rest = createRestRouter<RequestContext>({
    routes: routeTable,
    execute: application.run,
    authenticate: (credentials: Credentials, hasLeft?: () => boolean) =>
      createContext(withoutSession(config.features, credentials), { hasLeft }),
    storage: application.services.storage,
    xAccelPrefix: config.xAccelPrefix,
    log,
    corsOrigins: config.corsOrigins,
    dialect: spokenDialect(config.dialects, routeTable),
    blocking: {
      endpoints: () => blocking.endpoints(),
      admits: (credentials) =>
        blocking.admits({ fromLocalhost: isLocal(addressOf(credentials), credentials), unblockKey: credentials.unblockKey }),
    },
    siteUrl: config.siteUrl,
    isDraining: () => draining,
  });
  const { execute: executor } = application;
  const apollo = createApolloServer(application.served, { executor, log, publicAnswerSeconds: config.publicAnswerSeconds });
  await apollo.start();
  const corsPolicy = createCorsPolicy(config.corsOrigins, graphqlRequests);
  const live = createLive({
    bounds: config.subscriptions,
    subscriptions: createSubscriptions({ served: application.served, log }),
    documents: application.documents,
    lookUp: (credentials, again) => createContext(credentials, { again }),
    withoutCookie: (credentials) => withoutSession(config.features, credentials),
    addressOf,
    allowsOrigin: (origin) => isKnownOrigin(application, corsPolicy, origin),
    log,
    neighbours: application.neighbours,
  });
  const openApi = openApiHandler(routeTable, { version: application.services.installation.version }, dialectsOf(config.dialects));

  const app: Express = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use('/api', rest);
  app.use(healthRoutes({ isDraining: () => leaving, askDatabase: () => application.connection.sql`select 1`, log }));
  app.get('/metrics', (_request, response, next) => {
    metrics.text().then(({ body, contentType }) => response.type(contentType).send(body), next);
  });
  app.use('/guides', (_request, response) => {
    // Where notifications lead until an operator names guides of the institution.
    response.redirect('/docs');
  });
  app.use('/openapi', openApi);
  app.use('/graphql', graphqlCors(corsPolicy));
  app.use((request, response, next) => {
    if (!docsPage(request, response) && !graphqlExplorer(request, response)) next();
  });
  app.use(
    '/graphql',
    graphqlEndpoint({
      apollo,
      served: application.served,
      documents: application.documents,
      events: live.events,
      discardBody,
      createContext: (request) =>
        createContext(withoutSession(config.features, readOperationCredentials(request, requestIdOf(request))), {
          hasLeft: () => request.socket.destroyed,
          wished: wishedAnswer(request),
        }),
    }),
  );
  const served = { execute: application.run, requestIdOf, log };
  const pages = createPages({
    ...served,
    storage: application.services.storage,
    authenticate: (request, requestId, token) => createContext(readPageCredentials(request, requestId, token)),
    authenticateBrowser: (request, requestId, protectedByProxy) =>
      createContext(readBrowserCredentials(request, requestId), {
        asserted: protectedByProxy ? assertedHeadersOf(config.trustedProxies, request) : undefined,
      }),
    messageChanges: application.visitorMessageChanges,
    site: () => ({ installationName: application.services.installation.name(), siteUrl: application.services.installation.siteUrl }),
  });
  const oai = createOai({
    ...served,
    guest: (request, requestId) => createContext(readPageCredentials(request, requestId, undefined)),
    siteUrl: () => application.services.installation.siteUrl,
  });
  const sword = createSword({
    ...served,
    depositor: (request, requestId, token) => createContext(readDepositorCredentials(request, requestId, token)),
    storage: application.services.storage,
    siteUrl: config.siteUrl,
  });
  const mcpCors = createCorsPolicy(config.corsOrigins, mcpRequests);
  const mcp = createMcp({
    ...served,
    caller: (request, requestId) => createContext(readProgramCredentials(request, requestId), { hasLeft: () => request.socket.destroyed }),
    // By the address of the server and not by the header Host, which a page can choose by a name that it lets point here.
    isForeign: ({ headers: { origin } }) => origin !== undefined && !isKnownOrigin(application, mcpCors, origin),
    storage: application.services.storage,
    version: application.services.installation.version,
  });
  if (config.servesMcp) app.use('/mcp', graphqlCors(mcpCors));
  // It is an interface of the clients of Dataverse alone.
  const isSwordServed = dialectsOf(config.dialects).length > 0;
  app.use((request, response, next) => {
    const path = pathOf(request);
    if (isSwordServed && sword(request, response, path)) return;
    if (config.servesMcp && mcp(request, response, path)) return;
    if (!oai(request, response, path) && !pages(request, response, path)) next();
  });
  app.use(notFound);
  app.use(failed(log));

  const limits = {
    // Node would refuse a missing one itself, without a message.
    requireHostHeader: false,
    shouldUpgradeCallback: live.isUpgrade,
    connectionsCheckingInterval: Math.min(30_000, config.idleLimitMs),
  };
  const server = createServer(limits, (request: IncomingMessage, response: ServerResponse) => {
    request.url = withSingleSlashes(request.url ?? '/');
    followRequest({ request, response, log, metrics, trustedProxies: config.trustedProxies }, () => {
      const fault = hostFault(request);
      if (fault === undefined) app(request, response);
      else refuseAndClose(request, response, fault);
    });
  });
  endIdleConnections(server, config.idleLimitMs);

  server.on('upgrade', live.upgrade);
  const closeConnections = followConnections(server);

  let drained: Promise<void> | undefined;
  return {
    server,
    drain: (limitMs) => {
      leaving = true;
      drained ??= sleep(config.drainDelayMs)
        .then(() => {
          draining = true;
          return live.close();
        })
        .then(() => closeConnections(limitMs))
        .then(() => apollo.stop());
      return drained;
    },
  };
}
