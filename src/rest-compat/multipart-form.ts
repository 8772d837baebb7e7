import { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import busboy from 'busboy';
import { DomainError } from '../errors/domain-error.ts';
import type { FileStorage, StagedFile } from '../storage/file-storage.ts';
import { humanSize } from '../storage/human-size.ts';
import type { ChecksumAlgorithm } from '../vocabulary.ts';
import { contentTypeOfPart, type MultipartPiece, multipartScanner } from './multipart-scanner.ts';

const FILE_PART = 'file';
const TEXT_BYTES = 1024 * 1024;
const MOST_PARTS = 20;
/** Chunks of the file that wait for the staging area. */
const WAITING_CHUNKS = 4;

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

export interface MultipartForm {
  /** Takes the next bytes of the body; where it gives a promise, more are wanted when that resolves. */
  take(chunk: Buffer): Promise<void> | undefined;
  /** Rejects at the first fault of a part; never resolves. */
  readonly failed: Promise<never>;
  /** What the form held, once all bytes were taken. */
  finish(): Promise<MultipartBody>;
  /** Takes everything back. */
  abandon(reason: unknown): Promise<void>;
}

/** The part whose content is passing by. */
interface OpenPart {
  add(bytes: Buffer): Promise<void> | undefined;
  end(): void;
}

const unwanted: OpenPart = { add: () => undefined, end: () => {} };

/**
 * Reads a form as its bytes come. The parser gets header blocks and delimiters, as if every part were empty: the contents go past it,
 * since it looks at each byte of them and hands them through two more streams.
 */
export function openForm(boundary: string, options: MultipartOptions): MultipartForm {
  const mostText = options.maximumTextBytes ?? TEXT_BYTES;
  const scanner = multipartScanner(boundary);
  const parser = busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary.replace(/["\\]/g, '\\$&')}"` },
    defParamCharset: 'utf8',
    // One more than allowed, so that one more part shows.
    limits: { parts: MOST_PARTS + 1 },
  });
  const failure = Promise.withResolvers<never>();
  const seen = new Set<string>();
  const fields = new Map<string, string>();
  let header = '';
  let open: OpenPart = unwanted;
  let file: Readable | undefined;
  let staging: Promise<StagedFile> | null = null;

  // Somebody may stop waiting before a late failure comes.
  failure.promise.catch(() => {});

  function refuse(error: unknown): void {
    failure.reject(error);
  }

  function admit(name: unknown): name is string {
    if (typeof name !== 'string' || name === '') {
      refuse(malformed('A part has no name.'));
    } else if (seen.has(name)) {
      // One file is meant, and the first one counts. Source: decisions.md 45.
      if (name !== FILE_PART) refuse(badPart(name, `The part "${name}" may be given only once.`));
    } else {
      seen.add(name);
      if (seen.size <= MOST_PARTS) return true;
      refuse(malformed(`There are more than ${MOST_PARTS} parts.`));
    }
    return false;
  }

  function openFile(fileName: string): OpenPart {
    let wanted: (() => void) | undefined;
    const source = new Readable({ objectMode: true, highWaterMark: WAITING_CHUNKS, read: () => wanted?.() });
    // Failures reach everybody through the staging; the stream itself must have a listener.
    source.on('error', () => {});
    source.on('close', () => wanted?.());
    file = source;
    staging = options.storage.stage(source, {
      fileName,
      suppliedContentType: contentTypeOfPart(header),
      checksumAlgorithm: options.checksumAlgorithm,
      maximumBytes: options.maximumBytes,
      // A content that is a whole chunk of the body has no other piece beside it.
      ownsChunks: true,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    staging.catch(refuse);
    return {
      add(bytes) {
        if (source.destroyed || source.push(bytes)) return undefined;
        return new Promise((resolve) => (wanted = resolve));
      },
      end: () => source.push(null),
    };
  }

  function openText(name: string): OpenPart {
    const ownHeader = header;
    const chunks: Buffer[] = [];
    let length = 0;
    return {
      add(bytes) {
        length += bytes.length;
        if (length <= mostText) chunks.push(bytes);
        else refuse(textTooLong(name, mostText));
        return undefined;
      },
      end: () => fields.set(name, decoded(Buffer.concat(chunks), ownHeader)),
    };
  }

  parser.on('file', (name, part, { filename }) => {
    part.on('error', () => {});
    part.resume();
    if (!admit(name)) return;
    if (name !== FILE_PART) open = openText(name);
    else if (filename) open = openFile(filename);
    else refuse(fileWithoutName());
  });

  parser.on('field', (name) => {
    if (!admit(name)) return;
    if (name === FILE_PART) refuse(fileWithoutName());
    else open = openText(name);
  });

  parser.on('partsLimit', () => refuse(malformed(`There are more than ${MOST_PARTS} parts.`)));
  parser.on('error', (error) => refuse(malformed('The multipart body is malformed.', error)));

  function follow(piece: MultipartPiece): Promise<void> | undefined {
    if (piece.kind === 'content') return open.add(piece.bytes);
    if (piece.kind === 'end') {
      open.end();
      open = unwanted;
    } else if (piece.kind === 'outside') {
      parser.write(piece.bytes);
    } else {
      header = piece.text;
      // The parser would skip such a part without a word.
      if (!/^content-disposition:/im.test(header)) refuse(malformed('A part has no Content-Disposition header.'));
      // With the delimiter of an empty part it tells at once what it has read.
      parser.write(Buffer.concat([piece.bytes, scanner.delimiter]));
    }
    return undefined;
  }

  function followAll(pieces: readonly MultipartPiece[]): Promise<void> | undefined {
    let wait: Promise<void> | undefined;
    for (const piece of pieces) wait = follow(piece) ?? wait;
    return wait;
  }

  return {
    failed: failure.promise,

    take: (chunk) => followAll(scanner.next(chunk)),

    async finish() {
      const closed = new Promise((resolve) => parser.on('close', resolve));
      await followAll(scanner.rest());
      parser.end();
      await Promise.race([closed, failure.promise]);
      // A fault found in the last bytes must win over success.
      const staged = await Promise.race([staging, failure.promise]);
      await Promise.race([failure.promise, Promise.resolve()]);
      return { fields: Object.fromEntries(fields), file: staged };
    },

    async abandon(reason) {
      const error = reason instanceof Error ? reason : new Error(String(reason));
      parser.destroy(error);
      file?.destroy(error);
      const staged = await Promise.resolve(staging).catch(() => null);
      if (staged !== null) await options.storage.discard(staged);
    },
  };
}

/** The text of a part in the charset that the part names, UTF-8 where it names none or one that nobody knows. */
function decoded(text: Buffer, header: string): string {
  try {
    const charset = new MIMEType(contentTypeOfPart(header) ?? 'text/plain').params.get('charset') ?? 'utf-8';
    return new TextDecoder(charset, { ignoreBOM: true }).decode(text);
  } catch {
    return text.toString('utf8');
  }
}

/** The whole form is at fault. */
export function malformed(message: string, cause?: unknown): DomainError {
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
