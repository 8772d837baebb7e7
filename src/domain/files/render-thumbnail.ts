import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';

/** More would take the memory of the process; a picture of this size has 12 times the points of a large screen. */
const MOST_PIXELS = 100_000_000;
const MOST_SECONDS = 20;

/** One picture at a time: decoding takes many times the memory of the file. */
let rendering: Promise<unknown> = Promise.resolve();

async function render(source: () => Promise<Readable>, longestSide: number): Promise<Buffer | null> {
  const bytes = await buffer(await source());
  // Loaded when the first picture is asked for: the library takes memory that most servers never need.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS, pages: 1 })
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside' })
      .png()
      .timeout({ seconds: MOST_SECONDS })
      .toBuffer();
  } catch {
    // Not a picture, a broken one, one of a kind that is not read, or one that is too large: there is nothing to show.
    return null;
  }
}

/**
 * Makes a PNG of a picture, its longer side as long as asked for, also when the picture is smaller; null when none can be made.
 * The source must be small enough for memory.
 */
export function renderThumbnail(source: () => Promise<Readable>, longestSide: number): Promise<Buffer | null> {
  const next = rendering.then(() => render(source, longestSide));
  rendering = next.catch(() => undefined);
  return next;
}
