/** Headers that are read, and requests that are nothing but headers. Node takes 16 KB of them. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import type { World } from '../world.ts';

const LARGEST = 15_000;
const filled = (size: number, text: string): string => text.repeat(Math.max(1, Math.floor(size / text.length)));

const dataset = ({ published }: World): string => `/api/datasets/${published.id}/versions/1.0/metadata`;
const file = ({ published }: World): string => `/api/access/datafile/${published.fileId}`;

/** By name: where it is sent, which header, and its value of a size. */
const headers: Readonly<Record<string, readonly [path: (world: World) => string, header: string, value: (size: number) => string]>> = {
  'ranges of one byte': [file, 'range', (n) => `bytes=${filled(n, '0-0,')}1-1`],
  'ranges of all bytes': [file, 'range', (n) => `bytes=${filled(n, '0-,')}1-`],
  'digits of a range': [file, 'range', (n) => `bytes=0-${filled(n, '9')}`],
  'blanks in a range': [file, 'range', (n) => `bytes=${filled(n, ' ')}x`],
  'tags of If-None-Match': [dataset, 'if-none-match', (n) => `${filled(n, '"a",')}"b"`],
  'quotes of If-None-Match': [dataset, 'if-none-match', (n) => filled(n, '"')],
  'marks of If-Match': [dataset, 'if-match', (n) => filled(n, 'W/')],
  'an If-Range': [file, 'if-range', (n) => filled(n, 'W/"a')],
  'types of Accept': [dataset, 'accept', (n) => `${filled(n, 'application/json;q=0.1,')}application/ld+json`],
  'parameters of Accept': [dataset, 'accept', (n) => `application/json;${filled(n, 'q=0;')}q=1`],
  'proxies of X-Forwarded-For': [dataset, 'x-forwarded-for', (n) => `${filled(n, '10.0.0.1, ')}10.0.0.2`],
  'brackets of X-Forwarded-For': [dataset, 'x-forwarded-for', (n) => filled(n, '[')],
  'proxies of Forwarded': [dataset, 'forwarded', (n) => `${filled(n, 'for="[::1]";by=a,')}for=b`],
  'a User-Agent': [file, 'user-agent', (n) => filled(n, 'Mozilla/5.0 (compatible; bot ')],
  'a Cookie': [dataset, 'cookie', (n) => filled(n, 'a=b; ')],
  'a Referer': [dataset, 'referer', (n) => `http://${filled(n, 'a')}`],
  'an Origin': [dataset, 'origin', (n) => `http://${filled(n, 'a.')}`],
  'an X-Request-Id': [dataset, 'x-request-id', (n) => filled(n, 'a')],
  'a Host': [dataset, 'host', (n) => filled(n, 'a.')],
  'a date of If-Modified-Since': [file, 'if-modified-since', (n) => filled(n, 'Sun ')],
  'a Content-Encoding': [() => '/graphql', 'content-encoding', (n) => filled(n, 'gzip,')],
  'an invocation id': [dataset, 'x-service-invocationid', (n) => filled(n, 'a')],
  'an unblock key': [dataset, 'x-service-unblock-key', (n) => filled(n, 'a')],
  'methods that another site wants': [dataset, 'access-control-request-method', (n) => filled(n, 'GET,')],
  'a token': [dataset, 'x-service-key', (n) => filled(n, 'a')],
  'a token of Dataverse': [dataset, 'x-dataverse-key', (n) => filled(n, 'a')],
  'a bearer token': [dataset, 'authorization', (n) => `Bearer ${filled(n, ' a')}`],
  'a Content-Type': [() => '/graphql', 'content-type', (n) => `application/json;${filled(n, ' charset=utf-8;')}`],
  'where errors are wanted': [() => '/graphql', 'x-errors', (n) => filled(n, 'top-level,')],
  'whether a plan is wanted': [() => '/graphql', 'x-explain', (n) => filled(n, 'true,')],
  'a boundary': [() => '/graphql', 'content-type', (n) => `multipart/form-data; boundary="${filled(n, 'a')}"`],
};

const targets: Readonly<Record<string, (size: number, world: World) => string>> = {
  'segments of a path': (n) => `/api${filled(n, '/a')}`,
  'slashes of a path': (n) => `/api${filled(n, '/')}info/version`,
  'dots of a path': (n) => `/api${filled(n, '/..')}`,
  'escapes of a path': (n) => `/api/datasets/${filled(n, '%61')}`,
  'parameters of a query': (n, world) => `${dataset(world)}?${filled(n, 'a=b&')}`,
  'different parameters of a query': (n, world) =>
    `${dataset(world)}?${Array.from({ length: Math.max(1, Math.floor(n / 7)) }, (_, index) => `k${index}=`).join('&')}`,
  'escapes of a query': (n, world) => `${dataset(world)}?a=${filled(n, '%61')}`,
  'equal signs of a query': (n, world) => `${dataset(world)}?${filled(n, '=')}`,
  'segments of a path of Dataverse': (n) => `/api/dataverses${filled(n, '/a')}`,
  'words of a query of Dataverse': (n) => `/api/dataverses/root/contents?${filled(n, 'type=dataverse&')}`,
  'the token of a private draft': (n) => `/api/datasets/privateUrlDatasetVersion/${filled(n, 'a-')}`,
};

function ofTarget(path: string): HostileRequest {
  return { path: path.slice(0, LARGEST) };
}

const manyHeaders: Dimension = {
  name: 'headers: how many there are',
  sizes: [10, 1900],
  requests: (size, world) => ({
    path: dataset(world),
    headers: Object.fromEntries(Array.from({ length: size }, (_, index) => [`x${index}`, ''])),
  }),
};

const sameHeader: Dimension = {
  name: 'headers: the same again and again',
  sizes: [10, 900],
  requests: (size, world) => ({ path: dataset(world), headers: { accept: Array.from({ length: size }, () => 'a/b') } }),
};

/** Downloads are for those who may have the file: the depositor of a draft. */
const ownRanges: Readonly<Record<string, (size: number) => string>> = {
  'ranges of one byte': (n) => `bytes=${filled(n, '0-0,')}1-1`,
  'ranges of all bytes': (n) => `bytes=${filled(n, '0-,')}1-`,
  'digits of a range': (n) => `bytes=0-${filled(n, '9')}`,
  'signs of a range': (n) => `bytes=${filled(n, '-')}1`,
  'blanks in a range': (n) => `bytes=${filled(n, ' ')}0-1`,
};

export const headerDimensions: readonly Dimension[] = [
  ...Object.entries(headers).map(([name, [path, header, value]]): Dimension => ({
    name: `headers: ${name}`,
    sizes: [64, LARGEST],
    requests: (size, world) => ({
      path: path(world),
      headers: { [header]: value(size) },
      ...(path(world) === '/graphql' ? { method: 'POST', body: '{"query":"{ __typename }"}' } : {}),
    }),
  })),
  ...Object.entries(targets).map(([name, path]): Dimension => ({
    name: `headers: ${name}`,
    sizes: [64, LARGEST],
    requests: (size, world) => ofTarget(path(size, world)),
  })),
  ...Object.entries(ownRanges).map(([name, value]): Dimension => ({
    name: `headers: ${name} of an own file`,
    as: 'depositor',
    sizes: [64, LARGEST],
    requests: (size, { draft }) => ({ path: `/api/access/datafile/${draft.fileId}`, headers: { range: value(size) } }),
  })),
  manyHeaders,
  sameHeader,
];
