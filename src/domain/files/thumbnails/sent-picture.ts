/** Pictures that are sent to stand for a dataset or a collection. Source: datasets.md 14.1. */
import { createReadStream } from 'node:fs';
import type { StoredPicture } from '../../../db/queries/files/pictures.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { callerOf } from '../../../kernel/caller-of.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { PICTURE_SIDES } from '../../../vocabulary/pictures.ts';
import { receiveUpload } from '../receive-upload.ts';
import type { UploadRules } from '../upload-rules.ts';
import { broken } from '../../../errors/rules/broken.ts';

/** What a picture that is sent has to keep to. */
export const PICTURE_RULES: UploadRules = { maximumBytes: 500_000, checksumAlgorithm: 'MD5' };

/**
 * Receives a picture and makes it small, before any transaction.
 * @throws DomainError PICTURE_INVALID when it is none that can be shown | THUMBNAIL_QUEUE_FULL | as `admit` and `receiveUpload`
 */
export async function receivePicture(context: CommandContext, upload: unknown, admit: () => Promise<UploadRules>): Promise<StoredPicture> {
  const { storage, thumbnails } = context.services;
  const staged = await receiveUpload(context, upload, admit);
  try {
    const source = async () => createReadStream(storage.stagedPath(staged));
    const card = await thumbnails.render(callerOf(context), source, PICTURE_SIDES.CARD);
    const logo = card === null ? null : await thumbnails.render(callerOf(context), source, PICTURE_SIDES.LOGO);
    if (card === null || logo === null) {
      throw new DomainError('PICTURE_INVALID', `${staged.fileName} is no picture that can be shown.`, {
        problems: [{ pointer: '/file', ...broken('NO_PICTURE') }],
      });
    }
    return { card: Buffer.from(card), logo: Buffer.from(logo) };
  } finally {
    await storage.discard(staged);
  }
}
