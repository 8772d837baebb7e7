import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FileStorage } from '../storage/file-storage.ts';
import type { ApiBlocking } from './blocked-endpoints.ts';
import type { CorsOrigins } from './cors.ts';
import type { SpokenDialect } from './dialects/spoken-dialect.ts';
import type { RowTranslation } from './dialects/row-translation.ts';
import type { Credentials } from './credentials.ts';
import type { QueryParameters } from './query-string.ts';
import type { Route } from './route.ts';
import type { RunOperation } from './run-operation.ts';

/** The part of a logger that the layer needs. */
export interface RestLog {
  readonly error: (facts: { readonly requestId: string; readonly err: unknown; readonly route?: string }, message: string) => void;
}

/** What the layer is given by the server that mounts it. */
export interface RestOptions<Caller> {
  readonly routes: readonly Route[];
  readonly execute: RunOperation<Caller>;
  /** @throws DomainError INVALID_API_TOKEN or SIGNED_URL_INVALID for a credential that is present and not valid. */
  readonly authenticate: (credentials: Credentials) => Promise<Caller>;
  readonly storage: FileStorage;
  /** Internal location under which the web server in front has the file system; without it this server sends the bytes of files. */
  readonly xAccelPrefix?: string | undefined;
  readonly log: RestLog;
  readonly corsOrigins: CorsOrigins;
  /** The other system whose clients are served, too. */
  readonly dialect?: SpokenDialect | undefined;
  /** Endpoints that the operator has closed; none by default. */
  readonly blocking?: ApiBlocking | undefined;
  /** Address of the server for clients, without a trailing slash; without it the request's host is taken. */
  readonly siteUrl?: string | undefined;
  /** Largest body that is read into memory, in bytes; 16 MiB by default. Files stream and have limits of their own. */
  readonly maximumBodyBytes?: number;
  /** True once the server stops taking requests: they are answered 503. */
  readonly isDraining?: () => boolean;
}

/** One request on its way through the layer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Path and query as sent. */
  readonly target: string;
  /** The path alone. */
  readonly path: string;
  /** The query without its question mark. */
  readonly queryText: string;
  /** Headers of every answer of the route that was found: CORS, deprecation; names and values in turn. */
  routeHeaders: readonly string[];
  /** The route that was found. */
  route: Route | undefined;
  /** The words in which the client speaks of that route, where they are not ours. */
  translation: RowTranslation | undefined;
}

/** A request to a route, with its parameters read. */
export interface RoutedRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: QueryParameters;
}
