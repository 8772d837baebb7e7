import { z } from 'zod';
import { type CollectionKey, findCollection } from '../../db/queries/collections/collections.ts';
import { markPublished } from '../../db/queries/gate/nodes.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, type CommandContext } from '../../kernel/command.ts';
import { composed } from '../../kernel/composed.ts';
import { requireValidatedCollection } from '../external-validation/require-validated-collection.ts';
import { withValidation } from '../external-validation/with-validation.ts';
import { lockCollection } from '../subjects/collection-subject.ts';

/** Publishes a collection for good; its id. Source: collections.md 5.16. */
export const publishCollection = command({
  name: 'publishCollection',
  input: z.object({ collection: z.custom<CollectionKey>() }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'PublishCollection',
  run: async (scope, { collection }): Promise<number> => {
    const { tx } = scope;
    if (collection.publishedAt !== null) {
      throw new DomainError('COLLECTION_ALREADY_PUBLISHED', `Collection ${collection.alias} has already been published.`);
    }
    if (collection.ownerId !== null) {
      const owner = await findCollection(tx, { id: collection.ownerId }, []);
      if (owner?.publishedAt === null) {
        throw new DomainError('COLLECTION_NOT_PUBLISHED', `Collection ${collection.alias} can only be published once ${owner.alias} is.`);
      }
    }
    await requireValidatedCollection(scope, collection.id, 'publishCollection');
    await markPublished(tx, collection.id);
    scope.emit({ kind: 'CollectionPublished', subjectId: collection.id, payload: {} });
    return collection.id;
  },
});

/** Publishes a collection as `publishCollection` does, after a program of the operator has approved of it, where there is one; its id. */
export const publishValidatedCollection = composed({
  name: 'publishValidatedCollection',
  of: [publishCollection],
  run: (context: CommandContext, input: { readonly collection: CollectionKey }): Promise<number> =>
    withValidation(context, (validated) => publishCollection(validated, input)),
});
