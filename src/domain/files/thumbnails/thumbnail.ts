import { Readable } from 'node:stream';
import type { FileWithAccess } from '../../../db/queries/files/file-access.ts';
import { findThumbnail, insertThumbnail, summarizeThumbnails } from '../../../db/queries/files/file-thumbnails.ts';
import type { FileLocation } from '../../../storage/file-storage.ts';
import { callerOf } from '../../../kernel/caller-of.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { locationOf } from '../file-place.ts';

/** Sizes that clients show: in lists, by default, for a dataset, as a preview. Source: files.md 11.6. */
const USUAL_SIZES = [48, 64, 140, 400] as const;
/** Most further sizes stored for one file, so that thumbnails cannot fill the storage. */
const FURTHER_SIZES = 8;
const LARGEST_SIDE = 1000;

/** Supported image types. */
export const PICTURE_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/tiff',
  'image/avif',
  'image/svg+xml',
]);

/** A thumbnail of a file. */
export interface Thumbnail {
  readonly fileName: string;
  readonly contentType: 'image/png';
  readonly sizeBytes: number;
  readonly location: FileLocation;
}

/** Whether thumbnails are made of a file of this type and size. */
export function isPicture(
  { contentType, sizeBytes }: Pick<FileWithAccess, 'contentType' | 'sizeBytes'>,
  { thumbnailLimitBytes }: Pick<CommandContext['services'], 'thumbnailLimitBytes'>,
): boolean {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return PICTURE_TYPES.has(type) && sizeBytes <= thumbnailLimitBytes;
}

function isSide(longestSide: number): boolean {
  return Number.isInteger(longestSide) && longestSide >= 1 && longestSide <= LARGEST_SIDE;
}

/** Makes a thumbnail, stores it beside the file, and records it in the same transaction; a failure is recorded too. */
async function makeThumbnail(context: CommandContext, file: FileWithAccess, longestSide: number, location: FileLocation): Promise<void> {
  const { db, services } = context;
  const { storage, thumbnails } = services;
  const png = await thumbnails.render(callerOf(context), () => storage.open({ ...location, storageId: file.storageId }), longestSide);
  const outcome = { dataFileId: file.id, longestSide, sizeBytes: png?.length ?? null };
  if (png === null) {
    await insertThumbnail(db, outcome);
    return;
  }
  const staged = await storage.stage(Readable.from([Buffer.from(png)]), {
    fileName: 'thumbnail.png',
    suppliedContentType: 'image/png',
    checksumAlgorithm: 'MD5',
    maximumBytes: null,
  });
  try {
    await db.transaction(async (tx) => {
      // A concurrent request for the same thumbnail waits here, and finds it made.
      if (!(await insertThumbnail(tx, outcome))) return;
      // A crash between keeping and the commit has left bytes without a record: the new ones replace them.
      await storage.remove(location);
      await storage.keep(staged, location);
    });
  } finally {
    await storage.discard(staged);
  }
}

/**
 * A picture of a file, made when it is asked for the first time; undefined when there is none and none can be made.
 * @throws DomainError FILE_BYTES_MISSING | THUMBNAIL_QUEUE_FULL
 */
export async function requireThumbnail(context: CommandContext, file: FileWithAccess, longestSide: number): Promise<Thumbnail | undefined> {
  if (!isSide(longestSide) || !isPicture(file, context.services)) return undefined;
  const { db } = context;
  const location = locationOf(file, file, `thumb${longestSide}`);
  let known = await findThumbnail(db, file.id, longestSide);
  if (known === undefined) {
    const isUsual = USUAL_SIZES.some((size) => size === longestSide);
    const others = await summarizeThumbnails(db, file.id, USUAL_SIZES);
    // What takes too long in one size does so in all.
    if (others.failed || (!isUsual && others.further >= FURTHER_SIZES)) return undefined;
    await context.services.thumbnails.once(`${file.id} ${longestSide}`, () => makeThumbnail(context, file, longestSide, location));
    known = await findThumbnail(db, file.id, longestSide);
  }
  if (known === undefined || known.sizeBytes === null) return undefined;
  return { fileName: `${file.label.replace(/\.[^.]*$/, '')}.png`, contentType: 'image/png', sizeBytes: known.sizeBytes, location };
}
