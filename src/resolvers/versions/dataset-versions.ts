import type { GraphQLResolveInfo } from 'graphql';
import { compoundsIn, textsIn } from '../../model/metadata/metadata-values.ts';
import { countVersionFilesMatching, listVersionSubfolders } from '../../domain/versions/list-version-files.ts';
import { passedValue } from '../../domain/metadata/passed-value.ts';
import { entityTag } from '../../model/entity-tag.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalId } from '../global-id.ts';
import type { DatasetVersionModel } from '../models.ts';
import { blocksOf, fieldText } from './version-metadata.ts';
import type { ShownBlock } from '../../domain/rows.ts';
import { filesPage, filesSlice, firstFilesPage } from '../files/file-pages.ts';
import { connectionFields } from '../pages.ts';
import type { RequestContext } from '../../request-context.ts';

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
    distributionDate: (version, _args, context) => fieldText(version, context, 'distributionDate'),
    productionDate: (version, _args, context) => fieldText(version, context, 'productionDate'),
    fileCount: ({ row, readFiles }, _args, context) =>
      readFiles !== null && readFiles.files.length < readFiles.limit ? readFiles.files.length : countVersionFilesMatching(context, row, {}),
    files: (version, page, context) => filesPage(context, version, page),
    subfolders: (version, { of }, context) => listVersionSubfolders(context, version.row, of),
    firstFiles: (version, _args, context) => firstFilesPage(context, version),
    filesSlice: (version, args, context) => filesSlice(context, version, args),
  },
  MetadataField: {
    // Stored metadata was checked against the block definitions, whose shapes are these three.
    typeClass: ({ typeClass }) => typeClass,
    definition: ({ typeName }, _args, { services }) => services.blocks.current().findField(typeName) ?? null,
    values: (field) => [...textsIn(field)],
    value: passedValue,
    compounds: (field) => compoundsIn(field).map((compound) => ({ fields: Object.values(compound) })),
  },
  FileMetadataConnection: connectionFields,
};
