import { z } from 'zod';
import type { Queryable } from '../../db/client.ts';
import { type CollectionKey, type CollectionRow, findCollection } from '../../db/queries/collections/collections.ts';
import { markPublished } from '../../db/queries/gate/nodes.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, type CommandContext, query } from '../../kernel/command.ts';
import { composed } from '../../kernel/composed.ts';
import { requireValidatedCollection } from '../external-validation/require-validated-collection.ts';
import { withValidation } from '../external-validation/with-validation.ts';
import { loadCollection, lockCollection } from '../subjects/collection-subject.ts';

async function requirePublishable(db: Queryable, collection: CollectionRow): Promise<void> {
  if (collection.publishedAt !== null) {
    throw new DomainError('COLLECTION_ALREADY_PUBLISHED', `Collection ${collection.alias} has already been published.`);
  }
  if (collection.ownerId !== null) {
    const owner = await findCollection(db, { id: collection.ownerId }, []);
    if (owner?.publishedAt === null) {
      throw new DomainError('COLLECTION_NOT_PUBLISHED', `Collection ${collection.alias} can only be published once ${owner.alias} is.`);
    }
  }
}

/** Publishes a collection for good; its id. Source: collections.md 5.16. */
export const publishCollection = command({
  name: 'publishCollection',
  input: z.object({ collection: z.custom<CollectionKey>() }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'PublishCollection',
  run: async (scope, { collection }): Promise<number> => {
    const { tx } = scope;
    await requirePublishable(tx, collection);
    await requireValidatedCollection(scope, collection, 'publishCollection');
    await markPublished(tx, collection.id);
    scope.emit({ kind: 'CollectionPublished', subjectId: collection.id, payload: {} });
    return collection.id;
  },
});

/** Refuses what `publishCollection` would refuse, and a collection of which a program of the operator has not approved yet. */
export const admitCollectionPublication = query({
  name: 'admitCollectionPublication',
  subject: loadCollection,
  requires: 'PublishCollection',
  run: async (context, { collection }, _key: CollectionKey): Promise<void> => {
    const { db } = context;
    await requirePublishable(db, collection);
    await requireValidatedCollection({ context, tx: db }, collection, 'publishCollection');
  },
});

/** Publishes a collection as `publishCollection` does, after a program of the operator has approved of it, where there is one; its id. */
export const publishValidatedCollection = composed({
  name: 'publishValidatedCollection',
  of: [admitCollectionPublication, publishCollection],
  run: (context: CommandContext, input: { readonly collection: CollectionKey }): Promise<number> =>
    withValidation(context, {
      occasion: 'publishCollection',
      admit: (validated) => admitCollectionPublication(validated, input.collection),
      run: (validated) => publishCollection(validated, input),
    }),
});
