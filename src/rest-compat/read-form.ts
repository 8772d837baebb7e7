import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import multiparty from 'multiparty';
import { DomainError } from '../errors/domain-error.ts';
import { heldBodies } from '../held-bodies.ts';
import type { FileStorage, StagedFile } from '../storage/file-storage.ts';
import { humanSize } from '../storage/human-size.ts';
import type { ChecksumAlgorithm } from '../vocabulary/files.ts';
import { discardBody } from './discard-body.ts';

const FILE_PART = 'file';
const TEXT_BYTES = 1024 * 1024;
const MOST_PARTS = 20;

export interface FormOptions {
  readonly storage: FileStorage;
  readonly checksumAlgorithm: ChecksumAlgorithm;
  /** The largest file that passes; `null` for no limit. */
  readonly maximumBytes: number | null;
  /** Longest text of another part, in bytes; 1 MB by default. */
  readonly maximumTextBytes?: number;
}

export interface Form {
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
 * @throws DomainError SERVICE_UNAVAILABLE when its texts are the largest of bodies that are too large together.
 * @throws DomainError as `FileStorage.stage`.
 */
export async function readForm(request: IncomingMessage, options: FormOptions): Promise<Form> {
  const { storage, checksumAlgorithm, maximumBytes, maximumTextBytes = TEXT_BYTES } = options;
  const failure = Promise.withResolvers<never>();
  const held = heldBodies.hold(failure.reject);
  let staging: Promise<StagedFile> | null = null;
  try {
    requireForm(request);
    const parser = new multiparty.Form({ maxFields: MOST_PARTS + 1 });
    const texts = readParts(parser, {
      maximumTextBytes,
      refuse: failure.reject,
      hold: held.grow,
      stage(part, named) {
        staging = storage.stage(part, { ...named, checksumAlgorithm, maximumBytes });
        staging.catch(failure.reject);
      },
    });
    await feed(request, parser, failure);
    // A fault found in the last bytes must win over success.
    const file = await Promise.race([Promise.resolve<StagedFile | null>(staging), failure.promise]);
    await Promise.race([failure.promise, Promise.resolve()]);
    return { fields: Object.fromEntries(texts), file };
  } catch (error) {
    discardBody(request);
    const staged = await Promise.resolve<StagedFile | null>(staging).catch(() => null);
    if (staged !== null) await storage.discard(staged);
    throw error;
  } finally {
    held.release();
  }
}

/** Hands the body to the parser until that is done or something fails. */
async function feed(request: IncomingMessage, parser: multiparty.Form, failure: PromiseWithResolvers<never>): Promise<void> {
  const breakOff = (cause?: unknown): void => {
    // The end of a body that has come whole.
    if (request.complete && cause === undefined) return;
    const message = 'The connection ended before the whole body had arrived; nothing was stored.';
    failure.reject(new DomainError('UPLOAD_INCOMPLETE', message, { cause }));
  };
  // Before the parser's own listeners: it would take a form that breaks off for a malformed one.
  request.once('error', breakOff).once('close', breakOff).once('aborted', breakOff);
  const closed = new Promise<void>((resolve) => parser.once('close', resolve));
  parser.parse(request);
  try {
    await Promise.race([closed, failure.promise]);
  } finally {
    request.unpipe();
    request.off('error', breakOff).off('close', breakOff).off('aborted', breakOff);
  }
}

interface PartReader {
  readonly maximumTextBytes: number;
  /** Takes each fault; the first one counts. */
  refuse(error: DomainError): void;
  /** Takes note of what the texts keep in memory. */
  hold(pieceBytes: number): void;
  stage(part: Readable, named: { readonly fileName: string; readonly suppliedContentType: string | null }): void;
}

/** Hands the file over and gives the texts, which are complete when the parser is closed. */
function readParts(parser: multiparty.Form, { maximumTextBytes, refuse, hold, stage }: PartReader): ReadonlyMap<string, string> {
  const seen = new Set<string>();
  const texts = new Map<string, string>();

  function admit(name: string | null): name is string {
    if (name === null || name === '') {
      refuse(malformed('A part has no name.'));
    } else if (!seen.has(name)) {
      seen.add(name);
      if (seen.size <= MOST_PARTS) return true;
      refuse(malformed(`There are more than ${MOST_PARTS} parts.`));
    } else if (name !== FILE_PART) {
      refuse(badPart(name, `The part "${name}" may be given only once.`));
    }
    // One file is meant, and the first one counts. Source: decisions.md 45.
    return false;
  }

  function readText(name: string, part: Readable, contentType: string | null): void {
    const chunks: Buffer[] = [];
    let length = 0;
    part.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maximumTextBytes) {
        refuse(textTooLong(name, maximumTextBytes));
        return;
      }
      chunks.push(chunk);
      hold(chunk.length);
    });
    part.on('end', () => texts.set(name, decoded(Buffer.concat(chunks), contentType)));
  }

  parser.on('part', (part) => {
    // Its failures are handled through the parser or the staging, but the stream itself needs a listener.
    part.on('error', () => {});
    // Absent where the part names none, whatever the types say.
    const name: string | null = part.name;
    const headers: unknown = part.headers;
    const contentType = mediaTypeOf(headers);
    const fileName = baseName(part.filename ?? '');
    if (!admit(name)) part.resume();
    else if (name !== FILE_PART) readText(name, part, contentType);
    else if (fileName === '') refuse(fileWithoutName());
    else stage(part, { fileName, suppliedContentType: contentType });
  });
  parser.on('error', (error) => refuse(malformed('The multipart body is malformed.', error)));
  return texts;
}

function requireForm(request: IncomingMessage): void {
  const type = parseMediaType(request.headers['content-type'] ?? '');
  if (type?.essence !== 'multipart/form-data') {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The body must be multipart/form-data.');
  }
  // RFC 2046, 5.1.1: 1 to 70 characters.
  if (!/^[\x20-\x7e]{1,70}$/.test(type.params.get('boundary') ?? '')) {
    throw malformed('The content type multipart/form-data needs a boundary of 1 to 70 characters.');
  }
}

const MEDIA_TYPE = /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+(?:\s*;[\x20-\x7e]*)?$/;
const LONGEST_MEDIA_TYPE = 255;

/** A part's own content type with its parameters; `null` when the part carries none, or one that is not a media type. */
function mediaTypeOf(headers: unknown): string | null {
  const given: unknown = typeof headers === 'object' && headers !== null ? Reflect.get(headers, 'content-type') : undefined;
  const value = typeof given === 'string' ? given.trim() : '';
  return value.length <= LONGEST_MEDIA_TYPE && MEDIA_TYPE.test(value) ? value : null;
}

/** What is left of a path, which some clients send in place of a name; nothing of one that names a folder. */
function baseName(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return name === '.' || name === '..' ? '' : name;
}

/** The text of a part in the charset that the part names, UTF-8 if it names none or an unknown one. */
function decoded(text: Buffer, contentType: string | null): string {
  try {
    const charset = new MIMEType(contentType ?? 'text/plain').params.get('charset') ?? 'utf-8';
    return new TextDecoder(charset, { ignoreBOM: true }).decode(text);
  } catch {
    return text.toString('utf8');
  }
}

function parseMediaType(value: string): MIMEType | undefined {
  try {
    return new MIMEType(value);
  } catch {
    return undefined;
  }
}

/** The whole form is at fault. */
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
