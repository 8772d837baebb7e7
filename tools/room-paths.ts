/** Rooms and leaves by the paths that they are named with, and packages that belong to one room. */

/** A part of src/ with what it may import there. */
export interface Room {
  readonly path: string;
  readonly mayImport: readonly string[];
  /** Packages of node_modules that belong to another room. */
  readonly neverPackages?: readonly string[];
}

export const VOCABULARY = '^src/vocabulary/';
export const PERMISSION_SET = '^src/permission-set\\.ts$';
export const REPOSITORY_PATH = '^src/repository-path\\.ts$';
export const RAW_JSON = '^src/raw-json\\.ts$';
export const NEIGHBOURS = '^src/neighbours\\.ts$';
export const NETWORK_ADDRESS = '^src/network-address\\.ts$';
export const POSTGRES_ADDRESSES = '^src/postgres-addresses\\.ts$';
export const JSON_EXTENT = '^src/json-extent\\.ts$';
export const LINES = '^src/lines\\.ts$';
export const MAKE_FOLDER = '^src/make-folder\\.ts$';
export const BROWSER_PAGE = '^src/browser-page\\.ts$';
export const RUNNING_SERVER = '^src/running-server\\.ts$';
export const PAGE_HEADERS = '^src/page-headers\\.ts$';
export const BROWSER_COOKIES = '^src/browser-cookies\\.ts$';
export const HELD_BODIES = '^src/held-bodies\\.ts$';
export const ERRORS = '^src/errors/';
export const DATABASE = '^src/db/';
export const STORAGE = '^src/storage/';
export const MODEL = '^src/model/';
export const FORMATS = '^src/formats/';
export const TABULAR = '^src/tabular/';
export const TRACING = '^src/tracing/';
export const KERNEL = '^src/kernel/';
export const DOMAIN = '^src/domain/';
export const GENERATED = '^src/generated/';
export const CONTEXT = '^src/request-context\\.ts$';

export const SQL_PACKAGES = ['drizzle-orm', 'postgres', 'graphile-worker'];
export const HTTP_PACKAGES = ['express', '@apollo/server', 'busboy', 'multiparty', 'graphql-upload-minimal'];
export const GRAPHQL_PACKAGES = ['graphql', 'graphql-jit', 'graphql-scalars', '@graphql-tools/schema', 'dataloader'];
