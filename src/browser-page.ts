/** Pages for browsers that are served from this machine alone, with every script and style they name. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pageHeaders } from './page-headers.ts';
import { repositoryPath } from './repository-path.ts';

const compress = promisify(gzip);

const CONTENT_TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ico: 'image/vnd.microsoft.icon',
} as const;

/** One file of a page: its text, or its place in the installed packages or in this repository. */
export type PageFile =
  | { readonly type: keyof typeof CONTENT_TYPES; readonly text: string }
  | { readonly type: keyof typeof CONTENT_TYPES; readonly package: string }
  | { readonly type: keyof typeof CONTENT_TYPES; readonly repository: string };

interface LoadedFile {
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
}

/** Scripts, fonts and connections only to this origin. Styles may be inline: the pages' editors set them on elements. */
const LOADS = [
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
];

function bytesOf(file: PageFile): Buffer | Promise<Buffer> {
  if ('text' in file) return Buffer.from(file.text);
  return readFile('package' in file ? repositoryPath('node_modules', file.package) : repositoryPath(file.repository));
}

async function load(file: PageFile): Promise<LoadedFile> {
  const bytes = await bytesOf(file);
  return { bytes, gzipped: await compress(bytes), etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

/**
 * Makes a handler of GET and HEAD for one file. The file is read and compressed once, at the first request.
 * @returns a promise that rejects when the file cannot be read; nothing was sent then.
 */
function pageFile(file: PageFile): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  let loading: Promise<LoadedFile> | undefined;
  return async function serve(request, response) {
    loading ??= load(file);
    const { bytes, gzipped, etag } = await loading;
    const headers = {
      ETag: etag,
      // Revalidated at each use, so that an upgrade shows at once; usually the answer is 304.
      'Cache-Control': 'no-cache',
      Vary: 'Accept, Accept-Encoding',
      ...pageHeaders(LOADS),
    };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const zipped = /\bgzip\b/i.test(request.headers['accept-encoding'] ?? '');
    const body = zipped ? gzipped : bytes;
    response.writeHead(200, {
      ...headers,
      'Content-Type': CONTENT_TYPES[file.type],
      'Content-Length': body.length,
      ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
    });
    response.end(body);
  };
}

/**
 * Serves a set of files by exact path.
 * @returns a function that says whether it takes the request; it takes no other methods than GET and HEAD.
 */
export function pageFiles(
  files: Readonly<Record<string, PageFile>>,
): (request: IncomingMessage, response: ServerResponse, path: string) => boolean {
  const served = new Map(Object.entries(files).map(([path, file]) => [path, pageFile(file)]));
  return function handle(request, response, path) {
    const serve = request.method === 'GET' || request.method === 'HEAD' ? served.get(path) : undefined;
    if (serve === undefined) return false;
    serve(request, response).catch(() => {
      // Without the package in an installation, only the page is missing.
      response.writeHead(404, { 'Content-Length': 0 }).end();
    });
    return true;
  };
}

/** Path of a request without its query, as the client sent it. */
export function pathOf(request: IncomingMessage): string {
  const target = 'originalUrl' in request && typeof request.originalUrl === 'string' ? request.originalUrl : (request.url ?? '/');
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}
