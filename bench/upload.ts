/** One large upload, and what it does to the memory of the server that takes it. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { callApi, SUPERUSER_TOKEN } from './api-client.ts';
import { type ChildServer, timed, type Timed } from './child-server.ts';

const MEGABYTE = 1024 * 1024;
/** Uploaded before, so that code and buffers that stay are not counted. */
const WARM_UP_MEGABYTES = 32;
const BOUNDARY = 'archivolt-benchmark-part';

export interface UploadFigures extends Timed {
  readonly megabytes: number;
}

const created = z.object({ id: z.number() });

/** A multipart body with one file; its bytes differ from upload to upload, for a repository refuses a file it has. */
function* multipart(name: string, megabytes: number): Generator<Buffer> {
  yield Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  const chunk = randomBytes(MEGABYTE);
  for (let index = 0; index < megabytes; index += 1) {
    chunk.writeUInt32LE(index);
    yield chunk;
  }
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
}

async function upload(server: ChildServer, dataset: number, name: string, megabytes: number): Promise<void> {
  const sent = request(`${server.url}/api/datasets/${dataset}/add`, {
    method: 'POST',
    headers: { 'x-service-key': SUPERUSER_TOKEN, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  const answered = once(sent, 'response');
  await pipeline(Readable.from(multipart(name, megabytes)), sent);
  const [response] = z.tuple([z.custom<IncomingMessage>()]).parse(await answered);
  const text = (await response.setEncoding('utf8').toArray()).join('');
  if (response.statusCode !== 200) throw new Error(`The upload gave ${response.statusCode}: ${text.slice(0, 500)}`);
}

/** Uploads a file of this size to a new dataset. */
export async function measureUpload(server: ChildServer, megabytes: number): Promise<UploadFigures> {
  const example = await readFile(join(import.meta.dirname, '..', 'data', 'examples', 'minimal.json'), 'utf8');
  const { id } = created.parse(await callApi(`${server.url}/api/collections/root/datasets`, 'POST', example));
  await upload(server, id, 'warm-up.bin', WARM_UP_MEGABYTES);
  return { megabytes, ...(await timed(server.pid, async () => upload(server, id, 'large.bin', megabytes))) };
}
