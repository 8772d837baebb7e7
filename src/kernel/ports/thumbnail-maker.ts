import type { Readable } from 'node:stream';

/** Makes thumbnails, one at a time: decoding takes many times the memory of the file. */
export interface ThumbnailMaker {
  /**
   * A PNG whose longer side has the requested length, even if the image is smaller; null if none can be made. Callers take turns.
   * @throws DomainError THUMBNAIL_QUEUE_FULL
   */
  render(caller: string, source: () => Promise<Readable>, longestSide: number): Promise<Uint8Array | null>;
  /** Does what goes by this key unless it is under way already. */
  once(key: string, work: () => Promise<void>): Promise<void>;
  close(): void;
}
