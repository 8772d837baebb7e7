/** The types of value that settings have: each reads a text into what the code uses, or says what is wrong. Source: users-admin.md 10.3. */
import { isIP } from 'node:net';
import { z, type ZodType } from 'zod';
import { byRule } from '../../errors/rules/broken.ts';

const TRUE_WORDS = ['1', 'yes', 'true', 'allow'];
const FALSE_WORDS = ['0', 'no', 'false', 'deny', ''];

export const text = z.string();

export const bool = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => TRUE_WORDS.includes(value) || FALSE_WORDS.includes(value), byRule('BOOLEAN_WORD'))
  .transform((value) => TRUE_WORDS.includes(value));

export const int = z
  .string()
  .trim()
  .refine((value) => /^[+-]?\d{1,15}$/.test(value), byRule('WHOLE_NUMBER'))
  .transform(Number);

export const bytes = z
  .string()
  .trim()
  .refine((value) => /^-?\d{1,15}$/.test(value), byRule('BYTES'))
  .transform(Number);

/** Longer than any embargo can be meant. */
const MOST_MONTHS = 12_000;
/** A length of time: 0 switches off what it limits, -1 sets no limit. */
export const months = int.refine((value) => value >= -1 && value <= MOST_MONTHS, byRule('MONTHS', { most: MOST_MONTHS }));

export const workflowId = z
  .string()
  .trim()
  .refine((value) => /^[1-9]\d{0,8}$/.test(value), byRule('WORKFLOW_ID'))
  .transform(Number);

function separated(value: string, separator: string): string[] {
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export const csv = z.string().transform((value) => separated(value, ','));

/** Most files that one setting names. */
const MOST_PATHS = 10;

/** Paths of files, separated by `|`. */
export const filePaths = z
  .string()
  .transform((value) => separated(value, '|'))
  .refine((parts) => parts.length <= MOST_PATHS, byRule('FILES_NAMED', { most: MOST_PATHS }));

/** A list separated by commas, each part of which fits a rule. */
export function csvOf(fits: (part: string) => boolean, rule: ReturnType<typeof byRule>): ZodType<string[], string> {
  return csv.refine((parts) => parts.every(fits), rule);
}

/** One rule for the characters of passwords. Source: users-admin.md 10.4, `:PVCharacterRules`. */
export const PASSWORD_RULE = /^(?:UpperCase|LowerCase|Digit|Special|Alphabetical):\d{1,3}$/;

export const addresses = z
  .string()
  .transform((value) => separated(value, ';'))
  .refine((parts) => parts.every((part) => isIP(part) !== 0), byRule('ADDRESS_LIST'));

/** Paths below `/api`, kept without slashes at their ends; one that is written from the root on is understood. */
export const apiPaths = z
  .string()
  .transform((value) => separated(value, ',').map((path) => path.replace(/^\/+|\/+$/g, '').replace(/^api\/(?:v1\/)?/, '')))
  .refine((paths) => paths.every((path) => /^[^\s/?#]+(?:\/[^\s/?#]+)*$/.test(path)), byRule('API_PATHS'));

/** JSON text, read by a schema. */
export function json<Schema extends ZodType>(schema: Schema): ZodType<z.output<Schema>, string> {
  return z
    .string()
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value);
      } catch {
        context.addIssue({ code: 'custom', ...byRule('JSON_TEXT') });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

const HTTP = { protocol: /^https?$/, error: 'must be an http or https URL' };
export const url = z.url(HTTP);

/** Inboxes of other repositories. The address goes to the log and to people: it must not hold credentials. */
const inbox = url.refine((address) => {
  const { username, password } = new URL(address);
  return username === '' && password === '';
}, byRule('NO_CREDENTIALS'));
export const announcementTargets = json(
  z.array(z.object({ id: url, inbox, type: z.string().max(100).default('Service') })).max(10, 'must not be more than 10'),
);
export const urlOrPath = z.union([z.string().regex(/^\/(?!\/)/), url], 'must be an http or https URL, or a path that begins with a slash');
export const urlOrJsonArray = z.union([json(z.array(z.unknown())), url], 'must be a JSON array, or the URL of one');

export const day = z.iso.date('must be a date yyyy-MM-dd');

const wholeNumber = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number),
]);

/** Keys of `:TabularIngestSizeLimit` as JSON, in lower case. */
export const INGEST_FORMATS: readonly string[] = ['default', 'csv', 'dta', 'por', 'rdata', 'sav', 'xlsx'];

/**
 * A number of bytes for everything, or JSON with a number for each of `keys` in any case; any key where none are named. With keys, blanks
 * around the number are refused. Source: files.md 19.2.
 */
export function bytesOrJson(keys?: readonly string[]): ZodType<Readonly<Record<string, number>>, string> {
  const plain = keys === undefined ? /^\s*-?\d{1,15}\s*$/ : /^-?\d{1,15}$/;
  return z.string().transform((value, context): Readonly<Record<string, number>> => {
    if (plain.test(value)) return { default: Number(value) };
    const parsed = json(z.record(z.string(), wholeNumber)).safeParse(value);
    if (parsed.success) {
      const sizes = Object.fromEntries(Object.entries(parsed.data).map(([key, size]) => [key.toLowerCase(), size]));
      if (keys === undefined || Object.keys(sizes).every((key) => keys.includes(key))) return sizes;
    }
    context.addIssue({ code: 'custom', ...byRule('BYTES_OR_JSON', { keys: keys ?? [] }) });
    return z.NEVER;
  });
}

export const languages = json(z.array(z.object({ locale: z.string(), title: z.string() })));
