/** Which hits have a picture that opens for the actor. Source: collections.md 11.1. */
import type { DataFileRow } from '../../db/queries/files/file-columns.ts';
import type { ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { mayDownload } from '../files/download-file.ts';
import { isPicture, PICTURE_TYPES } from '../files/thumbnails/thumbnail.ts';
import { loadShownFile } from '../files/view-file.ts';

/** Whether a collection that was found has a logo. */
export const hasLogo = detail({
  name: 'hasLogo',
  run: async ({ loaders }: ReadContext, collectionId: number): Promise<boolean> => (await loaders.hasLogo.load(collectionId)) ?? false,
});

/** Whether a version that was found has a picture: datasets have those of their files. */
export const hasPicture = detail({
  name: 'hasPicture',
  run: async ({ loaders, services }: ReadContext, versionId: number): Promise<boolean> => {
    const files = { contentTypes: [...PICTURE_TYPES], mostBytes: services.thumbnailLimitBytes };
    return (await loaders.hasPicture(files).load(versionId)) ?? false;
  },
});

/** Whether a file that was found is a picture that the actor may download. Guests get no bytes without a signature. Source: decisions.md 1. */
export const hasThumbnail = detail({
  name: 'hasThumbnail',
  run: async (context: ReadContext, { id, ...bytes }: DataFileRow): Promise<boolean> => {
    if (context.actor.account === null || !isPicture(bytes, context.services)) return false;
    const file = await loadShownFile(context, id);
    return mayDownload(context, file) && !file.retentionOver;
  },
});
