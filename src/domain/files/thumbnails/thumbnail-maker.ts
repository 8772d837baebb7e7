import type { ThumbnailMaker } from '../../../kernel/ports/thumbnail-maker.ts';
import { buffer } from 'node:stream/consumers';
import { DomainError } from '../../../errors/domain-error.ts';
import { createFairQueue } from '../../../kernel/fair-queue.ts';
import { createPictureProcess } from './picture-process.ts';

/** More than a page of files shows at once. */
const MOST_OF_ONE_CALLER = 50;
const MOST_WAITING = 500;

export function createThumbnailMaker(): ThumbnailMaker {
  const queue = createFairQueue({ most: MOST_WAITING, mostOfOne: MOST_OF_ONE_CALLER });
  const pictures = createPictureProcess();
  const underWay = new Map<string, Promise<void>>();
  return {
    async render(caller, source, longestSide) {
      // Null also where the process crashed.
      const rendered = queue.enter(caller, async () => {
        const answer = await pictures.ask({ bytes: await buffer(await source()), longestSide });
        return answer?.png ?? null;
      });
      if (rendered === undefined) throw new DomainError('THUMBNAIL_QUEUE_FULL', 'Too many thumbnails are being made; try again later.');
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
