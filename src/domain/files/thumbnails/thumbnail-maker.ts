import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { DomainError } from '../../../errors/domain-error.ts';
import { createFairQueue } from './fair-queue.ts';
import { createPictureProcess } from './picture-process.ts';

/** More than a page of files shows at once. */
const MOST_OF_ONE_CALLER = 50;
const MOST_WAITING = 500;

/** Makes small pictures, one at a time: decoding takes many times the memory of the file. */
export interface ThumbnailMaker {
  /**
   * A PNG, its longer side as long as asked for, also when the picture is smaller; null when none can be made. Callers take turns.
   * @throws DomainError THUMBNAIL_QUEUE_FULL
   */
  render(caller: string, source: () => Promise<Readable>, longestSide: number): Promise<Uint8Array | null>;
  /** Does what goes by this key unless it is under way already. */
  once(key: string, work: () => Promise<void>): Promise<void>;
  close(): void;
}

export function createThumbnailMaker(): ThumbnailMaker {
  const queue = createFairQueue({ most: MOST_WAITING, mostOfOne: MOST_OF_ONE_CALLER });
  const pictures = createPictureProcess();
  const underWay = new Map<string, Promise<void>>();
  return {
    async render(caller, source, longestSide) {
      const rendered = queue.enter(caller, async () => pictures.render({ bytes: await buffer(await source()), longestSide }));
      if (rendered === undefined) throw new DomainError('THUMBNAIL_QUEUE_FULL', 'Too many pictures are being made; try again later.');
      return rendered;
    },
    once(key, work) {
      const known = underWay.get(key);
      if (known !== undefined) return known;
      const begun = work().finally(() => underWay.delete(key));
      underWay.set(key, begun);
      return begun;
    },
    close: pictures.close,
  };
}
