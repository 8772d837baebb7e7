/** The picture that stands for a dataset. Source: datasets.md 14.1. */
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { findFile } from '../../../db/queries/files/file-access.ts';
import { findDatasetThumbnail, listPictureFiles, putDatasetThumbnail, type StoredPicture } from '../../../db/queries/files/pictures.ts';
import type { FilesOfVersion } from '../../../db/queries/files/file-search.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, type CommandContext, query } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { detail } from '../../../kernel/detail.ts';
import { PICTURE_SIDES, type PictureSize } from '../../../vocabulary/pictures.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { requireVersion } from '../../versions/require-version.ts';
import type { UploadRules } from '../upload-rules.ts';
import { PICTURE_RULES, receivePicture } from './sent-picture.ts';
import { PICTURE_TYPES, requireThumbnail } from './thumbnail.ts';

/** Pictures that are offered for a choice. */
const MOST_CANDIDATES = 20;

/** A picture as PNG, and the file that it was made of; null for one that was sent. */
export interface ShownPicture {
  readonly png: Buffer;
  readonly dataFileId: number | null;
}

function picturesOf(context: CommandContext, version: FilesOfVersion, only: number | null, limit: number): Promise<number[]> {
  const { thumbnailLimitBytes: mostBytes } = context.services;
  return listPictureFiles(context.db, version, { only, contentTypes: [...PICTURE_TYPES], mostBytes, limit });
}

async function pictureOfFile(context: CommandContext, dataFileId: number, size: PictureSize): Promise<ShownPicture | null> {
  const file = await findFile(context.db, { id: dataFileId }, context.actor.identities);
  const made = file === undefined ? undefined : await requireThumbnail(context, file, PICTURE_SIDES[size]);
  if (made === undefined) return null;
  return { png: await buffer(await context.services.storage.open(made.location)), dataFileId };
}

function sentOf({ card, logo }: { readonly card: Buffer | null; readonly logo: Buffer | null }, size: PictureSize): ShownPicture | null {
  const png = size === 'CARD' ? card : logo;
  return png === null ? null : { png, dataFileId: null };
}

/**
 * The picture of a dataset for who may see a version: the one that was sent, that of the file that was chosen, else of the first file
 * that is one; null for none. Files that are not open to all who see the version give none.
 * @throws DomainError FILE_BYTES_MISSING | THUMBNAIL_QUEUE_FULL
 */
export const showDatasetThumbnail = detail({
  name: 'showDatasetThumbnail',
  run: async (context: CommandContext, version: FilesOfVersion, size: PictureSize): Promise<ShownPicture | null> => {
    const chosen = await findDatasetThumbnail(context.db, version.datasetId);
    if (chosen?.isNone === true) return null;
    if (chosen !== undefined && chosen.dataFileId === null) return sentOf(chosen, size);
    const [file] = await picturesOf(context, version, chosen?.dataFileId ?? null, 1);
    return file === undefined ? null : pictureOfFile(context, file, size);
  },
});

/** The pictures that could stand for a dataset, in the size of lists: one that was sent, then those of the first files that are one. */
export const listThumbnailCandidates = query({
  name: 'listThumbnailCandidates',
  subject: loadDataset,
  requires: 'EditDataset',
  run: async (context, { dataset }, _key: DatasetKey): Promise<ShownPicture[]> => {
    const version = await requireVersion(context.db, dataset.id, ':latest');
    const chosen = await findDatasetThumbnail(context.db, dataset.id);
    const sent = chosen === undefined ? null : sentOf(chosen, 'CARD');
    const shown: ShownPicture[] = sent === null ? [] : [sent];
    for (const file of await picturesOf(context, version, null, MOST_CANDIDATES)) {
      const picture = await pictureOfFile(context, file, 'CARD');
      if (picture !== null) shown.push(picture);
    }
    return shown;
  },
});

/** Has the picture of a file stand for its dataset; the id of the dataset. @throws DomainError PICTURE_INVALID */
export const chooseDatasetThumbnail = command({
  name: 'chooseDatasetThumbnail',
  input: z.object({ dataset: z.custom<DatasetKey>(), fileId: z.int32() }),
  subject: (scope, input) => loadDataset(scope, input.dataset),
  requires: 'EditDataset',
  run: async ({ tx, services, note }, { dataset }, { fileId }): Promise<number> => {
    const version = await requireVersion(tx, dataset.id, ':latest');
    const { thumbnailLimitBytes: mostBytes } = services;
    const [file] = await listPictureFiles(tx, version, { only: fileId, contentTypes: [...PICTURE_TYPES], mostBytes, limit: 1 });
    if (file === undefined) {
      throw new DomainError('PICTURE_INVALID', `File ${fileId} is no picture of this dataset that anyone may see.`, {
        problems: [{ pointer: '/fileId', message: 'must be a picture of the dataset, not restricted and not closed by a date' }],
      });
    }
    await putDatasetThumbnail(tx, dataset.id, { dataFileId: file });
    note({ file });
    return dataset.id;
  },
});

/** Has no picture stand for a dataset; the id of the dataset. */
export const removeDatasetThumbnail = command({
  name: 'removeDatasetThumbnail',
  input: z.object({ dataset: z.custom<DatasetKey>() }),
  subject: (scope, input) => loadDataset(scope, input.dataset),
  requires: 'EditDataset',
  run: async ({ tx, note }, { dataset }): Promise<number> => {
    await putDatasetThumbnail(tx, dataset.id, null);
    note({});
    return dataset.id;
  },
});

/** Checks before any byte is read whether the actor may send a picture. */
export const admitDatasetThumbnail = query({
  name: 'admitDatasetThumbnail',
  subject: loadDataset,
  requires: 'EditDataset',
  run: async (_context, _subject, _key: DatasetKey): Promise<UploadRules> => PICTURE_RULES,
});

/** Has a picture that was sent stand for a dataset; the id of the dataset. */
export const storeDatasetThumbnail = command({
  name: 'storeDatasetThumbnail',
  input: z.object({ dataset: z.custom<DatasetKey>(), picture: z.custom<StoredPicture>() }),
  subject: (scope, input) => loadDataset(scope, input.dataset),
  requires: 'EditDataset',
  run: async ({ tx, note }, { dataset }, { picture }): Promise<number> => {
    await putDatasetThumbnail(tx, dataset.id, picture);
    note({ sizeBytes: picture.logo.length });
    return dataset.id;
  },
});

/** Receives a picture to stand for a dataset. @throws DomainError PICTURE_INVALID | THUMBNAIL_QUEUE_FULL | FILE_TOO_LARGE */
export const sendDatasetThumbnail = composed({
  name: 'sendDatasetThumbnail',
  of: [admitDatasetThumbnail, storeDatasetThumbnail],
  run: async (
    context: CommandContext,
    { dataset, upload }: { readonly dataset: DatasetKey; readonly upload: unknown },
  ): Promise<number> => {
    const picture = await receivePicture(context, upload, () => admitDatasetThumbnail(context, dataset));
    return storeDatasetThumbnail(context, { dataset, picture });
  },
});
