/**
 * The parts of src/, and which of them may import which. A room may import itself, the rooms and leaves listed for it, and
 * packages that are not forbidden to it.
 */

/** A part of src/ with what it may import there. */
export interface Room {
  readonly path: string;
  readonly mayImport: readonly string[];
  /** Packages of node_modules that belong to another room. */
  readonly neverPackages?: readonly string[];
}

const VOCABULARY = '^src/vocabulary/';
const PERMISSION_SET = '^src/permission-set\\.ts$';
const REPOSITORY_PATH = '^src/repository-path\\.ts$';
const RAW_JSON = '^src/raw-json\\.ts$';
const NETWORK_ADDRESS = '^src/network-address\\.ts$';
const JSON_EXTENT = '^src/json-extent\\.ts$';
const LINES = '^src/lines\\.ts$';
const BROWSER_PAGE = '^src/browser-page\\.ts$';
const RUNNING_SERVER = '^src/running-server\\.ts$';
const PAGE_HEADERS = '^src/page-headers\\.ts$';
const BROWSER_COOKIES = '^src/browser-cookies\\.ts$';
const HELD_BODIES = '^src/held-bodies\\.ts$';
const ERRORS = '^src/errors/';
const DATABASE = '^src/db/';
const STORAGE = '^src/storage/';
const MODEL = '^src/model/';
const FORMATS = '^src/formats/';
const TABULAR = '^src/tabular/';
const KERNEL = '^src/kernel/';
const DOMAIN = '^src/domain/';
const GENERATED = '^src/generated/';
const CONTEXT = '^src/request-context\\.ts$';

const SQL_PACKAGES = ['drizzle-orm', 'postgres', 'graphile-worker'];
const HTTP_PACKAGES = ['express', '@apollo/server', 'busboy', 'multiparty', 'graphql-upload-minimal'];
const GRAPHQL_PACKAGES = ['graphql', 'graphql-jit', 'graphql-scalars', '@graphql-tools/schema', 'dataloader'];

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
export const ENTRY_POINTS = /^src\/(main|start|server|application)\.ts$/;

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
  'network-address': { path: NETWORK_ADDRESS, mayImport: [], neverPackages: ['.*'] },
  config: {
    path: '^src/(config|environment|environment-outgoing|environment-values|secret-keys)\\.ts$',
    mayImport: [VOCABULARY, ERRORS, NETWORK_ADDRESS],
  },
  'instance-lock': { path: '^src/instance-lock\\.ts$', mayImport: [ERRORS] },
  'page-headers': { path: PAGE_HEADERS, mayImport: [], neverPackages: ['.*'] },
  'browser-page': { path: BROWSER_PAGE, mayImport: [REPOSITORY_PATH, PAGE_HEADERS], neverPackages: SQL_PACKAGES },
  'software-version': { path: '^src/software-version\\.ts$', mayImport: [REPOSITORY_PATH], neverPackages: SQL_PACKAGES },
  'running-server': { path: RUNNING_SERVER, mayImport: [ERRORS], neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, ...GRAPHQL_PACKAGES] },
  'terminal-streams': { path: '^src/terminal-streams\\.ts$', mayImport: [], neverPackages: ['.*'] },
  carry: {
    path: '^src/carry/',
    mayImport: [ERRORS, LINES, RUNNING_SERVER, STORAGE, VOCABULARY],
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
    mayImport: [DATABASE, ERRORS],
    neverPackages: [...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  'log-destination': { path: '^src/log-destination\\.ts$', mayImport: [], neverPackages: SQL_PACKAGES },
  'error-log': { path: '^src/error-log\\.ts$', mayImport: [ERRORS], neverPackages: SQL_PACKAGES },
  'unobserved-rejections': { path: '^src/unobserved-rejections\\.ts$', mayImport: [ERRORS], neverPackages: SQL_PACKAGES },
  'graphql-explorer': { path: '^src/graphql-explorer/', mayImport: [BROWSER_PAGE, REPOSITORY_PATH], neverPackages: SQL_PACKAGES },
  db: {
    path: DATABASE,
    mayImport: [MODEL, VOCABULARY, PERMISSION_SET, REPOSITORY_PATH, ERRORS],
    neverPackages: [...HTTP_PACKAGES, ...GRAPHQL_PACKAGES.filter((name) => name !== 'dataloader')],
  },
  storage: { path: STORAGE, mayImport: [VOCABULARY, ERRORS], neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, ...GRAPHQL_PACKAGES] },
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
    mayImport: [MODEL, FORMATS, DATABASE, STORAGE, ERRORS, VOCABULARY, PERMISSION_SET],
    neverPackages: [...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  ...Object.fromEntries(domainAreas.map((area, index) => [`domain-${area}`, areaRoom(area, domainAreas.slice(0, index))])),
  // Types of rows, for those who may not look into the database.
  'domain-rows': { path: '^src/domain/rows\\.ts$', mayImport: [DOMAIN, DATABASE, MODEL] },
  adapters: {
    path: '^src/adapters/',
    mayImport: [KERNEL, FORMATS, MODEL, TABULAR, ERRORS, VOCABULARY],
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
    mayImport: [DOMAIN, KERNEL, MODEL, DATABASE, STORAGE, ERRORS, VOCABULARY],
    neverPackages: [...HTTP_PACKAGES, ...GRAPHQL_PACKAGES],
  },
  http: {
    path: '^src/http/',
    mayImport: [
      ERRORS,
      HELD_BODIES,
      NETWORK_ADDRESS,
      JSON_EXTENT,
      PAGE_HEADERS,
      CONTEXT,
      '^src/storage/form-file\\.ts$',
      // The type of what answers with the schema of the moment.
      '^src/graphql/served-schema\\.ts$',
      BROWSER_COOKIES,
      '^src/rest-compat/(request-id|envelope|preconditions|parse-json|credentials)\\.ts$',
    ],
    neverPackages: [...SQL_PACKAGES, 'graphql-jit', 'dataloader'],
  },
  generated: { path: GENERATED, mayImport: [], neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES] },
  resolvers: {
    path: '^src/resolvers/',
    mayImport: [
      DOMAIN,
      KERNEL,
      MODEL,
      FORMATS,
      ERRORS,
      GENERATED,
      VOCABULARY,
      PERMISSION_SET,
      JSON_EXTENT,
      CONTEXT,
      '^src/storage/(staged-upload|incoming-bytes|form-file)\\.ts$',
    ],
    neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES.filter((name) => name !== 'graphql-upload-minimal')],
  },
  graphql: {
    path: '^src/graphql/',
    mayImport: [
      '^src/resolvers/(index|schema-version|user-errors)\\.ts$',
      '^src/resolvers/metadata/typed/typed-schema\\.ts$',
      ERRORS,
      GENERATED,
      VOCABULARY,
      REPOSITORY_PATH,
      RAW_JSON,
      KERNEL,
      CONTEXT,
      '^src/db/(client|loaders|statement-tally)\\.ts$',
    ],
    neverPackages: [...SQL_PACKAGES, 'express', 'busboy'],
  },
  pages: {
    path: '^src/pages/',
    mayImport: [
      GENERATED,
      ERRORS,
      VOCABULARY,
      BROWSER_PAGE,
      BROWSER_COOKIES,
      PAGE_HEADERS,
      CONTEXT,
      '^src/formats/xml/',
      '^src/graphql/execute\\.ts$',
      '^src/rest-compat/(run-operation|body|query-string|preconditions|discard-body)\\.ts$',
    ],
    neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, 'graphql-jit', 'dataloader'],
  },
  oai: {
    path: '^src/oai/',
    mayImport: [
      GENERATED,
      ERRORS,
      CONTEXT,
      '^src/formats/xml/',
      '^src/graphql/execute\\.ts$',
      '^src/rest-compat/(run-operation|body|envelope|discard-body)\\.ts$',
    ],
    neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, 'graphql-jit', 'dataloader'],
  },
  sword: {
    path: '^src/sword/',
    mayImport: [
      GENERATED,
      // Types of the schema's inputs.
      '^src/resolvers/generated/',
      ERRORS,
      VOCABULARY,
      CONTEXT,
      STORAGE,
      '^src/formats/sword/',
      '^src/graphql/execute\\.ts$',
      '^src/rest-compat/(run-operation|body|discard-body|origin|reference)\\.ts$',
    ],
    neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, 'graphql-jit', 'dataloader'],
  },
  mcp: {
    path: '^src/mcp/',
    mayImport: [
      GENERATED,
      // Types of the schema's inputs.
      '^src/resolvers/generated/',
      ERRORS,
      VOCABULARY,
      CONTEXT,
      STORAGE,
      '^src/graphql/execute\\.ts$',
      '^src/rest-compat/(run-operation|body|body-reader|discard-body|schema-problems)\\.ts$',
    ],
    neverPackages: [...SQL_PACKAGES, ...HTTP_PACKAGES, 'graphql-jit', 'dataloader'],
  },
  'rest-compat': {
    path: '^src/rest-compat/',
    mayImport: [
      GENERATED,
      // Types of the schema's inputs.
      '^src/resolvers/generated/',
      ERRORS,
      HELD_BODIES,
      VOCABULARY,
      PERMISSION_SET,
      JSON_EXTENT,
      STORAGE,
      RAW_JSON,
      BROWSER_PAGE,
      BROWSER_COOKIES,
      PAGE_HEADERS,
      // Records of datasets, versions and files are native JSON.
      '^src/formats/native-json/',
      // The shape in which facts of a file are sent.
      '^src/model/files/file-facts\\.ts$',
      // How a persistent identifier is written.
      '^src/model/persistent-id\\.ts$',
      // Items of a search show single fields of metadata, without markup.
      '^src/model/metadata/(metadata-values|version-metadata)\\.ts$',
      '^src/formats/schema-org/plain-text\\.ts$',
      '^src/graphql/execute\\.ts$',
    ],
    neverPackages: [...SQL_PACKAGES, '@apollo/server', 'graphql-jit', 'dataloader'],
  },
};
