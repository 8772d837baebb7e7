import type { GraphQLResolveInfo } from 'graphql';
import { compoundsIn, textsIn } from '../domain/metadata/metadata-values.ts';
import { countVersionFilesMatching, listAllVersionFiles, searchVersionFiles } from '../domain/versions/list-version-files.ts';
import { entityTag } from '../domain/versions/require-fresh.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { globalId } from './global-id.ts';
import { type DatasetVersionModel, fileMetadataModel } from './models.ts';
import { blocksOf, fieldText } from './version-metadata.ts';
import type { ShownBlock } from '../domain/rows.ts';
import { filesPage } from './file-pages.ts';
import { connectionFields } from './pages.ts';
import type { RequestContext } from '../graphql/context.ts';

async function findBlock(
  version: DatasetVersionModel,
  context: RequestContext,
  info: GraphQLResolveInfo,
  name: string,
): Promise<ShownBlock | undefined> {
  return (await blocksOf(version, context, info)).find((block) => block.name === name);
}

export const datasetVersionResolvers: Resolvers = {
  DatasetVersion: {
    id: ({ row }) => globalId('DatasetVersion', row.id),
    etag: ({ row }) => entityTag(row),
    metadataBlocks: (version, _args, context, info) => blocksOf(version, context, info),
    metadataBlock: async (version, { name }, context, info) => (await findBlock(version, context, info, name)) ?? null,
    requiredMetadataBlock: async (version, { name }, context, info) => {
      const block = await findBlock(version, context, info, name);
      if (block === undefined) throw new DomainError('METADATA_BLOCK_NOT_FOUND', `Metadata block named ${name} not found.`);
      return block;
    },
    distributionDate: (version, _args, context) => fieldText(version, context, 'distributionDate'),
    productionDate: (version, _args, context) => fieldText(version, context, 'productionDate'),
    fileCount: ({ row, readFiles }, _args, context) => readFiles?.length ?? countVersionFilesMatching(context, row, {}),
    files: (version, page, context) => filesPage(context, version, page),
    allFiles: (version, _args, context) => {
      if (version.readFiles !== null) return version.readFiles.map((row) => fileMetadataModel(version, row));
      return listAllVersionFiles(context, version.row).then((files) => files.map((row) => fileMetadataModel(version, row)));
    },
    filesSlice: async (version, { filter, orderBy, offset, limit }, context) => {
      const { totalCount, files } = await searchVersionFiles(context, version.row, {
        filter: filter ?? {},
        order: orderBy ?? 'NameAZ',
        offset: offset ?? 0,
        limit: limit ?? null,
      });
      return { totalCount, files: files.map((row) => fileMetadataModel(version, row)) };
    },
  },
  MetadataField: {
    // Stored metadata was checked against the block definitions, whose shapes are these three.
    typeClass: ({ typeClass }) => typeClass,
    definition: ({ typeName }, _args, { services }) => services.blocks.current().findField(typeName) ?? null,
    values: (field) => [...textsIn(field)],
    compounds: (field) => compoundsIn(field).map((compound) => ({ fields: Object.values(compound) })),
  },
  FileMetadataConnection: connectionFields,
};
