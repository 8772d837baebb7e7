/**
 * The program of a process that makes small pictures (picture-process.ts). Decoders of pictures are native code, which nothing inside a
 * process can stop: it watches what one takes, and ends itself when that is too much.
 */
import { setPriority } from 'node:os';
import sharp from 'sharp';
import type { PictureAnswer, PictureRequest } from './picture-messages.ts';

/** An image of this size has 12 times the pixels of a large screen. */
const MOST_PIXELS = 100_000_000;
/** Photographs take a tenth of a second. */
const MOST_CPU_SECONDS = 5;
/** The largest image takes half of it. */
const MOST_MEMORY_BYTES = 1024 ** 3;
const WATCH_MS = 50;
/** Requests to the server have priority. */
const NICENESS = 10;

function end(): void {
  // exit() would wait for the decoder.
  process.kill(process.pid, 'SIGKILL');
}

async function render({ bytes, longestSide }: PictureRequest): Promise<Uint8Array | null> {
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS, pages: 1 })
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside' })
      .png()
      .toBuffer();
  } catch {
    // Not an image, or one that is broken, unsupported or too large: there is no thumbnail.
    return null;
  }
}

async function answer(request: PictureRequest): Promise<void> {
  const begin = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(begin);
    if (user + system > MOST_CPU_SECONDS * 1_000_000 || process.memoryUsage.rss() > MOST_MEMORY_BYTES) end();
  }, WATCH_MS);
  const message: PictureAnswer = { png: await render(request) };
  clearInterval(watch);
  process.send?.(message);
}

setPriority(NICENESS);
sharp.cache(false);
sharp.concurrency(1);
// The server says when it ends; a terminal says so to everything that it started.
process.on('SIGINT', () => {}).on('SIGTERM', () => {});
process.on('disconnect', end);
process.on('message', (request: PictureRequest) => void answer(request));
