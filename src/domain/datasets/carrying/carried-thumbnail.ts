/** The picture of a dataset on its way from one installation to another. Source: exports.md 17.1. */
import type { Queryable } from '../../../db/client.ts';
import { type ChosenThumbnail, putDatasetThumbnail } from '../../../db/queries/files/pictures.ts';
import type { CarriedThumbnail } from '../../../formats/native-json/carried-dataset.ts';
import { bytesOfPicture } from '../../files/thumbnails/carried-picture.ts';
import { type CarriedDocument, carriedProblems } from './carried-document.ts';

type SentThumbnail = NonNullable<CarriedDocument['dataset']['thumbnail']>;

/** What was chosen, as it is written. */
export function thumbnailRecord(chosen: ChosenThumbnail | undefined): CarriedThumbnail | undefined {
  if (chosen === undefined) return undefined;
  const { card, logo, storageId } = chosen;
  if (card !== null && logo !== null) return { card: card.toString('base64'), logo: logo.toString('base64') };
  return storageId === null ? { none: true } : { file: storageId };
}

/** Stores what was chosen for a dataset that was taken over. @throws DomainError BAD_USER_INPUT where it names no file of it */
export async function carriedThumbnail(
  tx: Queryable,
  datasetId: number,
  sent: SentThumbnail,
  files: readonly { readonly id: number; readonly storageId: string }[],
): Promise<void> {
  if ('card' in sent) return putDatasetThumbnail(tx, datasetId, bytesOfPicture(sent));
  if ('none' in sent) return putDatasetThumbnail(tx, datasetId, null);
  const file = files.find(({ storageId }) => storageId === sent.file);
  if (file === undefined) {
    throw carriedProblems([{ pointer: '/dataset/thumbnail/file', message: 'must be the name of the bytes of a file' }]);
  }
  return putDatasetThumbnail(tx, datasetId, { dataFileId: file.id });
}
