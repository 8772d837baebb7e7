import { setCollectionInputLevels } from '../../domain/collections/set-input-levels.ts';
import { collectionStorageSize } from '../../domain/collections/storage-size.ts';
import { updateValidatedCollection } from '../../domain/collections/update-collection.ts';
import type { CollectionInputLevelInput, Resolvers } from '../generated/resolver-types.ts';
import { writtenCollection } from './collections.ts';
import { collectionKey } from '../references.ts';

function copied(levels: readonly CollectionInputLevelInput[]) {
  return levels.map((level) => ({ ...level }));
}

export const collectionChangeResolvers: Resolvers = {
  Mutation: {
    updateCollection: async (_root, { input }, context) => {
      const { collection, alias, name, contacts, metadataBlockNames, facetFieldNames, inputLevels, ...facts } = input;
      const id = await updateValidatedCollection(context, {
        ...facts,
        collection: collectionKey(collection),
        // These cannot be empty, so that null says no more than absence.
        ...(typeof alias === 'string' && { alias }),
        ...(typeof name === 'string' && { name }),
        ...(contacts && { contacts: contacts.map(({ contactEmail }) => ({ contactEmail })) }),
        ...(metadataBlockNames && { metadataBlockNames: [...metadataBlockNames] }),
        ...(facetFieldNames && { facetFieldNames: [...facetFieldNames] }),
        ...(inputLevels && { inputLevels: copied(inputLevels) }),
      });
      return { collection: await writtenCollection(context, id) };
    },
    setCollectionInputLevels: async (_root, { input }, context) => {
      const id = await setCollectionInputLevels(context, {
        collection: collectionKey(input.collection),
        inputLevels: copied(input.inputLevels),
      });
      return { collection: await writtenCollection(context, id) };
    },
  },
  Collection: {
    storageSizeBytes: ({ key: collection }, { includeCached }, context) =>
      collectionStorageSize(context, { collection, includeCached: includeCached ?? false }),
  },
};
