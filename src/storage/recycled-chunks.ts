import type { Readable } from 'node:stream';

/** Takes a chunk back whose bytes nobody will look at again. */
type Recycler = (chunk: Buffer) => void;

const recyclers = new WeakMap<Readable, Recycler>();

/** Lets whoever reads a stream hand chunks back, to be filled again. */
export function acceptChunksBack(stream: Readable, recycler: Recycler): void {
  recyclers.set(stream, recycler);
}

/** How chunks of a stream are handed back; undefined where they are not taken. */
export function recyclerOf(stream: Readable): Recycler | undefined {
  return recyclers.get(stream);
}
