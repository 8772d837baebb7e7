/**
 * The parts of src/, and which of them may import which. A room may import itself, the rooms and leaves listed for it, and
 * packages that are not forbidden to it.
 */
import {
  BROWSER_COOKIES,
  BROWSER_PAGE,
  CONTEXT,
  DATABASE,
  DOMAIN,
  ERRORS,
  FORMATS,
  GENERATED,
  GRAPHQL_PACKAGES,
  HELD_BODIES,
  HTTP_PACKAGES,
  JSON_EXTENT,
  KERNEL,
  LINES,
  MAKE_FOLDER,
  MODEL,
  NEIGHBOURS,
  NETWORK_ADDRESS,
  PAGE_HEADERS,
  PERMISSION_SET,
  POSTGRES_ADDRESSES,
  RAW_JSON,
  REPOSITORY_PATH,
  RUNNING_SERVER,
  SQL_PACKAGES,
  STORAGE,
  TABULAR,
  TRACING,
  VOCABULARY,
  type Room,
} from './room-paths.ts';
import { surfaceRooms } from './surface-rooms.ts';

/**
 * The areas of src/domain, from the bottom to the top: each may import those before it. The other layers (schema, src/resolvers,
 * src/rest-compat, src/db/queries) have folders of the same names.
 */
export const domainAreas = [
  'installation',
  'subjects',
  'notifications',
  'metadata',
  'identifiers',
  'access',
  'mail',
  'external-validation',
  'collections',
  'versions',
  'templates',
  'files',
  'ingest',
  'datasets',
  'external-tools',
  'search',
  'exports',
  'harvesting',
  'metrics',
  'integrity',
  'events',
  'bulk',
] as const;

function areaRoom(area: string, below: readonly string[]): Room {
  return {
    path: `^src/domain/${area}/`,
    mayImport: [
      KERNEL,
      FORMATS,
      MODEL,
      DATABASE,
      STORAGE,
      ERRORS,
      VOCABULARY,
      PERMISSION_SET,
      REPOSITORY_PATH,
      NETWORK_ADDRESS,
      JSON_EXTENT,
      LINES,
      RAW_JSON,
      // Fingerprints of versions are made as those of tables are.
      '^src/tabular/unf/unf-vector\\.ts$',
      // The readers know their formats by the first bytes.
      '^src/tabular/recognised-type\\.ts$',
      ...(below.length === 0 ? [] : [`^src/domain/(${below.join('|')})/`]),
    ],
    neverPackages: [...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  };
}

/** Where everything is put together: these may import every room, and no room imports them. */
export const ENTRY_POINTS =
  /^src\/(main|start|start-as-worker|start-with-workers|take-data-folder|serve-requests|create-contexts|server|server-metrics|application|open-connections)\.ts$/;

/** All other parts of src/. */
export const rooms: Readonly<Record<string, Room>> = {
  vocabulary: { path: VOCABULARY, mayImport: [], neverPackages: ['.*'] },
  'permission-set': { path: PERMISSION_SET, mayImport: [VOCABULARY], neverPackages: ['.*'] },
  'repository-path': { path: REPOSITORY_PATH, mayImport: [], neverPackages: ['.*'] },
  'raw-json': { path: RAW_JSON, mayImport: [], neverPackages: ['.*'] },
  // Of zod, the types of what a schema found.
  errors: { path: ERRORS, mayImport: [], neverPackages: ['(?!(?:node_modules/)?zod/).*'] },
  'held-bodies': { path: HELD_BODIES, mayImport: [ERRORS], neverPackages: ['.*'] },
  'browser-cookies': { path: BROWSER_COOKIES, mayImport: [], neverPackages: ['.*'] },
  'json-extent': { path: JSON_EXTENT, mayImport: [], neverPackages: ['.*'] },
  lines: { path: LINES, mayImport: [], neverPackages: ['.*'] },
  'make-folder': { path: MAKE_FOLDER, mayImport: [], neverPackages: ['.*'] },
  tracing: { path: TRACING, mayImport: [], neverPackages: ['(?!(?:node_modules/)?@opentelemetry/).*'] },
  neighbours: { path: NEIGHBOURS, mayImport: [], neverPackages: ['.*'] },
  'postgres-addresses': { path: POSTGRES_ADDRESSES, mayImport: [], neverPackages: ['.*'] },
  'network-address': { path: NETWORK_ADDRESS, mayImport: [], neverPackages: ['.*'] },
  config: {
    path: '^src/(config|environment|environment-(bulk|database|graphql|outgoing|processes|values)|secret-keys)\\.ts$',
    mayImport: [VOCABULARY, ERRORS, NETWORK_ADDRESS, POSTGRES_ADDRESSES],
  },
  'superuser-secrets': { path: '^src/superuser-secrets\\.ts$', mayImport: [], neverPackages: ['.*'] },
  'listen-fault': { path: '^src/listen-fault\\.ts$', mayImport: [ERRORS] },
  'instance-lock': { path: '^src/instance-lock\\.ts$', mayImport: [ERRORS, MAKE_FOLDER] },
  'page-headers': { path: PAGE_HEADERS, mayImport: [], neverPackages: ['.*'] },
  'browser-page': { path: BROWSER_PAGE, mayImport: [REPOSITORY_PATH, PAGE_HEADERS], neverPackages: SQL_PACKAGES },
  'software-version': { path: '^src/software-version\\.ts$', mayImport: [REPOSITORY_PATH], neverPackages: SQL_PACKAGES },
  'running-server': { path: RUNNING_SERVER, mayImport: [ERRORS], neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, ...GRAPHQL_PACKAGES] },
  'terminal-streams': { path: '^src/terminal-streams\\.ts$', mayImport: [], neverPackages: ['.*'] },
  carry: {
    path: '^src/carry/',
    mayImport: [ERRORS, LINES, MAKE_FOLDER, RUNNING_SERVER, STORAGE, VOCABULARY],
    neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  demo: {
    path: '^src/demo/',
    mayImport: [ERRORS, REPOSITORY_PATH, RUNNING_SERVER],
    neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  backup: {
    path: '^src/backup/',
    mayImport: [
      LINES,
      MAKE_FOLDER,
      DATABASE,
      STORAGE,
      ERRORS,
      '^src/doctor/open-database\\.ts$',
      '^src/(external-database|instance-lock|software-version)\\.ts$',
    ],
    neverPackages: [...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  doctor: {
    path: '^src/doctor/',
    mayImport: [DOMAIN, KERNEL, MODEL, VOCABULARY, DATABASE, STORAGE, ERRORS, '^src/(external-database|instance-lock)\\.ts$'],
    neverPackages: [...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  'external-database': {
    path: '^src/external-database\\.ts$',
    mayImport: [DATABASE, ERRORS, POSTGRES_ADDRESSES],
    neverPackages: [...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  'undo-steps': { path: '^src/undo-steps\\.ts$', mayImport: [], neverPackages: SQL_PACKAGES },
  'site-addresses': { path: '^src/site-addresses\\.ts$', mayImport: ['^src/config\\.ts$'], neverPackages: ['.*'] },
  // The parent of several processes, and a worker's side of it: nothing of what they do.
  processes: {
    path: '^src/processes/',
    mayImport: [ERRORS, NEIGHBOURS],
    neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  'log-destination': { path: '^src/log-destination\\.ts$', mayImport: [], neverPackages: SQL_PACKAGES },
  'error-log': { path: '^src/error-log\\.ts$', mayImport: [ERRORS], neverPackages: SQL_PACKAGES },
  'unobserved-rejections': { path: '^src/unobserved-rejections\\.ts$', mayImport: [ERRORS], neverPackages: SQL_PACKAGES },
  'graphql-explorer': {
    path: '^src/graphql-explorer/(?!browser/)',
    mayImport: [BROWSER_PAGE, REPOSITORY_PATH],
    neverPackages: SQL_PACKAGES,
  },
  // What runs in browsers has of the server what the explorer shows alone.
  'explorer-script': { path: '^src/graphql-explorer/browser/', mayImport: ['^src/graphql-explorer/examples\\.ts$'], neverPackages: ['.*'] },
  db: {
    path: DATABASE,
    mayImport: [MODEL, VOCABULARY, PERMISSION_SET, REPOSITORY_PATH, ERRORS, TRACING, POSTGRES_ADDRESSES, RAW_JSON],
    neverPackages: [...HTTP_PACKAGES, ...GRAPHQL_PACKAGES.filter((name) => name !== 'dataloader')],
  },
  storage: {
    path: STORAGE,
    mayImport: [VOCABULARY, ERRORS, TRACING],
    neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  model: { path: MODEL, mayImport: [VOCABULARY, ERRORS], neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, ...GRAPHQL_PACKAGES] },
  formats: {
    path: FORMATS,
    mayImport: [MODEL, VOCABULARY, ERRORS],
    neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  // Readers and writers of tables, pure: of the packages none that speaks HTTP, GraphQL or SQL.
  tabular: { path: TABULAR, mayImport: [], neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, ...GRAPHQL_PACKAGES] },
  kernel: {
    path: KERNEL,
    mayImport: [MODEL, FORMATS, DATABASE, STORAGE, ERRORS, VOCABULARY, PERMISSION_SET, NEIGHBOURS],
    neverPackages: [...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  ...Object.fromEntries(domainAreas.map((area, index) => [`domain-${area}`, areaRoom(area, domainAreas.slice(0, index))])),
  // Types of rows, for those who may not look into the database.
  'domain-rows': { path: '^src/domain/rows\\.ts$', mayImport: [DOMAIN, DATABASE, MODEL] },
  adapters: {
    path: '^src/adapters/',
    mayImport: [KERNEL, FORMATS, MODEL, TABULAR, ERRORS, VOCABULARY, TRACING],
    neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  'request-context': { path: CONTEXT, mayImport: [KERNEL, DATABASE], neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES] },
  install: {
    path: '^src/install\\.ts$',
    mayImport: [DOMAIN, KERNEL, DATABASE, ERRORS, VOCABULARY, PERMISSION_SET],
    neverPackages: [...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  jobs: {
    path: '^src/jobs/',
    mayImport: [DOMAIN, KERNEL, MODEL, DATABASE, STORAGE, ERRORS, VOCABULARY, TRACING],
    neverPackages: [...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  generated: { path: GENERATED, mayImport: [], neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES] },
  ...surfaceRooms,
};
