/** How the values of environment variables are read. */
import { BlockList } from 'node:net';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { addBlock } from './network-address.ts';
import { singleHostAddresses } from './postgres-addresses.ts';
import { FEATURE_FLAGS, type FeatureFlag } from './vocabulary/sign-in.ts';

/** A variable that is set to nothing counts as not set. */
export function blankAsAbsent(value: unknown): unknown {
  return value === '' ? undefined : value;
}

export function optional<Schema extends z.ZodType>(schema: Schema): z.ZodPreprocess<z.ZodOptional<Schema>> {
  return z.preprocess(blankAsAbsent, schema.optional());
}

/** An address of PostgreSQL, perhaps with several hosts. */
export const postgresAddress = z
  .string()
  .refine(
    (text) => singleHostAddresses(text).length > 0,
    'must be postgres://user:password@host:5432/name, with several hosts separated by commas',
  );

/** The addresses of its hosts. */
export const postgresAddresses = postgresAddress.transform(singleHostAddresses);

export const absolutePath = z.string().refine(isAbsolute, 'must be an absolute path');

export const addressBlocks = z.string().transform((text, context) => {
  const list = new BlockList();
  for (const block of text.split(',').map((part) => part.trim())) {
    if (block !== '' && !addBlock(list, block)) context.addIssue(`${block} is not an IP address or CIDR block`);
  }
  return list;
});

export const hosts = z.string().transform((text, context) => {
  const names = new Set<string>();
  const blocks = new BlockList();
  for (const part of text.split(',').map((one) => one.trim().toLowerCase())) {
    if (part === '' || addBlock(blocks, part)) continue;
    if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(part)) names.add(part);
    else context.addIssue(`${JSON.stringify(part)} is no host name, IP address or CIDR block`);
  }
  return { names, blocks };
});

function isOrigin(text: string): boolean {
  // A browser sends scheme, lower-case host and port, without the default port and without a path.
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

export const corsOrigins = z.string().transform((text, context): 'ledger' | '*' | readonly string[] => {
  if (text === 'ledger' || text === '*') return text;
  if (text === 'none') return [];
  const origins = text.split(',').map((origin) => origin.trim());
  for (const origin of origins.filter((one) => !isOrigin(one))) {
    context.addIssue(`${JSON.stringify(origin)} is not an origin such as https://app.example.org, without a path`);
  }
  return origins;
});

/** How far clients of another system are served: on its own paths and by its own headers, on every path, or not at all. */
export const dialects = z.enum(['dataverse', 'dataverse-always', 'none'], { error: 'must be dataverse, dataverse-always or none' });

/** The prefix of the part that identifies a dataset; refused if a persistent identifier could not contain it. */
export const pidPart = z.string().regex(/^[^\s\p{C}',;]+$/u, 'must not hold white space, quotes, commas or semicolons');
export const pidAuthority = pidPart.regex(/^[^/]+$/, 'must not hold a slash');

export const doiPrefixes = z.string().transform((text, context) => {
  const prefixes = text.split(',').map((part) => part.trim());
  for (const prefix of prefixes.filter((one) => !/^10\.\d[\d.]*$/.test(one))) {
    context.addIssue(`${JSON.stringify(prefix)} is not a DOI prefix such as 10.1234`);
  }
  return prefixes;
});

/** Every request to this URL carries a password, so plain http is allowed only to this machine. */
export const apiAddress = z.url({ protocol: /^https?$/ }).transform((text, context) => {
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '' || search !== '' || hash !== '') {
    context.addIssue('must not hold credentials, a query or a fragment');
  }
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) context.addIssue('must begin with https://');
  return text.replace(/\/+$/, '').replace(/\/dois$/, '');
});

export const furtherStores = z.string().transform((text, context) => {
  const entries = text.split(/\s+/).filter((entry) => entry !== '');
  return entries.flatMap((entry) => {
    const [, name, url] = /^([^=:/]+)=(.+)$/.exec(entry) ?? [];
    if (name !== undefined && url !== undefined) return [{ name, url }];
    context.addIssue('must be stores of the form name=url, with white space between them');
    return [];
  });
});

export const featureFlags = z.string().transform((text, context): readonly FeatureFlag[] => {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  return names.flatMap((name) => {
    const flag = FEATURE_FLAGS.find((known) => known === name);
    if (flag === undefined) context.addIssue(`${JSON.stringify(name)} is none of ${FEATURE_FLAGS.join(', ')}`);
    return flag ?? [];
  });
});

const KEY_FORM = /^[A-Za-z0-9+/]{43}=$/;

/** Keys of 32 bytes in base64, with white space or commas between them; undefined where one is none. */
export function secretKeysOf(text: string): Buffer[] | undefined {
  const keys = text.split(/[\s,]+/).filter((key) => key !== '');
  return keys.every((key) => KEY_FORM.test(key)) ? keys.map((key) => Buffer.from(key, 'base64')) : undefined;
}

export const secretKeys = z.string().transform((text, context): readonly Buffer[] => {
  const keys = secretKeysOf(text);
  // The message has nothing of the value.
  if (keys === undefined) context.addIssue('must be keys of 32 bytes in base64, comma-separated');
  return keys ?? [];
});

/** Hosts with or without a port, and all hosts below a domain. */
export const hostPatterns = z
  .string()
  .regex(
    /^(?:\s*(?:\*\.)?(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?\s*(?:,(?!$)|$))+$/i,
    'must be hosts such as archive.example.org, *.example.org or localhost:5050',
  );

/** A whole number with its bounds and what it is where none is given. */
export function wholeNumber(from: number, to: number, usual: number): z.ZodPreprocess<z.ZodDefault<z.ZodCoercedNumber>> {
  return z.preprocess(blankAsAbsent, z.coerce.number().int().min(from).max(to).default(usual));
}
