import { BlockList } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { StartupError } from './errors/startup-error.ts';
import { addBlock } from './network-address.ts';
import { ADMIN_GATES } from './vocabulary.ts';
import { ruleInWords } from './errors/rule-in-words.ts';

const blankAsAbsent = (value: unknown) => (value === '' ? undefined : value);
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blankAsAbsent, schema.optional());

const addressBlocks = z.string().transform((text, context) => {
  const list = new BlockList();
  for (const block of text.split(',').map((part) => part.trim())) {
    if (block !== '' && !addBlock(list, block)) context.addIssue(`${block} is no IP address or CIDR block`);
  }
  return list;
});

function isOrigin(text: string): boolean {
  // A browser sends scheme, host in lower case and port, without the scheme's own one and without a path.
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const corsOrigins = z.string().transform((text, context): 'ledger' | '*' | readonly string[] => {
  if (text === 'ledger' || text === '*') return text;
  if (text === 'none') return [];
  const origins = text.split(',').map((origin) => origin.trim());
  for (const origin of origins.filter((one) => !isOrigin(one))) {
    context.addIssue(`${JSON.stringify(origin)} is no origin such as https://app.example.org, without a path`);
  }
  return origins;
});

/** What precedes the part that names a dataset; refused wherever a persistent identifier could not hold it. */
const pidPart = z.string().regex(/^[^\s\p{C}',;]+$/u, 'must not hold white space, quotes, commas or semicolons');
const pidAuthority = pidPart.regex(/^[^/]+$/, 'must not hold a slash');

const doiPrefixes = z.string().transform((text, context) => {
  const prefixes = text.split(',').map((part) => part.trim());
  for (const prefix of prefixes.filter((one) => !/^10\.\d[\d.]*$/.test(one))) {
    context.addIssue(`${JSON.stringify(prefix)} is no DOI prefix such as 10.1234`);
  }
  return prefixes;
});

/** The address gets a password with every request, so it must not be sent in the clear but to this machine. */
const apiAddress = z.url({ protocol: /^https?$/ }).transform((text, context) => {
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '' || search !== '' || hash !== '') {
    context.addIssue('must not hold credentials, a query or a fragment');
  }
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) context.addIssue('must begin with https://');
  return text.replace(/\/+$/, '').replace(/\/dois$/, '');
});

const furtherStores = z.string().transform((text, context) => {
  const entries = text.split(/\s+/).filter((entry) => entry !== '');
  return entries.flatMap((entry) => {
    const [, name, url] = /^([^=:/]+)=(.+)$/.exec(entry) ?? [];
    if (name !== undefined && url !== undefined) return [{ name, url }];
    context.addIssue('must be stores of the form name=url, with white space between them');
    return [];
  });
});

/** Variables that fix a setting of the database, whatever is stored there. */
const FIXED_SETTINGS = [
  { variable: 'BLOCKED_API_ENDPOINTS', setting: ':BlockedApiEndpoints' },
  { variable: 'BLOCKED_API_POLICY', setting: ':BlockedApiPolicy' },
  { variable: 'BLOCKED_API_KEY', setting: ':BlockedApiKey' },
] as const;

const environment = z.object({
  PORT: z.preprocess(blankAsAbsent, z.coerce.number().int().min(0).max(65_535).default(8080)),
  HOST: z.preprocess(blankAsAbsent, z.string().default('127.0.0.1')),
  SITE_URL: optional(z.url({ protocol: /^https?$/ })),
  DATA_DIR: z.preprocess(blankAsAbsent, z.string().default('./var')),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  STORAGE_URL: optional(z.url()),
  FURTHER_STORES: z.preprocess((value) => value ?? '', furtherStores),
  SUPERUSER_API_TOKEN: optional(
    z
      .string()
      .min(16)
      .max(200)
      .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces'),
  ),
  LOG_LEVEL: z.preprocess(blankAsAbsent, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
  ADMIN_API: z.preprocess(blankAsAbsent, z.enum(ADMIN_GATES).default('superuser')),
  // The object stores sign no address for longer than a week.
  UPLOAD_EXPIRY_HOURS: z.preprocess(blankAsAbsent, z.coerce.number().int().min(1).max(168).default(24)),
  // As many as one call can add.
  OPEN_UPLOADS_LIMIT: z.preprocess(blankAsAbsent, z.coerce.number().int().min(1).max(1_000_000).default(10_000)),
  DATABASE_POOL_SIZE: z.preprocess(blankAsAbsent, z.coerce.number().int().min(2).max(100).default(10)),
  STATEMENT_SECONDS: z.preprocess(blankAsAbsent, z.coerce.number().min(0.1).max(3600).default(30)),
  IDLE_SECONDS: z.preprocess(blankAsAbsent, z.coerce.number().min(0.1).max(3600).default(60)),
  CITATIONS_URL: optional(apiAddress),
  CITATIONS_QUEUE_LIMIT: z.preprocess(blankAsAbsent, z.coerce.number().int().min(1).max(1_000_000).default(1000)),
  CITATIONS_DELAY_MS: z.preprocess(blankAsAbsent, z.coerce.number().int().min(0).max(3_600_000).default(0)),
  FIXITY_INTERVAL_DAYS: z.preprocess(blankAsAbsent, z.coerce.number().int().min(0).max(3650).default(30)),
  FIXITY_MB_PER_SECOND: z.preprocess(blankAsAbsent, z.coerce.number().min(0.1).max(100_000).default(20)),
  METADATA_VALIDATORS_DIR: optional(z.string().refine(isAbsolute, 'must be an absolute path')),
  METADATA_VALIDATOR_SECONDS: z.preprocess(blankAsAbsent, z.coerce.number().min(0.1).max(600).default(30)),
  COUNTRY_HEADER: optional(z.string().regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')),
  TRUSTED_PROXIES: z.preprocess((value) => value ?? '', addressBlocks),
  X_ACCEL_PREFIX: optional(
    z.string().regex(/^\/[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*$/, 'must be a path such as /stored-files, without a slash at its end'),
  ),
  ALLOW_INCOMPLETE_METADATA: z.preprocess((value) => blankAsAbsent(value) ?? 'false', z.enum(['true', 'false'])),
  THUMBNAIL_LIMIT_BYTES: z.preprocess(blankAsAbsent, z.coerce.number().int().min(0).max(100_000_000).default(3_000_000)),
  CORS_ORIGINS: z.preprocess((value) => blankAsAbsent(value) ?? 'ledger', corsOrigins),
  BLOCKED_API_ENDPOINTS: optional(z.string()),
  BLOCKED_API_POLICY: optional(z.string()),
  BLOCKED_API_KEY: optional(z.string()),
  PID_PROVIDER: optional(z.enum(['fake', 'perma', 'datacite'])),
  PID_AUTHORITY: optional(pidAuthority),
  PID_SHOULDER: optional(pidPart),
  PID_SEPARATOR: optional(pidPart),
  DATACITE_URL: z.preprocess(blankAsAbsent, apiAddress.default('https://api.datacite.org')),
  DATACITE_REPOSITORY_ID: optional(z.string().regex(/^[^\s\p{C}:]+$/u, 'must not hold white space or a colon')),
  DATACITE_PASSWORD: optional(z.string()),
  DATACITE_PREFIXES: optional(doiPrefixes),
});

/** What one variable asks of others. */
const consistentEnvironment = environment.superRefine((values, context) => {
  const require = (name: 'PID_AUTHORITY' | 'DATACITE_REPOSITORY_ID' | 'DATACITE_PASSWORD', why: string) => {
    if (values[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: `has to be set ${why}` });
  };
  if (values.PID_PROVIDER === 'datacite') {
    for (const name of ['PID_AUTHORITY', 'DATACITE_REPOSITORY_ID', 'DATACITE_PASSWORD'] as const) {
      require(name, 'where PID_PROVIDER is datacite');
    }
    if (values.PID_AUTHORITY !== undefined && !values.PID_AUTHORITY.startsWith('10.')) {
      context.addIssue({ code: 'custom', path: ['PID_AUTHORITY'], message: 'must be a DOI prefix such as 10.1234' });
    }
  }
  if (values.DATACITE_REPOSITORY_ID !== undefined) require('DATACITE_PASSWORD', 'beside DATACITE_REPOSITORY_ID');
  if (values.DATACITE_PASSWORD !== undefined) require('DATACITE_REPOSITORY_ID', 'beside DATACITE_PASSWORD');
});

/** Settings of the process, read once at start. Documented in the README's table. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Address under which clients reach the server, without a trailing slash. */
  readonly siteUrl: string | undefined;
  /** Absolute path. */
  readonly dataDir: string;
  /** Absent: an embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly storageUrl: string;
  /** Stores beside the default one; their addresses are not checked yet. */
  readonly furtherStores: readonly { readonly name: string; readonly url: string }[];
  readonly superuserApiToken: string | undefined;
  readonly logLevel: string;
  readonly adminGate: (typeof ADMIN_GATES)[number];
  /** How long an upload in parts waits for its next part, and then for becoming a file. */
  readonly uploadLifetimeMs: number;
  /** Most uploads in parts that one account may have begun and not finished. */
  readonly mostOpenUploads: number;
  readonly databasePoolSize: number;
  /** How long the database may work on one statement of a request. */
  readonly statementLimitMs: number;
  /** How long a client may stand still while it sends a request or takes an answer. */
  readonly idleLimitMs: number;
  /** Addresses of the proxies whose header `X-Forwarded-For` is believed. */
  readonly trustedProxies: BlockList;
  /** Where citations of DOIs are asked for, if anywhere; the address has no trailing slash. */
  readonly citations: { readonly url: string | undefined; readonly queueLimit: number; readonly delayMs: number };
  /** How the bytes of all files are verified. */
  readonly fixity: { readonly intervalDays: number; readonly bytesPerSecond: number };
  /** The folder of programs that may judge metadata, and how long one may take. */
  readonly metadataValidators: { readonly folder: string | undefined; readonly timeLimitMs: number };
  /** Header in which a trusted proxy says where a request comes from, in lower case. */
  readonly countryHeader: string | undefined;
  /** Internal location under which a web server in front has the file system and sends files itself. */
  readonly xAccelPrefix: string | undefined;
  /** Whether those who create datasets may ask for leaving required fields to be filled in later. */
  readonly allowsIncompleteMetadata: boolean;
  /** Largest picture of which a small one is made; 0 for none. */
  readonly thumbnailLimitBytes: number;
  /** `ledger` follows the contract's CORS marks, `*` opens every path, a list names origins. */
  readonly corsOrigins: 'ledger' | '*' | readonly string[];
  /** Settings that count in place of stored ones; not checked against their rules yet. */
  readonly fixedSettings: readonly ((typeof FIXED_SETTINGS)[number] & { readonly value: string })[];
  /** Persistent identifiers, where the settings do not say otherwise. */
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
  const parsed = consistentEnvironment.safeParse(env, { error: ruleInWords });
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
    dataDir,
    databaseUrl: values.DATABASE_URL,
    storageUrl: values.STORAGE_URL ?? pathToFileURL(resolve(dataDir, 'files')).href,
    furtherStores: values.FURTHER_STORES,
    superuserApiToken: values.SUPERUSER_API_TOKEN,
    logLevel: values.LOG_LEVEL,
    adminGate: values.ADMIN_API,
    uploadLifetimeMs: values.UPLOAD_EXPIRY_HOURS * 60 * 60 * 1000,
    mostOpenUploads: values.OPEN_UPLOADS_LIMIT,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    statementLimitMs: values.STATEMENT_SECONDS * 1000,
    idleLimitMs: values.IDLE_SECONDS * 1000,
    trustedProxies: values.TRUSTED_PROXIES,
    citations: { url: values.CITATIONS_URL, queueLimit: values.CITATIONS_QUEUE_LIMIT, delayMs: values.CITATIONS_DELAY_MS },
    fixity: { intervalDays: values.FIXITY_INTERVAL_DAYS, bytesPerSecond: values.FIXITY_MB_PER_SECOND * 1_000_000 },
    metadataValidators: { folder: values.METADATA_VALIDATORS_DIR, timeLimitMs: values.METADATA_VALIDATOR_SECONDS * 1000 },
    countryHeader: values.COUNTRY_HEADER?.toLowerCase(),
    xAccelPrefix: values.X_ACCEL_PREFIX,
    allowsIncompleteMetadata: values.ALLOW_INCOMPLETE_METADATA === 'true',
    thumbnailLimitBytes: values.THUMBNAIL_LIMIT_BYTES,
    corsOrigins: values.CORS_ORIGINS,
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
