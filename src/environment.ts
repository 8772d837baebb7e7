/** The environment variables of the server. `npm run generate` writes their descriptions into docs/configuration.md. */
import { z } from 'zod';
import {
  absolutePath,
  addressBlocks,
  apiAddress,
  blankAsAbsent,
  corsOrigins,
  dialects,
  doiPrefixes,
  featureFlags,
  furtherStores,
  hostPatterns,
  optional,
  pidAuthority,
  pidPart,
  secretKeys,
  wholeNumber,
} from './environment-values.ts';
import { mail, tracing, webhooks } from './environment-outgoing.ts';
import { bulk } from './environment-bulk.ts';
import { graphql } from './environment-graphql.ts';
import { database } from './environment-database.ts';
import { processes } from './environment-processes.ts';
import { ADMIN_GATES } from './vocabulary/access.ts';

const server = {
  PORT: z
    .preprocess(blankAsAbsent, z.coerce.number().int().min(0).max(65_535).default(8080))
    .meta({ description: 'TCP port; `0` picks a free one.' }),
  HOST: z
    .preprocess(blankAsAbsent, z.string().default('127.0.0.1'))
    .meta({ description: 'Address to listen on. Set `0.0.0.0` (or `::`) to accept connections from other machines.' }),
  SITE_URL: optional(z.url({ protocol: /^https?$/ })).meta({
    description: 'Public URL of the server, used in signed download URLs and in the OpenAPI document. Set it behind a proxy.',
    defaultText: '`http://HOST:PORT`; `localhost` if `HOST` is `0.0.0.0` or `::`',
  }),
  CORS_ORIGINS: z
    .preprocess((value) => blankAsAbsent(value) ?? 'ledger', corsOrigins)
    .meta({
      description:
        'Origins whose pages may read responses in a browser. `ledger`: any origin, for the REST endpoints marked *CORS* in [rest-api.md](rest-api.md). `*`: any origin, for every endpoint and GraphQL. A comma-separated list (`https://app.example.org`): these, for every endpoint and GraphQL. `none`: none.',
      defaultText: '`ledger`',
    }),
  DIALECTS: z.preprocess(blankAsAbsent, dialects.default('dataverse')).meta({
    description:
      'Other systems whose REST clients [are served unchanged](how-to/move-clients.md). `dataverse`: its own paths (`/api/dataverses`), and every path for requests with the header `X-Dataverse-key`. `dataverse-always`: also requests with neither that header nor `X-Service-key`. `none`: no other system.',
    defaultText: '`dataverse`',
  }),
  MCP: z.preprocess(blankAsAbsent, z.enum(['on', 'off'], { error: 'must be on or off' }).default('on')).meta({
    description:
      'Whether `/mcp` is served: [tools for programs that language models drive](how-to/tools-for-models.md), with the rights of the token that they send.',
    defaultText: '`on`',
  }),
  TRUSTED_PROXIES: z
    .preprocess((value) => value ?? '', addressBlocks)
    .meta({
      description:
        'IP addresses and CIDR blocks of the proxies in front, comma-separated (`10.0.0.5, fd00::/8`). For a request from one of them, the client address is the last entry of `X-Forwarded-For` that is not a trusted proxy; otherwise it is that of the connection. IP groups and `ADMIN_API=localhost` [depend on it](how-to/define-groups.md#network-addresses).',
      defaultText: 'none',
    }),
  COUNTRY_HEADER: optional(z.string().regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')).meta({
    description:
      'Header in which a proxy of `TRUSTED_PROXIES` gives the two-letter country of the client (`CF-IPCountry`). Usage is counted by country.',
  }),
  X_ACCEL_PREFIX: optional(
    z.string().regex(/^\/[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*$/, 'must be a path such as /stored-files, without a slash at its end'),
  ).meta({
    description:
      'Internal location, such as `/stored-files`, under which an nginx in front serves the files of this machine. nginx then [sends downloads itself](how-to/give-files-out.md).',
  }),
  IDLE_SECONDS: z.preprocess(blankAsAbsent, z.coerce.number().min(0.1).max(3600).default(60)).meta({
    description:
      'Idle timeout of a client, 0.1 to 3600: no byte of a request body arrives (408, nothing is stored), or no byte of the response is read (the connection is closed). Also the time limit for the request headers. A slow upload continues as long as bytes arrive.',
  }),
  LOG_LEVEL: z
    .preprocess(blankAsAbsent, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'))
    .meta({ description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.' }),
};

const files = {
  STORAGE_URL: optional(z.url()).meta({
    description:
      'Default store of file bytes: `file:///path/to/folder`, or `s3://bucket?endpoint=https://host` for any S3 service: [choosing a store](how-to/choose-storage.md).',
    defaultText: 'folder `files` in `DATA_DIR`',
  }),
  FURTHER_STORES: z
    .preprocess((value) => value ?? '', furtherStores)
    .meta({
      description:
        'More stores, which collections and datasets can select or which hold older files: `name=url`, separated by white space.',
      defaultText: 'none',
    }),
  // As many as one request can add.
  OPEN_UPLOADS_LIMIT: wholeNumber(1, 1_000_000, 10_000).meta({ description: 'Most direct uploads in progress for one account.' }),
  // Object stores do not sign URLs for more than a week.
  UPLOAD_EXPIRY_HOURS: z.preprocess(blankAsAbsent, z.coerce.number().int().min(1).max(168).default(24)).meta({
    description:
      'Hours that a direct upload waits for its next part, and then for being added to a dataset, 1 to 168. After that it is deleted.',
  }),
  THUMBNAIL_LIMIT_BYTES: wholeNumber(0, 100_000_000, 3_000_000).meta({
    description: 'Largest image for which a thumbnail is made; `0` for none.',
  }),
  INGEST_MINUTES: z
    .preprocess(blankAsAbsent, z.coerce.number().int().min(0).max(10_080).default(60))
    .meta({ description: 'Minutes that [reading one file as a table](how-to/ingest-tables.md) may take; `0` for no ingest of tables.' }),
  FIXITY_INTERVAL_DAYS: z
    .preprocess(blankAsAbsent, z.coerce.number().int().min(0).max(3650).default(30))
    .meta({ description: 'Days between the starts of two [fixity rounds](how-to/operate.md#fixity); `0` for none.' }),
  FIXITY_MB_PER_SECOND: z
    .preprocess(blankAsAbsent, z.coerce.number().min(0.1).max(100_000).default(20))
    .meta({ description: 'Most megabytes (10^6 bytes) that a fixity round reads per second.' }),
};

const administration = {
  SUPERUSER_API_TOKEN: optional(
    z
      .string()
      .min(16)
      .max(200)
      .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces'),
  ).meta({
    description: "Set as the first superuser's token at each start; 16 to 200 printable ASCII characters without spaces.",
    defaultText: 'none: a random token is generated',
  }),
  SECRET_KEYS: z
    .preprocess((value) => value ?? '', secretKeys)
    .meta({
      description:
        'Keys of the [secrets in the database](how-to/operate.md#secrets-in-the-database), each 32 bytes in base64, comma-separated: the first one encrypts, all of them decrypt. Several servers on one database need the same keys.',
      defaultText: 'none: those of the file `secret-keys` in `DATA_DIR`, which is made at the first start',
    }),
  ADMIN_API: z.preprocess(blankAsAbsent, z.enum(ADMIN_GATES).default('superuser')).meta({
    description:
      'Who may use `/api/admin/*` besides superusers: no other caller (`superuser`), callers on this machine (`localhost`), holders of the key in the setting `:BlockedApiKey` (`unblock-key`), every caller (`open`).',
  }),
  BLOCKED_API_ENDPOINTS: optional(z.string()).meta({
    description: 'Overrides the stored setting `:BlockedApiEndpoints`: [blocking parts of the REST API](how-to/close-the-api.md).',
  }),
  BLOCKED_API_POLICY: optional(z.string()).meta({ description: 'Overrides the stored setting `:BlockedApiPolicy`.' }),
  USAGE_REPORTS_DIR: optional(absolutePath).meta({
    description: 'Absolute path of the folder of [reports of usage](how-to/show-metrics.md#usage-that-another-program-counts).',
    defaultText: 'none: no report is taken',
  }),
  CUSTOMIZATION_DIR: optional(absolutePath).meta({
    description: 'Absolute path of the folder of [pieces of pages](how-to/settings.md#pieces-of-pages), which settings name.',
    defaultText: 'none: no file is given out',
  }),
  WORKFLOW_HOSTS: optional(hostPatterns).meta({
    description:
      'Hosts that steps of [workflows](how-to/workflows.md) may call, comma-separated: `archive.example.org`, `localhost:5050`, `*.example.org` for those below a domain.',
    defaultText: 'any host, this machine included',
  }),
  BLOCKED_API_KEY: optional(z.string()).meta({ description: 'Overrides the stored setting `:BlockedApiKey`.' }),
};

const signIn = {
  PASSWORD_DICTIONARIES_DIR: optional(absolutePath).meta({
    description:
      'Absolute path of the folder whose files the setting `:PVDictionaries` may name: words that new passwords must not contain.',
    defaultText: 'none: no file is read',
  }),
  FEATURES: z
    .preprocess((value) => value ?? '', featureFlags)
    .meta({
      description:
        'Features to switch on, separated by commas or white space: `api-bearer-auth` (tokens of OpenID Connect issuers), `api-session-auth` (the session of a signed-in browser counts for `/api` and `/graphql`), and [rules for them](how-to/sign-in.md#bearer-tokens).',
      defaultText: 'none',
    }),
};

const metadata = {
  ALLOW_INCOMPLETE_METADATA: z
    .preprocess((value) => blankAsAbsent(value) ?? 'false', z.enum(['true', 'false']))
    .meta({
      description: '`true`: `doNotValidate=true` creates a dataset without its required fields. Edits and publication still require them.',
    }),
  METADATA_VALIDATORS_DIR: optional(absolutePath).meta({
    description:
      'Absolute path of the folder whose programs the settings `:DatasetMetadataValidatorScript` and `:CollectionMetadataValidatorScript` may name: [external validators](how-to/settings.md#external-validators).',
    defaultText: 'none: no program is run',
  }),
  METADATA_VALIDATOR_SECONDS: z
    .preprocess(blankAsAbsent, z.coerce.number().min(0.1).max(600).default(30))
    .meta({ description: 'Time limit of such a program, 0.1 to 600.' }),
};

const identifiers = {
  PID_PROVIDER: optional(z.enum(['fake', 'perma', 'datacite'])).meta({
    description:
      'Registrar of persistent identifiers: `fake` (test DOIs), `perma` (permalinks), `datacite`: [registering identifiers](how-to/register-identifiers.md). The settings `:DoiProvider`, `:Protocol`, `:Authority` and `:Shoulder` override these variables.',
    defaultText: '`fake`',
  }),
  PID_AUTHORITY: optional(pidAuthority).meta({
    description: 'DOI prefix or permalink namespace. Required with `datacite`.',
    defaultText: '`10.5072`; `archivolt` with `perma`',
  }),
  PID_SHOULDER: optional(pidPart).meta({
    description: 'First characters of every new identifier.',
    defaultText: '`FK2/`; none with `perma`',
  }),
  PID_SEPARATOR: optional(pidPart).meta({ description: 'Between authority and identifier of a permalink.' }),
  DATACITE_REPOSITORY_ID: optional(z.string().regex(/^[^\s\p{C}:]+$/u, 'must not hold white space or a colon')).meta({
    description: 'Repository account at DataCite.',
  }),
  DATACITE_PASSWORD: optional(z.string()).meta({ description: 'Its password.' }),
  DATACITE_URL: z
    .preprocess(blankAsAbsent, apiAddress.default('https://api.datacite.org'))
    .meta({ description: 'REST API of DataCite; `https://api.test.datacite.org` for the test system.' }),
  DATACITE_PREFIXES: optional(doiPrefixes).meta({
    description: 'Further prefixes of the account, comma-separated. Their DOIs are updated but no new ones are created.',
  }),
  CITATIONS_URL: optional(apiAddress).meta({
    description: 'Address of the DataCite event API, `https://api.datacite.org/events`, queried for works that cite a dataset.',
    defaultText: 'none: no query',
  }),
  CITATIONS_QUEUE_LIMIT: z
    .preprocess(blankAsAbsent, z.coerce.number().int().min(1).max(1_000_000).default(1000))
    .meta({ description: 'Most citation updates in the queue.' }),
  CITATIONS_DELAY_MS: z
    .preprocess(blankAsAbsent, z.coerce.number().int().min(0).max(3_600_000).default(0))
    .meta({ description: 'Pause after each query, in milliseconds.' }),
};

/** Every variable by subject. Each schema has its description and, if the parsed default is not clear, the text of its default. */
export const ENVIRONMENT = {
  Server: server,
  Processes: processes,
  GraphQL: graphql,
  Database: database,
  Files: files,
  Administration: administration,
  'Signing in': signIn,
  Metadata: metadata,
  Mail: mail,
  Webhooks: webhooks,
  Traces: tracing,
  'Bulk jobs': bulk,
  'Persistent identifiers and citations': identifiers,
} as const;

const environment = z.object({
  ...server,
  ...processes,
  ...graphql,
  ...database,
  ...files,
  ...administration,
  ...signIn,
  ...metadata,
  ...mail,
  ...webhooks,
  ...tracing,
  ...bulk,
  ...identifiers,
});

/** The environment as the server reads it, with what one variable requires of others. */
export const environmentSchema = environment.superRefine((values, context) => {
  const require = (name: 'PID_AUTHORITY' | 'DATACITE_REPOSITORY_ID' | 'DATACITE_PASSWORD' | 'TRUSTED_DOCUMENTS', why: string) => {
    if (values[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: `must be set ${why}` });
  };
  if (values.PID_PROVIDER === 'datacite') {
    for (const name of ['PID_AUTHORITY', 'DATACITE_REPOSITORY_ID', 'DATACITE_PASSWORD'] as const) {
      require(name, 'where PID_PROVIDER is datacite');
    }
    if (values.PID_AUTHORITY !== undefined && !values.PID_AUTHORITY.startsWith('10.')) {
      context.addIssue({ code: 'custom', path: ['PID_AUTHORITY'], message: 'must be a DOI prefix such as 10.1234' });
    }
  }
  if (values.DOCUMENT_TRUST !== 'open') require('TRUSTED_DOCUMENTS', `where DOCUMENT_TRUST is ${values.DOCUMENT_TRUST}`);
  if (values.DATACITE_REPOSITORY_ID !== undefined) require('DATACITE_PASSWORD', 'beside DATACITE_REPOSITORY_ID');
  if (values.DATACITE_PASSWORD !== undefined) require('DATACITE_REPOSITORY_ID', 'beside DATACITE_PASSWORD');
});
