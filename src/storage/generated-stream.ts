import { Readable } from 'node:stream';
import { chunksOf } from './chunks-of.ts';

/** Chunks that wait for the client. */
const WAITING_CHUNKS = 2;

/** Reads a source in the stream's care: it is closed with the stream, also while the generator waits for it. */
export type Hold = (source: Readable) => AsyncIterable<Buffer>;

/**
 * Streams what a generator makes, one source after another held by it. An abandoned stream closes the source that is open, even one that
 * gives nothing, which the generator alone would wait for; `Readable.from` does just that.
 */
export function generatedStream(make: (hold: Hold) => AsyncGenerator<Buffer>): Readable {
  let current: Readable | undefined;
  let released = false;
  const chunks = make((source) => {
    current = source;
    // Its error reaches the generator while that reads; one that comes after must not end the process.
    source.on('error', () => undefined);
    // The stream may have ended while the source was being opened.
    if (released) source.destroy();
    return chunksOf(source);
  });
  return new Readable({
    objectMode: true,
    highWaterMark: WAITING_CHUNKS,
    read() {
      chunks.next().then(
        ({ done, value }) => this.push(done === true ? null : value),
        (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    },
    destroy(error, done) {
      released = true;
      current?.destroy();
      chunks.return(undefined).then(
        () => done(error),
        () => done(error),
      );
    },
  });
}
