import type { Readable } from 'node:stream';

/** The bytes of a stream, chunk by chunk and typed; a stream of texts gives their UTF-8. It is destroyed when the iteration stops. */
export async function* chunksOf(source: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of source) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
}
