import { listBlocks } from '../domain/metadata/list-blocks.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { globalId } from './global-id.ts';

export const metadataBlockResolvers: Resolvers = {
  Query: {
    metadataBlocks: (_root, { onlyDisplayedOnCreate }, context) =>
      listBlocks(context, { onlyDisplayedOnCreate: onlyDisplayedOnCreate ?? false }),
    metadataBlock: (_root, { reference }, { services }) => {
      const catalog = services.blocks.current();
      if (typeof reference.databaseId === 'number') return catalog.findBlockById(reference.databaseId) ?? null;
      return catalog.findBlock(reference.name ?? '') ?? null;
    },
  },
  MetadataBlock: {
    id: ({ id }) => globalId('MetadataBlock', id),
    databaseId: ({ id }) => id,
    fields: ({ fields }, { onlyDisplayedOnCreate }) =>
      onlyDisplayedOnCreate ? fields.filter((field) => field.displayOnCreate || field.required) : fields,
  },
  MetadataFieldDefinition: {
    databaseId: ({ id }) => id,
    isControlledVocabulary: ({ typeClass }) => typeClass === 'controlledVocabulary',
    isAdvancedSearchField: ({ advancedSearch }) => advancedSearch,
    isFacetable: ({ facetable }) => facetable,
    isRequired: ({ required }) => required,
    vocabularyValues: ({ vocabulary }) => vocabulary.map(({ value }) => value),
  },
};
