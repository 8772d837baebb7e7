import type { IncomingMessage } from 'node:http';
import type { ZodType } from 'zod';
import { DomainError } from '../errors/domain-error.ts';
import { heldBodies } from '../held-bodies.ts';
import { textDecoderFor } from './body-text.ts';
import { parseJson } from './parse-json.ts';
import type { BodyReader } from './body-reader.ts';
import { readRepeatedForm } from './read-repeated-form.ts';
import { sentBytes } from './sent-bytes.ts';
import { checkBySchema } from './schema-problems.ts';

function tooLarge(maximumBytes: number): DomainError {
  return new DomainError('PAYLOAD_TOO_LARGE', `The request body is larger than the limit of ${maximumBytes} bytes.`);
}

/**
 * Reads a whole body into memory.
 * @throws DomainError PAYLOAD_TOO_LARGE as soon as it is known to exceed `maximumBytes`; the rest is left unread.
 * @throws DomainError SERVICE_UNAVAILABLE when it is the largest of bodies that are too large together.
 */
function readBytes(request: IncomingMessage, maximumBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length']) > maximumBytes) return Promise.reject(tooLarge(maximumBytes));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const held = heldBodies.hold((error) => {
      request.pause();
      settle(() => reject(error));
    });
    function settle(finish: () => void): void {
      held.release();
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      finish();
    }
    function onData(chunk: Buffer): void {
      sizeBytes += chunk.length;
      if (sizeBytes <= maximumBytes) {
        chunks.push(chunk);
        held.grow(chunk.length);
        return;
      }
      request.pause();
      settle(() => reject(tooLarge(maximumBytes)));
    }
    function onEnd(): void {
      const [first] = chunks;
      settle(() => resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, sizeBytes)));
    }
    function onError(cause: Error): void {
      settle(() => reject(new DomainError('UPLOAD_INCOMPLETE', 'The connection ended before the whole body had arrived.', { cause })));
    }
    function onClose(): void {
      settle(() => reject(new DomainError('UPLOAD_INCOMPLETE', 'The connection ended before the whole body had arrived.')));
    }
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

/** The media type of a request in lower case, without parameters; undefined when none was sent. */
function mediaTypeOf(request: IncomingMessage): string | undefined {
  const header = request.headers['content-type'];
  if (header === undefined) return undefined;
  const semicolon = header.indexOf(';');
  return (semicolon === -1 ? header : header.slice(0, semicolon)).trim().toLowerCase();
}

const FORM = 'application/x-www-form-urlencoded';
/** A form is short: nothing in it is a document. */
const LONGEST_FORM_BYTES = 64 * 1024;
/** The default content types of clients for JSON: plain text, and curl's default. Source: decisions.md 38. */
const TAKEN_FOR_JSON: ReadonlySet<string> = new Set(['text/plain', FORM]);

/** The schema of the other form of JSON that a request has, where the route reads such a form. */
function otherFormOf(request: IncomingMessage, { otherForms }: Extract<BodyReader<unknown>, { kind: 'json' }>): ZodType | undefined {
  const type = mediaTypeOf(request);
  return otherForms !== undefined && type !== undefined && Object.hasOwn(otherForms, type) ? otherForms[type] : undefined;
}

/**
 * Refuses a content type that the route does not read; runs before the body is read.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE, or the code that the route declares in its place.
 */
export function checkContentType(request: IncomingMessage, reader: BodyReader<unknown>): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The request body must be sent without a content encoding.');
  }
  if (reader.kind === 'typed' || reader.kind === 'form') {
    const types = reader.kind === 'form' ? [FORM] : Object.keys(reader.contentTypes);
    if (types.includes(mediaTypeOf(request) ?? '')) return;
    throw new DomainError(
      'UNSUPPORTED_MEDIA_TYPE',
      `This endpoint reads ${types.join(' or ')}: state which one in the header Content-Type.`,
    );
  }
  if (reader.kind !== 'json') return;
  const type = mediaTypeOf(request);
  if (type === 'application/json' || otherFormOf(request, reader) !== undefined) return;
  if (reader.otherContentType !== undefined) throw new DomainError(reader.otherContentType.code, reader.otherContentType.message);
  if (type === undefined || TAKEN_FOR_JSON.has(type)) return;
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'This endpoint reads JSON: send the header Content-Type: application/json.');
}

/** @throws DomainError BAD_USER_INPUT for a name that comes twice: which one counts would be anyone's guess */
function formTexts(text: string): Record<string, string> {
  const pairs = [...new URLSearchParams(text)];
  const names = new Set(pairs.map(([name]) => name));
  if (names.size === pairs.length) return Object.fromEntries(pairs);
  const twice = [...names].filter((name) => pairs.filter(([other]) => other === name).length > 1);
  throw new DomainError('BAD_USER_INPUT', 'The form has parameters more than once.', {
    problems: twice.map((name) => ({ pointer: `/${name}`, message: 'must not be sent more than once' })),
  });
}

/** Most bytes that a route reads of a body; more are not what it is for. */
function ownMaximumOf(reader: BodyReader<unknown>): number {
  if (reader.kind === 'form') return LONGEST_FORM_BYTES;
  return (reader.kind === 'text' ? reader.maximumBytes : undefined) ?? Infinity;
}

/**
 * Reads, parses and checks the body of a route that has one; bytes are left unread for the handler. `inOurWords` is applied to JSON.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, MALFORMED_JSON or BAD_USER_INPUT with every problem.
 */
export async function readBody(
  request: IncomingMessage,
  reader: BodyReader<unknown>,
  maximumBytes: number,
  inOurWords: (body: unknown) => unknown = (body) => body,
): Promise<unknown> {
  if (reader.kind === 'bytes') return sentBytes(request);
  if (reader.kind === 'things') {
    const things = reader.things(await readRepeatedForm(request, Math.min(maximumBytes, reader.maximumBytes)));
    return checkBySchema(
      reader.schema,
      things.map((thing) => inOurWords(thing)),
      'The form',
      '',
    );
  }
  const decode = textDecoderFor(request.headers['content-type']);
  const text = decode(await readBytes(request, Math.min(maximumBytes, ownMaximumOf(reader))));
  if (reader.kind === 'form') return checkBySchema(reader.schema, formTexts(text), 'The form', '');
  const isJson = reader.kind === 'typed' ? reader.contentTypes[mediaTypeOf(request) ?? ''] === 'json' : reader.kind === 'json';
  const schema = (reader.kind === 'json' ? otherFormOf(request, reader) : undefined) ?? reader.schema;
  if (isJson) {
    const document = reader.kind === 'json' && reader.mayBeEmpty === true && text.trim() === '' ? {} : parseJson(text, 'The request body');
    return checkBySchema(schema, inOurWords(document), 'The request body', '');
  }
  if (text.includes('\0')) throw new DomainError('BAD_USER_INPUT', 'The request body contains a NUL character.');
  return checkBySchema(reader.schema, text, 'The request body', '');
}
