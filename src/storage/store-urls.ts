import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { DEFAULT_PAUSES_MS } from './s3-connection.ts';
import type { LocalStoreOptions } from './local-store.ts';
import type { S3StoreOptions } from './s3-store.ts';
import { ruleInWords } from '../errors/rule-in-words.ts';

/** A store as its address describes it. */
export type StoreDescription =
  | { readonly type: 'file'; readonly options: LocalStoreOptions }
  | { readonly type: 's3'; readonly options: S3StoreOptions };

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const endpoint = z.url({ protocol: /^https?$/ }).transform((text, context) => {
  const { username, password, search, hash } = new URL(text);
  const isPlain = [username, password, search, hash].every((part) => part === '');
  if (!isPlain) context.addIssue('must not hold credentials, a query or a fragment');
  return text.replace(/\/+$/, '');
});
const label = z.string().trim().min(1).max(100);

const folderParameters = z.strictObject({ label: label.optional(), directUpload: flag.default(true) });

const bucketParameters = z.strictObject({
  label: label.optional(),
  directUpload: flag.default(false),
  directDownload: flag.default(false),
  endpoint: endpoint.optional(),
  publicEndpoint: endpoint.optional(),
  region: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be the name of a region')
    .optional(),
  pathStyle: flag.optional(),
  profile: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the name of a profile')
    .optional(),
  timeoutSeconds: z.coerce.number().int().min(1).max(3600).default(60),
});

// Source: Amazon S3 User Guide, bucket naming rules; capitals and underscores stand in old ones and elsewhere.
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/;
const NAME = /^[a-z][a-z0-9]{0,29}$/;
/** Words that stand for something else where drivers are named. */
const RESERVED = new Set(['default', 'file']);

/** What the parameters of an address say. @throws StartupError naming the parameter. */
function parametersOf<T>(url: URL, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(Object.fromEntries(url.searchParams), { error: ruleInWords });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys' ? `${issue.keys.join(', ')} is unknown` : `${issue.path.join('.')}: ${issue.message}`,
  );
  throw new StartupError(`The storage URL "${url.protocol}//${url.host}${url.pathname}" has a bad parameter: ${faults.join('; ')}.`);
}

function describeFolder(url: URL, driver: string): StoreDescription {
  if (url.host !== '') {
    throw new StartupError(`The storage URL "${url.href}" names the host "${url.host}"; use three slashes: file:///path.`);
  }
  const { label: given = driver === 'local' ? 'Local' : driver, directUpload } = parametersOf(url, folderParameters);
  return { type: 'file', options: { driver, label: given, directUpload, root: fileURLToPath(url) } };
}

function describeBucket(url: URL, driver: string): StoreDescription {
  const bucket = decodeURIComponent(url.hostname);
  if (url.username !== '' || url.password !== '') {
    // Not repeated: it may be a secret.
    throw new StartupError('A storage URL must not hold credentials; they are taken from the environment or from a profile.');
  }
  if (url.port !== '' || !/^\/?$/.test(url.pathname) || url.hash !== '' || !BUCKET.test(bucket)) {
    throw new StartupError(
      `The storage URL "${url.protocol}//${url.host}${url.pathname}" does not have the form s3://bucket?endpoint=https://host&region=name.`,
    );
  }
  const { label: given, timeoutSeconds, pathStyle, region, ...parameters } = parametersOf(url, bucketParameters);
  const elsewhere = parameters.endpoint !== undefined;
  return {
    type: 's3',
    options: {
      driver,
      bucket,
      label: given ?? (driver === 's3' ? 'S3' : driver),
      endpoint: parameters.endpoint,
      publicEndpoint: parameters.publicEndpoint,
      region: region ?? (elsewhere ? 'us-east-1' : undefined),
      // Services of one's own seldom have a name in the DNS for every bucket.
      pathStyle: pathStyle ?? elsewhere,
      profile: parameters.profile,
      directUpload: parameters.directUpload,
      directDownload: parameters.directDownload,
      idleMs: timeoutSeconds * 1000,
      pausesMs: DEFAULT_PAUSES_MS,
    },
  };
}

/**
 * What an address says of a store: `file:///var/lib/archivolt/files` is a folder of this machine, `s3://bucket` a bucket.
 * @throws StartupError when the address is malformed, its scheme is not known, or a parameter is bad.
 */
export function describeStore(address: string, name?: string): StoreDescription {
  const url = URL.parse(address);
  const shown = address.replace(/\/\/.*@/, '//***@');
  if (url === null) throw new StartupError(`The storage URL "${shown}" is malformed; use file:///path/to/folder or s3://bucket.`);
  if (name !== undefined && (!NAME.test(name) || RESERVED.has(name))) {
    throw new StartupError(`A store cannot be named "${name}": use lower-case letters and digits, and neither "default" nor "file".`);
  }
  if (url.protocol === 'file:') return describeFolder(url, name ?? 'local');
  if (url.protocol === 's3:') return describeBucket(url, name ?? 's3');
  throw new StartupError(`The storage URL "${shown}" has the scheme "${url.protocol}"; only file: and s3: are supported.`);
}
