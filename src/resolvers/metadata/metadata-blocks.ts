import { DomainError } from '../../errors/domain-error.ts';
import { listFacetableFields, listFieldCatalog, setFieldDisplayOnCreate } from '../../domain/metadata/field-catalog.ts';
import { findVisibleCollection } from '../../domain/collections/view-collection.ts';
import { findMetadataBlock } from '../../domain/metadata/find-block.ts';
import { listBlocks } from '../../domain/metadata/list-blocks.ts';
import { loadMetadataBlocks } from '../../domain/metadata/load-blocks.ts';
import { facetNameOf, isParentMultiple } from '../../model/metadata/facet-name.ts';
import { isShownOnCreate } from '../../model/metadata/shown-on-create.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalId } from '../global-id.ts';
import type { RequestContext } from '../../request-context.ts';
import { collectionModel, type Page } from '../models.ts';
import { metadataBlockKey } from '../references.ts';
import { connectionOfWhole, type PageArguments } from '../connection.ts';

/** A page of definitions, which are kept in memory. */
function definitionsPage<Definition extends { readonly id: number }>(
  context: RequestContext,
  args: PageArguments,
  name: string,
  rows: readonly Definition[],
): Promise<Page<Definition>> {
  return connectionOfWhole(context, args, { name, rows, keyOf: ({ id }) => id, item: (definition) => definition });
}

export const metadataBlockResolvers: Resolvers = {
  Query: {
    metadataBlocks: async (_root, { onlyDisplayedOnCreate, ...args }, context) =>
      definitionsPage(
        context,
        args,
        'metadataBlocks',
        await listBlocks(context, { onlyDisplayedOnCreate: onlyDisplayedOnCreate ?? false }),
      ),
    metadataBlock: async (_root, { reference }, context) => (await findMetadataBlock(context, metadataBlockKey(reference))) ?? null,
    metadataCatalogVersion: (_root, _args, { services }) => services.blocks.current().version,
    facetableFields: async (_root, args, context) =>
      definitionsPage(context, args, 'facetableFields', await listFacetableFields(context, {})),
    metadataFieldCatalog: async (_root, { names, ...args }, context) =>
      definitionsPage(context, args, 'metadataFieldCatalog', await listFieldCatalog(context, { names: names ?? null })),
  },
  Mutation: {
    loadMetadataBlocks: async (_root, { input }, context) => {
      const { table, definitions } = input;
      const loaded = await loadMetadataBlocks(context, { table, definitions: definitions ? [...definitions] : null });
      const catalog = context.services.blocks.current();
      const blocks = loaded.flatMap(({ kind, name }) => (kind === 'MetadataBlock' ? (catalog.findBlockByName(name) ?? []) : []));
      return { loaded, blocks };
    },
    setFieldDisplayOnCreate: async (_root, { input }, context) => {
      const name = await setFieldDisplayOnCreate(context, { ...input });
      const field = context.services.blocks.current().findField(name);
      if (field === undefined) throw new DomainError('METADATA_FIELD_NOT_FOUND', `There is no metadata field ${name}.`);
      return { field };
    },
  },
  MetadataBlock: {
    id: ({ id }) => globalId('MetadataBlock', id),
    databaseId: ({ id }) => id,
    ownerCollection: async ({ ownerCollectionId }, _args, context) => {
      if (ownerCollectionId === null) return null;
      // A collection that is gone stays in the catalogue until the next load.
      const row = await findVisibleCollection(context, ownerCollectionId);
      return row === null ? null : collectionModel(row);
    },
    fields: ({ fields }, { onlyDisplayedOnCreate }) => (onlyDisplayedOnCreate ? fields.filter(isShownOnCreate) : fields),
  },
  MetadataFieldDefinition: {
    databaseId: ({ id }) => id,
    isControlledVocabulary: ({ typeClass }) => typeClass === 'controlledVocabulary',
    isAdvancedSearchField: ({ advancedSearch }) => advancedSearch,
    isFacetable: ({ facetable }) => facetable,
    isRequired: ({ required }) => required,
    vocabularyValues: ({ vocabulary }) => vocabulary.map(({ value }) => value),
    blockName: ({ block }) => block,
    parentName: ({ parent }) => parent,
    parentMultiple: (field, _args, { services }) => isParentMultiple(services.blocks.current(), field),
    searchName: ({ name }) => name,
    facetName: (field, _args, { services }) => facetNameOf(services.blocks.current(), field),
  },
  VocabularyValue: {
    databaseId: ({ id }) => id,
  },
};
