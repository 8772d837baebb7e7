import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bytesHeldOutsideHeap } from './held-memory.ts';
import { type JsonReader, readJson } from './json-reader.ts';

const MEGABYTE = 1024 * 1024;
/** Chunks between two looks at the memory. */
const LOOK_EVERY = 10;

export interface StreamedUpload {
  readonly status: number;
  readonly answer: JsonReader;
  /** Of the bytes sent, lower-case hexadecimal. */
  readonly md5: string;
  /** Largest growth, while sending, of what is held outside the heap, in bytes; client and server share the process. */
  readonly memoryGrowthBytes: number;
}

export interface UploadStream {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fileName: string;
  readonly megabytes: number;
  /** Text parts that come before the file. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Name of the file's part, `file` by default. */
  readonly part?: string;
}

/** Sends a file of a given size as multipart/form-data; no more than a few chunks of it exist at a time. */
export async function streamUpload({
  url,
  headers,
  fileName,
  megabytes,
  fields = {},
  part = 'file',
}: UploadStream): Promise<StreamedUpload> {
  const boundary = `boundary-${randomBytes(8).toString('hex')}`;
  const hash = createHash('md5');
  const before = bytesHeldOutsideHeap();
  let memoryGrowthBytes = 0;

  function* body(): Generator<Buffer> {
    for (const [name, value] of Object.entries(fields)) {
      yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    }
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    );
    for (let index = 0; index < megabytes; index++) {
      const chunk = Buffer.alloc(MEGABYTE, index % 251);
      chunk.writeUInt32BE(index);
      hash.update(chunk);
      if (index % LOOK_EVERY === 0) memoryGrowthBytes = Math.max(memoryGrowthBytes, bytesHeldOutsideHeap() - before);
      yield chunk;
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }

  const request = httpRequest(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}`, 'Transfer-Encoding': 'chunked' },
  });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
    });
  });
  await pipeline(Readable.from(body(), { objectMode: false }), request);
  const { status, text } = await answered;
  return { status, answer: readJson(JSON.parse(text)), md5: hash.digest('hex'), memoryGrowthBytes };
}

/** MD5 and size of what an address gives, read as a stream. */
export async function digestOf(url: string, headers: Readonly<Record<string, string>>): Promise<{ md5: string; sizeBytes: number }> {
  const response = await fetch(url, { headers });
  const hash = createHash('md5');
  let sizeBytes = 0;
  const chunks: AsyncIterable<Uint8Array> | Uint8Array[] = response.body ?? [];
  for await (const chunk of chunks) {
    hash.update(chunk);
    sizeBytes += chunk.byteLength;
  }
  return { md5: hash.digest('hex'), sizeBytes };
}
