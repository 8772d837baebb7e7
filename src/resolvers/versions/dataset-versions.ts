import type { GraphQLResolveInfo } from 'graphql';
import { compoundsIn, textsIn } from '../../model/metadata/metadata-values.ts';
import { countVersionFilesMatching, listVersionSubfolders } from '../../domain/versions/list-version-files.ts';
import { entityTag } from '../../model/entity-tag.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalId } from '../global-id.ts';
import type { MetadataField } from '../../model/metadata/version-metadata.ts';
import type { DatasetVersionModel, MetadataFieldModel } from '../models.ts';
import { blocksOf, fieldText } from './version-metadata.ts';
import type { ShownBlock } from '../../domain/rows.ts';
import { filesPage, filesSlice, firstFilesPage } from '../files/file-pages.ts';
import { connectionFields } from '../pages.ts';
import type { RequestContext } from '../../request-context.ts';

/** The field with its value, which is passed on unread as long as nobody asks for a part of it. */
const readField = (field: MetadataFieldModel): MetadataField => ('read' in field ? field.read() : field);

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
    definition: ({ typeName }, _args, { services }) => services.blocks.current().findField(typeName) ?? null,
    values: (field) => [...textsIn(readField(field))],
    compounds: (field) => compoundsIn(readField(field)).map((compound) => ({ fields: Object.values(compound) })),
  },
  FileMetadataConnection: connectionFields,
};
