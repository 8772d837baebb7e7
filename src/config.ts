import { BlockList } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { StartupError } from './errors/startup-error.ts';
import { addBlock } from './network-address.ts';
import { ADMIN_GATES } from './vocabulary.ts';

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
  SUPERUSER_API_TOKEN: optional(
    z
      .string()
      .min(16)
      .max(200)
      .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces'),
  ),
  LOG_LEVEL: z.preprocess(blankAsAbsent, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
  ADMIN_API: z.preprocess(blankAsAbsent, z.enum(ADMIN_GATES).default('superuser')),
  DATABASE_POOL_SIZE: z.preprocess(blankAsAbsent, z.coerce.number().int().min(2).max(100).default(10)),
  TRUSTED_PROXIES: z.preprocess((value) => value ?? '', addressBlocks),
  CORS_ORIGINS: z.preprocess((value) => blankAsAbsent(value) ?? 'ledger', corsOrigins),
  BLOCKED_API_ENDPOINTS: optional(z.string()),
  BLOCKED_API_POLICY: optional(z.string()),
  BLOCKED_API_KEY: optional(z.string()),
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
  readonly superuserApiToken: string | undefined;
  readonly logLevel: string;
  readonly adminGate: (typeof ADMIN_GATES)[number];
  readonly databasePoolSize: number;
  /** Addresses of the proxies whose header `X-Forwarded-For` is believed. */
  readonly trustedProxies: BlockList;
  /** `ledger` follows the contract's CORS marks, `*` opens every path, a list names origins. */
  readonly corsOrigins: 'ledger' | '*' | readonly string[];
  /** Settings that count in place of stored ones; not checked against their rules yet. */
  readonly fixedSettings: readonly ((typeof FIXED_SETTINGS)[number] & { readonly value: string })[];
}

/**
 * Reads the environment.
 * @throws StartupError naming every variable that has a bad value, in one line.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environment.safeParse(env);
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
    superuserApiToken: values.SUPERUSER_API_TOKEN,
    logLevel: values.LOG_LEVEL,
    adminGate: values.ADMIN_API,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    trustedProxies: values.TRUSTED_PROXIES,
    corsOrigins: values.CORS_ORIGINS,
    fixedSettings: FIXED_SETTINGS.flatMap((fixed) => {
      const value = values[fixed.variable];
      return value === undefined ? [] : [{ ...fixed, value }];
    }),
  };
}
