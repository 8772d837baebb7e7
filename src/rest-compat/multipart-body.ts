import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MIMEType } from 'node:util';
import busboy from 'busboy';
import { DomainError } from '../errors/domain-error.ts';
import type { FileStorage, StagedFile } from '../storage/file-storage.ts';
import { humanSize } from '../storage/human-size.ts';
import type { ChecksumAlgorithm } from '../vocabulary.ts';
import { discardBody } from './discard-body.ts';
import { contentTypeOfPart, partHeaderScanner } from './multipart-part-headers.ts';

const FILE_PART = 'file';
const TEXT_BYTES = 1024 * 1024;
const MOST_PARTS = 20;

export interface MultipartOptions {
  readonly storage: FileStorage;
  readonly checksumAlgorithm: ChecksumAlgorithm;
  /** The largest file that passes; `null` for no limit. */
  readonly maximumBytes: number | null;
  /** Longest text of another part, in bytes; 1 MB by default. */
  readonly maximumTextBytes?: number;
  readonly signal?: AbortSignal;
}

export interface MultipartBody {
  /** The text of every part but `file`, by part name. */
  readonly fields: Record<string, string>;
  /** The part `file`, durable in the staging area; the caller keeps or discards it. */
  readonly file: StagedFile | null;
}

/**
 * Reads a multipart form: the part `file` streams straight to the staging area, every other part is a text of
 * limited length, in any order. When it rejects nothing stays staged, and the rest of the body is being discarded.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE when the body is not multipart/form-data.
 * @throws DomainError BAD_USER_INPUT when it is malformed, names a part twice, or the file has no name.
 * @throws DomainError PAYLOAD_TOO_LARGE when a text is too long.
 * @throws DomainError UPLOAD_INCOMPLETE when the connection ends early.
 * @throws DomainError as `FileStorage.stage`.
 */
export async function readMultipart(request: IncomingMessage, options: MultipartOptions): Promise<MultipartBody> {
  try {
    const boundary = boundaryOf(request);
    const form = collectParts(boundary, options);
    try {
      await Promise.race([feed(request, boundary, form), form.failed]);
      return await form.result();
    } catch (error) {
      await form.abandon(error);
      throw error;
    }
  } catch (error) {
    discardBody(request);
    throw error;
  }
}

interface Form {
  /** Hands bytes to the parser; resolves when it has taken them. `header` is set when they are a part's header block. */
  write(bytes: Buffer, header: string | undefined): Promise<void>;
  end(): Promise<void>;
  /** Rejects at the first fault of a part; never resolves. */
  readonly failed: Promise<never>;
  result(): Promise<MultipartBody>;
  abandon(reason: unknown): Promise<void>;
}

function collectParts(boundary: string, options: MultipartOptions): Form {
  const mostText = options.maximumTextBytes ?? TEXT_BYTES;
  const parser = busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary.replace(/["\\]/g, '\\$&')}"` },
    defParamCharset: 'utf8',
    // One more than allowed, so that exactly the limit passes and one more byte or part shows.
    limits: { parts: MOST_PARTS + 1, fieldSize: mostText + 1 },
  });
  const failure = Promise.withResolvers<never>();
  const seen = new Set<string>();
  const fields = new Map<string, string>();
  const pending: Promise<void>[] = [];
  let staging: Promise<StagedFile> | null = null;
  let header: string | undefined;

  // Somebody may stop waiting before a late failure comes.
  failure.promise.catch(() => {});

  function refuse(error: unknown): void {
    failure.reject(error);
  }

  function admit(name: unknown): name is string {
    if (typeof name !== 'string' || name === '') {
      refuse(malformed('A part has no name.'));
    } else if (seen.has(name)) {
      refuse(badPart(name, `The part "${name}" may be given only once.`));
    } else {
      seen.add(name);
      if (seen.size <= MOST_PARTS) return true;
      refuse(malformed(`There are more than ${MOST_PARTS} parts.`));
    }
    return false;
  }

  function stage(part: Readable, fileName: string | undefined): void {
    if (fileName === undefined || fileName === '') {
      part.resume();
      refuse(fileWithoutName());
      return;
    }
    staging = options.storage.stage(part, {
      fileName,
      suppliedContentType: header === undefined ? null : contentTypeOfPart(header),
      checksumAlgorithm: options.checksumAlgorithm,
      maximumBytes: options.maximumBytes,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    staging.catch(refuse);
  }

  async function collectText(name: string, part: Readable): Promise<void> {
    let length = 0;
    part.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > mostText) refuse(textTooLong(name, mostText));
    });
    fields.set(name, (await buffer(part)).toString('utf8'));
  }

  parser.on('file', (name, part, { filename }) => {
    // Failures reach everybody through the parser or the staging; the stream itself must have a listener.
    part.on('error', () => {});
    if (!admit(name)) {
      part.resume();
    } else if (name === FILE_PART) {
      stage(part, filename);
    } else {
      const text = collectText(name, part);
      text.catch(refuse);
      pending.push(text);
    }
    header = undefined;
  });

  parser.on('field', (name, value, { valueTruncated }) => {
    if (!admit(name)) return;
    if (name === FILE_PART) refuse(fileWithoutName());
    else if (valueTruncated || Buffer.byteLength(value) > mostText) refuse(textTooLong(name, mostText));
    else fields.set(name, value);
  });

  parser.on('partsLimit', () => refuse(malformed(`There are more than ${MOST_PARTS} parts.`)));
  parser.on('error', (error) => refuse(malformed('The multipart body is malformed.', error)));

  return {
    failed: failure.promise,

    write(bytes, partHeader) {
      if (partHeader !== undefined) {
        header = partHeader;
        // The parser would skip such a part without a word.
        if (!/^content-disposition:/im.test(partHeader)) refuse(malformed('A part has no Content-Disposition header.'));
      }
      return new Promise((resolve, reject) => {
        parser.write(bytes, (error) => (error ? reject(malformed('The multipart body is malformed.', error)) : resolve()));
      });
    },

    end() {
      return new Promise((resolve) => {
        parser.on('close', resolve);
        parser.end();
      });
    },

    async result() {
      // A fault found in the last bytes must win over success.
      await Promise.race([Promise.all([...pending, staging]), failure.promise]);
      await Promise.race([failure.promise, Promise.resolve()]);
      return { fields: Object.fromEntries(fields), file: await staging };
    },

    async abandon(reason) {
      parser.destroy(reason instanceof Error ? reason : new Error(String(reason)));
      const staged = await Promise.resolve(staging).catch(() => null);
      if (staged !== null) await options.storage.discard(staged);
    },
  };
}

async function feed(request: IncomingMessage, boundary: string, form: Form): Promise<void> {
  const scanner = partHeaderScanner(boundary);
  // Not `for await`, which would destroy the request, and with it the connection of the answer, when a part is refused.
  const chunks: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of chunks) {
      for (const { bytes, header } of scanner.next(chunk)) {
        await Promise.race([form.write(bytes, header), form.failed]);
      }
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('UPLOAD_INCOMPLETE', 'The connection ended before the whole body had arrived; nothing was kept.', {
      cause: error,
    });
  }
  await form.write(scanner.rest(), undefined);
  await form.end();
}

function boundaryOf(request: IncomingMessage): string {
  const value = request.headers['content-type'] ?? '';
  const type = parseMediaType(value);
  if (type?.essence !== 'multipart/form-data') {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The body must be multipart/form-data.');
  }
  const boundary = type.params.get('boundary');
  // RFC 2046, 5.1.1: 1 to 70 characters.
  if (boundary === null || !/^[\x20-\x7e]{1,70}$/.test(boundary)) {
    throw malformed('The content type multipart/form-data needs a boundary of 1 to 70 characters.');
  }
  return boundary;
}

function parseMediaType(value: string): MIMEType | undefined {
  try {
    return new MIMEType(value);
  } catch {
    return undefined;
  }
}

function malformed(message: string, cause?: unknown): DomainError {
  return new DomainError('BAD_USER_INPUT', message, { problems: [{ pointer: '', message }], cause });
}

function badPart(name: string, message: string): DomainError {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return new DomainError('BAD_USER_INPUT', message, { problems: [{ pointer, message }] });
}

function fileWithoutName(): DomainError {
  return badPart(FILE_PART, 'The part "file" must be a file with a name.');
}

function textTooLong(name: string, limit: number): DomainError {
  return new DomainError('PAYLOAD_TOO_LARGE', `The part "${name}" is longer than ${humanSize(limit)}.`);
}
