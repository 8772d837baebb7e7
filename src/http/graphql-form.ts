import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import busboy from 'busboy';
import { processRequest, Upload } from 'graphql-upload-minimal';
import { DomainError } from '../errors/domain-error.ts';
import { heldBodies } from '../held-bodies.ts';
import { parseJson } from '../rest-compat/parse-json.ts';
import { FormFile, type FormProgress } from '../storage/form-file.ts';
import { holderOf, type Place, placesOf } from './form-places.ts';

/** Files of one request. */
const MAXIMUM_FILES = 20;
/** Size of the `operations` and of the `map` field, in bytes. */
const MAXIMUM_FIELD_BYTES = 2 * 1024 * 1024;
/** Everything before the first file: both fields, with their headers. */
const MAXIMUM_HEAD_BYTES = 2 * MAXIMUM_FIELD_BYTES + 64 * 1024;
const FIELD_TOO_LARGE = `A field of the form is larger than the limit of ${MAXIMUM_FIELD_BYTES} bytes.`;
const TOO_LATE = `The fields 'operations' and 'map' must come first and take up no more than ${MAXIMUM_HEAD_BYTES} bytes.`;

/**
 * A form before it reaches the library that parses it. It is held back until its `map` is checked: the library would follow inherited names
 * in it, and wait for files that no resolver reads. A body that is not a form passes, so that the library refuses it.
 */
class JudgedForm extends Transform {
  readonly headers: IncomingHttpHeaders;
  places: ReadonlyMap<string, Place> = new Map();
  readonly #parser: busboy.Busboy;
  #held: Buffer[] | undefined = [];
  #heldBytes = 0;
  readonly #holding = heldBodies.hold((error) => this.destroy(error));
  #operations: unknown;

  constructor(headers: IncomingHttpHeaders) {
    super();
    this.headers = headers;
    this.#parser = busboy({ headers, defParamCharset: 'utf8', limits: { fields: 2, fieldSize: MAXIMUM_FIELD_BYTES } });
    this.#parser.on('field', (name, text, { valueTruncated }) => {
      if (valueTruncated) this.destroy(new DomainError('PAYLOAD_TOO_LARGE', FIELD_TOO_LARGE));
      else this.#judge(name, text);
    });
    this.#parser.on('file', (_name, file) => {
      file.resume();
      this.#letGo();
    });
    this.#parser.on('error', () => this.#letGo());
  }

  /**
   * The library handles only the first error of its parser. It then ends the parser, which emits a second error; unhandled, that would end
   * the process.
   */
  override pipe<Destination extends NodeJS.WritableStream>(parser: Destination, options?: { end?: boolean }): Destination {
    parser.on('error', () => {});
    return super.pipe(parser, options);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#held === undefined) {
      done(null, chunk);
      return;
    }
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    this.#holding.grow(chunk.length);
    this.#parser.write(chunk);
    // Never passed unchecked: text before the fields, such as a preamble, could push the map beyond the limit.
    const isTooLate = this.#held !== undefined && this.#heldBytes > MAXIMUM_HEAD_BYTES;
    done(isTooLate ? new DomainError('BAD_USER_INPUT', TOO_LATE) : undefined);
  }

  override _flush(done: TransformCallback): void {
    this.#letGo();
    done();
  }

  #judge(name: string, text: string): void {
    if (this.#held === undefined || this.destroyed) return;
    try {
      if (name === 'operations') this.#operations = parseJson(text, "The field 'operations'");
      if (name !== 'map') return;
      const map = parseJson(text, "The field 'map'");
      // What is more than the library takes, or no object, it refuses by itself.
      const isMap = typeof map === 'object' && map !== null && Object.keys(map).length <= MAXIMUM_FILES;
      if (isMap) this.places = placesOf(this.#operations, map);
      this.#letGo();
    } catch (error) {
      if (error instanceof DomainError) this.destroy(error);
      else this.#letGo();
    }
  }

  #letGo(): void {
    for (const chunk of this.#held ?? []) this.push(chunk);
    this.#held = undefined;
    this.#holding.release();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#holding.release();
    done(error);
  }
}

/**
 * Reads the operations of a form; the files among their values come when they are asked for.
 * @throws DomainError BAD_USER_INPUT when the files have no places of their own; HttpError of the library when it is no such form
 */
export async function readGraphqlForm(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const form = new JudgedForm(request.headers);
  const refused = new Promise<never>((_resolve, reject) => {
    form.once('error', reject);
  });
  request.once('close', () => {
    if (!request.complete) form.destroy();
  });
  request.pipe(form);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library reads whatever is a stream and has headers
  const source = form as unknown as IncomingMessage;
  const reading = processRequest(source, response, { maxFiles: MAXIMUM_FILES, maxFieldSize: MAXIMUM_FIELD_BYTES });
  const operations = await Promise.race([reading, refused]);
  const progress: FormProgress = { arrived: [], wanted: undefined };
  for (const [name, place] of form.places) {
    const holder = holderOf(operations, place);
    const key = place.at(-1);
    if (holder === undefined || key === undefined) continue;
    const upload: unknown = Reflect.get(holder, key);
    if (upload instanceof Upload) Reflect.set(holder, key, new FormFile(name, upload.promise, progress));
  }
  return operations;
}
