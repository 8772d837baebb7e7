/** The logo of a collection. Source: collections.md 10. */
import { z } from 'zod';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import { deleteCollectionLogo, findCollectionLogo, putCollectionLogo, type StoredPicture } from '../../../db/queries/files/pictures.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, type CommandContext, query, type ReadContext } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { detail } from '../../../kernel/detail.ts';
import type { PictureSize } from '../../../vocabulary/pictures.ts';
import { loadCollection } from '../../subjects/collection-subject.ts';
import type { UploadRules } from '../upload-rules.ts';
import { bytesOfPicture, carriedPicture } from './carried-picture.ts';
import { PICTURE_RULES, receivePicture } from './sent-picture.ts';

/** The logo of a collection as PNG; null for none. */
export const showCollectionLogo = detail({
  name: 'showCollectionLogo',
  run: async ({ db }: ReadContext, collectionId: number, size: PictureSize): Promise<Buffer | null> => {
    const found = await findCollectionLogo(db, collectionId);
    return found === undefined ? null : size === 'CARD' ? found.card : found.logo;
  },
});

/** Checks before any byte is read whether the actor may send a logo. */
export const admitCollectionLogo = query({
  name: 'admitCollectionLogo',
  subject: loadCollection,
  requires: 'EditCollection',
  run: async (_context, _subject, _key: CollectionKey): Promise<UploadRules> => PICTURE_RULES,
});

/** Gives a collection a logo; the id of the collection. */
export const storeCollectionLogo = command({
  name: 'storeCollectionLogo',
  input: z.object({ collection: z.custom<CollectionKey>(), picture: z.custom<StoredPicture>() }),
  subject: (scope, input) => loadCollection(scope, input.collection),
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection }, { picture }): Promise<number> => {
    await putCollectionLogo(tx, collection.id, picture);
    note({ sizeBytes: picture.logo.length });
    return collection.id;
  },
});

/** Receives the logo of a collection. @throws DomainError PICTURE_INVALID | THUMBNAIL_QUEUE_FULL | FILE_TOO_LARGE */
export const sendCollectionLogo = composed({
  name: 'sendCollectionLogo',
  of: [admitCollectionLogo, storeCollectionLogo],
  run: async (
    context: CommandContext,
    { collection, upload }: { readonly collection: CollectionKey; readonly upload: unknown },
  ): Promise<number> => {
    const picture = await receivePicture(context, upload, () => admitCollectionLogo(context, collection));
    return storeCollectionLogo(context, { collection, picture });
  },
});

/** Gives a collection the logo that it has in another installation; the id of the collection. Source: exports.md 17.4. */
export const carryCollectionLogo = command({
  name: 'carryCollectionLogo',
  input: carriedPicture.extend({ collection: z.custom<CollectionKey>() }),
  subject: (scope, input) => loadCollection(scope, input.collection),
  requires: 'Superuser',
  run: async ({ tx, note }, { collection }, sent): Promise<number> => {
    const picture = bytesOfPicture(sent);
    await putCollectionLogo(tx, collection.id, picture);
    note({ sizeBytes: picture.logo.length });
    return collection.id;
  },
});

/** Takes the logo of a collection away; the id of the collection. @throws DomainError PICTURE_NOT_FOUND */
export const removeCollectionLogo = command({
  name: 'removeCollectionLogo',
  input: z.object({ collection: z.custom<CollectionKey>() }),
  subject: (scope, input) => loadCollection(scope, input.collection),
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection }): Promise<number> => {
    if (!(await deleteCollectionLogo(tx, collection.id))) throw new DomainError('PICTURE_NOT_FOUND', 'The collection has no logo.');
    note({});
    return collection.id;
  },
});
