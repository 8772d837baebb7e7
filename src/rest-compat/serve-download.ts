import type { ByteRange, FileLocation, FileStorage } from '../storage/file-storage.ts';
import { openBehind } from '../storage/open-behind.ts';
import { openEntry } from '../storage/zip/zip-entry.ts';
import { layOutZip } from '../storage/zip/zip-layout.ts';
import { zipStream } from '../storage/zip/zip-stream.ts';
import { DomainError } from '../errors/domain-error.ts';
import { type DownloadableFile, sendFile, setFileHeaders } from './download-stream.ts';
import { attachmentDisposition, isShown } from './file-headers.ts';
import type { Exchange } from './exchange.ts';
import type { ArchivePlan, DownloadPlan, FilePlan } from './sent-content.ts';

/** How long the address of a store works to which a client is sent on. */
const STORE_ADDRESS_SECONDS = 3600;

export interface DownloadOptions {
  readonly storage: FileStorage;
  /** Internal location of the web server in front under which it has the file system; without it this server sends the bytes. */
  readonly xAccelPrefix?: string | undefined;
}

/** An archive as a file that is made while it is read, each range of it by itself. */
function archiveFile({ fileName, etag, entries }: ArchivePlan, storage: FileStorage): DownloadableFile {
  const layout = layOutZip(entries.map((entry) => ({ ...entry, open: (range: ByteRange) => openEntry(entry, storage, range) })));
  return {
    fileName,
    contentType: 'application/zip',
    sizeBytes: layout.sizeBytes,
    etag,
    // Rights change what is in it, and no time tells.
    lastModified: null,
    open: (range) => Promise.resolve(zipStream(layout, range)),
  };
}

/** Path of a stored file for the header X-Accel-Redirect, escaped as a URL. */
async function redirectedPath({ storage, xAccelPrefix }: DownloadOptions, location: FileLocation): Promise<string | undefined> {
  const path = xAccelPrefix === undefined ? undefined : storage.localPath(location);
  if (path === undefined) return undefined;
  // The web server's own refusal of a missing file would be a page.
  if ((await storage.sizeOf(location)) === undefined) {
    throw new DomainError('FILE_BYTES_MISSING', 'The storage does not hold the bytes of this file.');
  }
  return `${xAccelPrefix}${path.split('/').map(encodeURIComponent).join('/')}`;
}

async function serveFile({ request, response }: Exchange, plan: FilePlan, options: DownloadOptions): Promise<void> {
  const { location, headerLine, ...named } = plan;
  const inline = named.inline === true && isShown(named.contentType);
  const file = { ...named, inline };
  // What stands before the stored bytes is known to this server alone.
  const path = headerLine === null ? await redirectedPath(options, location) : undefined;
  if (path !== undefined) {
    // Length, validators, conditions and ranges are the web server's, which has the file before it.
    setFileHeaders(response, file);
    response.setHeader('X-Accel-Redirect', path);
    response.setHeader('Content-Length', 0);
    response.end();
    return;
  }
  // An address of the store is good for GET alone, and pages load nothing from other origins.
  const address =
    request.method === 'GET' && headerLine === null && plan.inline !== true
      ? await options.storage.downloadUrl(location, {
          contentType: file.contentType,
          contentDisposition: attachmentDisposition(file.fileName),
          expiresInSeconds: STORE_ADDRESS_SECONDS,
        })
      : undefined;
  if (address !== undefined) {
    response.writeHead(303, { Location: address, 'Content-Length': 0 }).end();
    return;
  }
  await sendFile(request, response, { ...file, open: (range) => openBehind(headerLine, location, options.storage, range) });
}

/** Answers with what a download route found: this server sends the bytes, the web server in front, or the store. */
export async function serveDownloadPlan(exchange: Exchange, plan: DownloadPlan, options: DownloadOptions): Promise<void> {
  const { request, response, routeHeaders } = exchange;
  for (let at = 0; at < routeHeaders.length; at += 2) response.setHeader(routeHeaders[at] ?? '', routeHeaders[at + 1] ?? '');
  response.setHeader('X-Request-Id', exchange.requestId);
  // A copy may be kept by the client alone, and must be asked about before it is used: rights can be taken back.
  response.setHeader('Cache-Control', 'private, no-cache');
  if ('location' in plan) await serveFile(exchange, plan, options);
  else await sendFile(request, response, archiveFile(plan, options.storage));
}
