import type { BlockList } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { environmentSchema } from './environment.ts';
import { ruleInWords } from './errors/rule-in-words.ts';
import { StartupError } from './errors/startup-error.ts';
import type { ADMIN_GATES, DocumentTrust } from './vocabulary/access.ts';
import type { FeatureFlag } from './vocabulary/sign-in.ts';

/** Variables that fix a setting of the database, whatever is stored there. */
const FIXED_SETTINGS = [
  { variable: 'BLOCKED_API_ENDPOINTS', setting: ':BlockedApiEndpoints' },
  { variable: 'BLOCKED_API_POLICY', setting: ':BlockedApiPolicy' },
  { variable: 'BLOCKED_API_KEY', setting: ':BlockedApiKey' },
] as const;

/** Settings of the process, read once at start. Documented in docs/configuration.md. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Address under which clients reach the server, without a trailing slash. */
  readonly siteUrl: string | undefined;
  /** Processes that answer requests. */
  readonly workers: number;
  /** How long requests are still taken after a signal to stop, for a proxy that has to hear of it. */
  readonly drainDelayMs: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** Folder in which this process alone works: the data folder, or one below it for one of several processes. */
  readonly scratchDir: string;
  /** Absent: an embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Addresses of standbys, one host each, and how long a read waits for one of them to have what was acknowledged. */
  readonly replicas: { readonly urls: readonly string[]; readonly waitMs: number };
  readonly storageUrl: string;
  /** Stores beside the default one; their addresses are not checked yet. */
  readonly furtherStores: readonly { readonly name: string; readonly url: string }[];
  readonly superuserApiToken: string | undefined;
  /** What secrets in the database are encrypted with, before the keys of the data folder. */
  readonly secretKeys: readonly Buffer[];
  readonly logLevel: string;
  readonly features: readonly FeatureFlag[];
  readonly adminGate: (typeof ADMIN_GATES)[number];
  /** How long an upload in parts waits for its next part, and then for being added to a dataset. */
  readonly uploadLifetimeMs: number;
  /** Most uploads in parts that one account may have in progress. */
  readonly mostOpenUploads: number;
  readonly bulk: { readonly perAccount: number; readonly resultBytes: number; readonly cost: number; readonly keptDays: number };
  readonly databasePoolSize: number;
  /** Of the embedded PostgreSQL; absent: by the memory that there is. */
  readonly databaseCacheMb: number | undefined;
  /** Time limit of one statement of a request. */
  readonly statementLimitMs: number;
  /** Time limit of a search, after which its answer says that it was cut. */
  readonly searchLimitMs: number;
  /** An OpenSearch that answers searches, with credentials; undefined for the database. */
  readonly searchUrl: string | undefined;
  /** How long a client may stall while it sends a request or reads a response. */
  readonly idleLimitMs: number;
  /** Most subscriptions at once, in this process. */
  readonly subscriptions: { readonly all: number; readonly perAccount: number; readonly perAddress: number };
  /** Addresses of the proxies whose header `X-Forwarded-For` is trusted. */
  readonly trustedProxies: BlockList;
  /** URL of the citation service, if there is one; without a trailing slash. */
  readonly citations: { readonly url: string | undefined; readonly queueLimit: number; readonly delayMs: number };
  /** The mail server with its credentials, and who mail comes from. */
  readonly mail: { readonly url: string | undefined; readonly from: string | undefined };
  /** Hosts that webhooks may reach although they are no public ones. */
  readonly webhookHosts: { readonly names: ReadonlySet<string>; readonly blocks: BlockList };
  /** Where traces are sent; undefined for nowhere. */
  readonly tracing: { readonly endpoint: string; readonly serviceName: string; readonly ratio: number } | undefined;
  /** How the bytes of all files are verified. */
  readonly fixity: { readonly intervalDays: number; readonly bytesPerSecond: number };
  /** The folder of external validators, and their time limit. */
  readonly metadataValidators: { readonly folder: string | undefined; readonly timeLimitMs: number };
  /** Folder of the dictionaries for passwords. */
  readonly passwordDictionaries: string | undefined;
  /** Folder of the reports of a counter of usage outside. */
  readonly usageReports: string | undefined;
  /** Folder of the pieces that a front end puts into its pages. */
  readonly customization: string | undefined;
  /** The hosts that steps of workflows may call; undefined for any. */
  readonly workflowHosts: readonly string[] | undefined;
  /** Header in which a trusted proxy gives the country of a request, in lower case. */
  readonly countryHeader: string | undefined;
  /** Internal location under which a web server in front serves the file system and sends files itself. */
  readonly xAccelPrefix: string | undefined;
  /** Whether a dataset may be created without its required fields on request. */
  readonly allowsIncompleteMetadata: boolean;
  /** Time that reading one file as a table may take; 0 for no ingest. */
  readonly ingestLimitMs: number;
  /** Largest image for which a thumbnail is made; 0 for none. */
  readonly thumbnailLimitBytes: number;
  /** `ledger` follows the contract's CORS marks, `*` opens every path, a list names origins. */
  readonly corsOrigins: 'ledger' | '*' | readonly string[];
  /** Where the documents are that the operator vouches for, and which ones clients may have run. */
  readonly documents: { readonly path: string | undefined; readonly trust: DocumentTrust };
  /** How long caches may keep public answers of GraphQL; 0 for not at all. */
  readonly publicAnswerSeconds: number;
  /** Whether `/mcp` is served. */
  readonly servesMcp: boolean;
  /** Whether clients of Dataverse are served: on its paths and by its headers, on every path, or not at all. */
  readonly dialects: 'dataverse' | 'dataverse-always' | 'none';
  /** Settings that override stored ones; not validated yet. */
  readonly fixedSettings: readonly ((typeof FIXED_SETTINGS)[number] & { readonly value: string })[];
  /** Persistent identifiers, unless the settings override them. */
  readonly pids: {
    readonly provider: 'fake' | 'perma' | 'datacite' | undefined;
    readonly authority: string | undefined;
    readonly shoulder: string | undefined;
    readonly separator: string | undefined;
    readonly furtherPrefixes: readonly string[] | undefined;
    /** The account at DataCite, if there is one; the address has no trailing slash. */
    readonly datacite: { readonly url: string; readonly repositoryId: string; readonly password: string } | undefined;
  };
}

/**
 * Reads the environment.
 * @throws StartupError naming every variable that has a bad value, in one line.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environmentSchema.safeParse(env, { error: ruleInWords });
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartupError(`Bad configuration. ${faults.join('; ')}.`);
  }
  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  return {
    port: values.PORT,
    host: values.HOST,
    siteUrl: values.SITE_URL?.replace(/\/+$/, ''),
    workers: values.WORKERS,
    drainDelayMs: values.DRAIN_DELAY_SECONDS * 1000,
    dataDir,
    scratchDir: dataDir,
    databaseUrl: values.DATABASE_URL,
    replicas: { urls: values.DATABASE_READ_URL ?? [], waitMs: values.DATABASE_READ_WAIT_MS },
    storageUrl: values.STORAGE_URL ?? pathToFileURL(resolve(dataDir, 'files')).href,
    furtherStores: values.FURTHER_STORES,
    superuserApiToken: values.SUPERUSER_API_TOKEN,
    secretKeys: values.SECRET_KEYS,
    logLevel: values.LOG_LEVEL,
    features: values.FEATURES,
    adminGate: values.ADMIN_API,
    uploadLifetimeMs: values.UPLOAD_EXPIRY_HOURS * 60 * 60 * 1000,
    mostOpenUploads: values.OPEN_UPLOADS_LIMIT,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseCacheMb: values.DATABASE_CACHE_MB,
    statementLimitMs: values.STATEMENT_SECONDS * 1000,
    // A statement that is ended by its own limit refuses the request.
    searchUrl: values.SEARCH_URL,
    searchLimitMs: Math.min(values.SEARCH_SECONDS, values.STATEMENT_SECONDS) * 1000,
    idleLimitMs: values.IDLE_SECONDS * 1000,
    subscriptions: {
      all: values.SUBSCRIPTIONS_LIMIT,
      perAccount: values.SUBSCRIPTIONS_PER_ACCOUNT,
      perAddress: values.SUBSCRIPTIONS_PER_ADDRESS,
    },
    bulk: {
      perAccount: values.BULK_JOBS_PER_ACCOUNT,
      resultBytes: values.BULK_RESULT_MB * 1_000_000,
      cost: values.BULK_COST_LIMIT,
      keptDays: values.BULK_RESULT_DAYS,
    },
    trustedProxies: values.TRUSTED_PROXIES,
    citations: { url: values.CITATIONS_URL, queueLimit: values.CITATIONS_QUEUE_LIMIT, delayMs: values.CITATIONS_DELAY_MS },
    mail: { url: values.SMTP_URL, from: values.MAIL_FROM },
    webhookHosts: values.WEBHOOK_HOSTS,
    tracing:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
            serviceName: values.OTEL_SERVICE_NAME,
            ratio: values.OTEL_TRACES_SAMPLER_ARG,
          },
    fixity: { intervalDays: values.FIXITY_INTERVAL_DAYS, bytesPerSecond: values.FIXITY_MB_PER_SECOND * 1_000_000 },
    metadataValidators: { folder: values.METADATA_VALIDATORS_DIR, timeLimitMs: values.METADATA_VALIDATOR_SECONDS * 1000 },
    passwordDictionaries: values.PASSWORD_DICTIONARIES_DIR,
    usageReports: values.USAGE_REPORTS_DIR,
    customization: values.CUSTOMIZATION_DIR,
    workflowHosts: values.WORKFLOW_HOSTS?.split(',').map((host) => host.trim()),
    countryHeader: values.COUNTRY_HEADER?.toLowerCase(),
    xAccelPrefix: values.X_ACCEL_PREFIX,
    allowsIncompleteMetadata: values.ALLOW_INCOMPLETE_METADATA === 'true',
    thumbnailLimitBytes: values.THUMBNAIL_LIMIT_BYTES,
    ingestLimitMs: values.INGEST_MINUTES * 60_000,
    corsOrigins: values.CORS_ORIGINS,
    documents: { path: values.TRUSTED_DOCUMENTS, trust: values.DOCUMENT_TRUST },
    publicAnswerSeconds: values.PUBLIC_ANSWER_SECONDS,
    servesMcp: values.MCP === 'on',
    dialects: values.DIALECTS,
    fixedSettings: FIXED_SETTINGS.flatMap((fixed) => {
      const value = values[fixed.variable];
      return value === undefined ? [] : [{ ...fixed, value }];
    }),
    pids: {
      provider: values.PID_PROVIDER,
      authority: values.PID_AUTHORITY,
      shoulder: values.PID_SHOULDER,
      separator: values.PID_SEPARATOR,
      furtherPrefixes: values.DATACITE_PREFIXES,
      datacite:
        values.DATACITE_REPOSITORY_ID === undefined || values.DATACITE_PASSWORD === undefined
          ? undefined
          : { url: values.DATACITE_URL, repositoryId: values.DATACITE_REPOSITORY_ID, password: values.DATACITE_PASSWORD },
    },
  };
}
