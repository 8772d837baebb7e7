import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../errors/domain-error.ts';
import type { ByteRange } from '../storage/file-storage.ts';
import { parseByteRange } from './byte-range.ts';
import { attachmentDisposition, namedContentType } from './file-headers.ts';
import { evaluatePreconditions, rangeStillApplies } from './preconditions.ts';
import type { Validators } from './preconditions.ts';

export interface DownloadableFile {
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly fileName: string;
  /** Opaque and without quotes, the same only for the same bytes, for example the checksum; `null` for none. */
  readonly etag: string | null;
  readonly lastModified: Date;
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * Answers GET or HEAD with a file, whole or one range of it, and resolves when the answer is handed over, the client has
 * left, or a condition of the request made the bytes needless. Source: files.md 11.3, 11.4; RFC 9110.
 * An error of the file itself rejects: before the first byte the response is untouched but for headers that suit
 * the error answer too; after it the connection is cut, so that nobody takes a part for the whole.
 * @throws DomainError RANGE_NOT_SATISFIABLE, with `Content-Range` set on the response.
 * @throws DomainError FILE_BYTES_MISSING from `open`.
 */
export async function sendFile(request: IncomingMessage, response: ServerResponse, file: DownloadableFile): Promise<void> {
  const validators: Validators = {
    etag: file.etag === null ? null : `"${file.etag.replace(/[^\x21\x23-\x7e]/g, '')}"`,
    lastModified: file.lastModified,
  };
  const outcome = evaluatePreconditions(request.headers, validators);
  if (outcome === 'failed') throw new DomainError('PRECONDITION_FAILED', 'The file is not in the state that the request expects.');
  if (outcome === 'not-modified') {
    setValidators(response, validators);
    response.writeHead(304).end();
    return;
  }

  const range = requestedRange(request, response, file.sizeBytes, validators);
  const lengthBytes = range === undefined ? file.sizeBytes : range.end - range.start + 1;
  const source = await openSource(file, range);
  // Nobody is left to send to when the client went away during the opening.
  if (response.destroyed) {
    source.destroy();
    return;
  }
  setValidators(response, validators);
  response.statusCode = range === undefined ? 200 : 206;
  if (range !== undefined) response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Length', lengthBytes);
  response.setHeader('Content-Type', namedContentType(file.contentType, file.fileName));
  response.setHeader('Content-Disposition', attachmentDisposition(file.fileName));
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // A shared cache does not know our token headers, so it must not keep what only this caller may read.
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'private, no-cache');
  if (request.method === 'HEAD') {
    source.destroy();
    response.end();
    return;
  }
  await sendBytes(source, response, lengthBytes);
}

function requestedRange(
  request: IncomingMessage,
  response: ServerResponse,
  sizeBytes: number,
  validators: Validators,
): ByteRange | undefined {
  const header = request.headers.range;
  const ifRange = request.headers['if-range'];
  if (header === undefined || !rangeStillApplies(typeof ifRange === 'string' ? ifRange : undefined, validators)) {
    return undefined;
  }
  const range = parseByteRange(header, sizeBytes);
  if (range !== 'unsatisfiable') return range;
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Range', `bytes */${sizeBytes}`);
  throw new DomainError(
    'RANGE_NOT_SATISFIABLE',
    `The Range header must ask for exactly one range within the ${sizeBytes} bytes of the file.`,
  );
}

/** Opens exactly the bytes that the length announces, so that a file that grew or shrank on disk cannot disagree with it. */
function openSource(file: DownloadableFile, range: ByteRange | undefined): Promise<Readable> {
  if (file.sizeBytes === 0) return file.open();
  return file.open(range ?? { start: 0, end: file.sizeBytes - 1 });
}

async function sendBytes(source: Readable, response: ServerResponse, lengthBytes: number): Promise<void> {
  let sourceFailed = false;
  let sentBytes = 0;
  source.once('error', () => {
    sourceFailed = !response.destroyed;
  });
  source.on('data', (chunk: Buffer) => {
    sentBytes += chunk.length;
  });
  try {
    await pipeline(source, response, { end: false });
  } catch (error) {
    response.destroy();
    if (sourceFailed) throw error;
    return;
  }
  if (sentBytes === lengthBytes) {
    response.end();
    return;
  }
  response.destroy();
  throw new Error(`A download of ${lengthBytes} bytes had ${sentBytes}.`);
}

function setValidators(response: ServerResponse, { etag, lastModified }: Validators): void {
  if (etag !== null) response.setHeader('ETag', etag);
  response.setHeader('Last-Modified', lastModified.toUTCString());
}
