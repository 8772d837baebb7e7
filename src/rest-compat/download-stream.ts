import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { DomainError } from '../errors/domain-error.ts';
import { chunksOf } from '../storage/chunks-of.ts';
import type { ByteRange } from '../storage/file-storage.ts';
import { parseByteRanges } from './byte-range.ts';
import { attachmentDisposition, inlineDisposition, namedContentType } from './file-headers.ts';
import { multipartRanges } from './multipart-ranges.ts';
import { evaluatePreconditions, rangeStillApplies } from './preconditions.ts';
import type { Validators } from './preconditions.ts';

export interface DownloadableFile {
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly fileName: string;
  /** Opaque and without quotes, the same only for the same bytes, for example the checksum; `null` for none. */
  readonly etag: string | null;
  /** Null if there is no modification time. */
  readonly lastModified: Date | null;
  /** Whether a browser is to show it; only types that `isShown` names. */
  readonly inline?: boolean;
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * Answers GET or HEAD with a file, whole or in ranges, and resolves when the answer is handed over, the client has left, or a condition of
 * the request made the bytes needless. Source: files.md 11.3, 11.4; RFC 9110. An error of the file itself rejects: before the first byte
 * the response is untouched but for headers that suit the error answer too; after it the connection is closed, so that no client takes a
 * part for the whole.
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

  const ranges = requestedRanges(request, response, file.sizeBytes, validators);
  const body = bodyOf(file, ranges);
  const source = await body.open();
  // The client may have disconnected during the opening.
  if (response.destroyed) {
    source.destroy();
    return;
  }
  setValidators(response, validators);
  setFileHeaders(response, file);
  response.statusCode = ranges === undefined ? 200 : 206;
  if (body.contentRange !== undefined) response.setHeader('Content-Range', body.contentRange);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Length', body.lengthBytes);
  response.setHeader('Content-Type', body.contentType);
  if (request.method === 'HEAD') {
    source.destroy();
    response.end();
    return;
  }
  await sendBytes(source, response, body.lengthBytes);
}

/** Sets the headers that protect browsers from uploaded content, whichever server sends it. */
export function setFileHeaders(
  response: ServerResponse,
  { contentType, fileName, inline = false }: Pick<DownloadableFile, 'contentType' | 'fileName' | 'inline'>,
): void {
  response.setHeader('Content-Type', namedContentType(contentType, fileName));
  response.setHeader('Content-Disposition', inline ? inlineDisposition(fileName) : attachmentDisposition(fileName));
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // Should a browser show a page or a drawing that was uploaded here, it runs no script of it.
  // Browsers refuse to start their viewers of PDF in a sandbox; only pages of this server embed what is shown.
  response.setHeader('Content-Security-Policy', inline ? "frame-ancestors 'self'" : 'sandbox');
  // A shared cache does not know our token headers, so it must not keep what only this caller may read.
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'private, no-cache');
}

/** What is sent: its type and length, and its bytes. */
interface Body {
  readonly contentType: string;
  readonly contentRange?: string;
  readonly lengthBytes: number;
  open(): Promise<Readable>;
}

/** Bytes are asked for by their exact range, so that a file that grew or shrank on disk cannot disagree with the length. */
function bodyOf(file: DownloadableFile, ranges: readonly [ByteRange, ...ByteRange[]] | undefined): Body {
  const { sizeBytes } = file;
  const contentType = namedContentType(file.contentType, file.fileName);
  if (ranges === undefined) {
    const all = sizeBytes === 0 ? undefined : { start: 0, end: sizeBytes - 1 };
    return { contentType, lengthBytes: sizeBytes, open: () => file.open(all) };
  }
  if (ranges.length > 1) return multipartRanges(ranges, { sizeBytes, contentType, open: (range) => file.open(range) });
  const [range] = ranges;
  return {
    contentType,
    contentRange: `bytes ${range.start}-${range.end}/${sizeBytes}`,
    lengthBytes: range.end - range.start + 1,
    open: () => file.open(range),
  };
}

function requestedRanges(
  request: IncomingMessage,
  response: ServerResponse,
  sizeBytes: number,
  validators: Validators,
): readonly [ByteRange, ...ByteRange[]] | undefined {
  const header = request.headers.range;
  const ifRange = request.headers['if-range'];
  if (header === undefined || !rangeStillApplies(typeof ifRange === 'string' ? ifRange : undefined, validators)) {
    return undefined;
  }
  const ranges = parseByteRanges(header, sizeBytes);
  if (ranges !== 'unsatisfiable') return ranges;
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Range', `bytes */${sizeBytes}`);
  throw new DomainError(
    'RANGE_NOT_SATISFIABLE',
    `The Range header must ask for ranges within the ${sizeBytes} bytes of the file, and in total for no more than its size.`,
  );
}

/** Resolves when the connection has taken a chunk, or is gone. */
function written(response: ServerResponse, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.write(chunk, () => {
      response.off('close', resolve);
      resolve();
    });
  });
}

async function sendBytes(source: Readable, response: ServerResponse, lengthBytes: number): Promise<void> {
  const leave = (): void => void source.destroy();
  let sentBytes = 0;
  response.once('close', leave);
  response.on('error', () => undefined);
  try {
    for await (const chunk of chunksOf(source)) {
      if (response.destroyed) return;
      await written(response, chunk);
      sentBytes += chunk.length;
    }
  } catch (error) {
    // A client that has left is no fault; the source was closed for it.
    if (response.destroyed) return;
    response.destroy();
    throw error;
  } finally {
    response.off('close', leave);
  }
  if (response.destroyed) return;
  if (sentBytes === lengthBytes) {
    response.end();
    return;
  }
  response.destroy();
  throw new Error(`A download of ${lengthBytes} bytes had ${sentBytes}.`);
}

function setValidators(response: ServerResponse, { etag, lastModified }: Validators): void {
  if (etag !== null) response.setHeader('ETag', etag);
  if (lastModified !== null) response.setHeader('Last-Modified', lastModified.toUTCString());
}
