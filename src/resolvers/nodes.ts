import { viewCollectionById } from '../domain/collections/view-collection.ts';
import { viewFileById } from '../domain/files/view-file.ts';
import { viewIpGroupById } from '../domain/access/groups/ip-group-commands.ts';
import { viewMailDomainGroupById } from '../domain/access/groups/mail-domain-group-commands.ts';
import { viewGroupById } from '../domain/access/groups/view-explicit-group.ts';
import { viewRole, viewRoleAssignment } from '../domain/access/roles/view-role.ts';
import { viewUser } from '../domain/access/accounts/view-user.ts';
import { viewVersionById, viewVersionFile } from '../domain/versions/view-version-by-id.ts';
import { viewDatasetById } from '../domain/datasets/view-dataset.ts';
import { errorCatalog } from '../errors/catalog.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { Resolvers, ResolversTypes } from './generated/resolver-types.ts';
import type { RequestContext } from '../request-context.ts';
import { findAddressed } from './addressed-nodes.ts';
import { type GlobalKey, parseGlobalId } from './global-id.ts';
import { collectionModel, dataFileModel, datasetModel, fileMetadataModel, versionModel } from './models.ts';
import { MAXIMUM_PAGE } from './pages.ts';

type NodeModel = Awaited<ResolversTypes['Node']>;

async function readNode(context: RequestContext, id: string): Promise<NodeModel | null> {
  const parsed = parseGlobalId(id);
  if (parsed === undefined) return null;
  switch (parsed.type) {
    case 'Collection':
      return collectionModel(await viewCollectionById(context, parsed.databaseId));
    case 'Dataset':
      return datasetModel(await viewDatasetById(context, parsed.databaseId), context.services);
    case 'DataFile': {
      const file = await viewFileById(context, parsed.databaseId);
      return dataFileModel(file, context.services);
    }
    case 'MetadataBlock':
      return context.services.blocks.current().findBlockById(parsed.databaseId) ?? null;
    case 'DatasetVersion': {
      const { version, dataset } = await viewVersionById(context, parsed.databaseId);
      return versionModel(datasetModel(dataset, context.services), version);
    }
    case 'FileMetadata': {
      const { version, dataset, file } = await viewVersionFile(context, { versionId: parsed.versionId, recordId: parsed.recordId });
      return fileMetadataModel(versionModel(datasetModel(dataset, context.services), version), file);
    }
    case 'Role':
      return viewRole(context, parsed.databaseId);
    case 'RoleAssignment':
      return viewRoleAssignment(context, parsed.databaseId);
    case 'ExplicitGroup':
      return viewGroupById(context, parsed.databaseId);
    case 'IpGroup':
      return viewIpGroupById(context, parsed.databaseId);
    case 'MailDomainGroup':
      return viewMailDomainGroupById(context, parsed.databaseId);
    case 'User':
      return viewUser(context, parsed.databaseId);
  }
}

/** Rows that are models as they are tell their type by a column that no other has. */
function typeOf(model: NodeModel): GlobalKey['type'] {
  if ('kind' in model) return model.kind;
  if ('userName' in model) return 'User';
  if ('aliasInOwner' in model) return 'ExplicitGroup';
  if ('ranges' in model) return 'IpGroup';
  if ('domains' in model) return 'MailDomainGroup';
  if ('definitionPointId' in model) return 'RoleAssignment';
  return 'permissions' in model ? 'Role' : 'MetadataBlock';
}

/** Missing and hidden look alike here: what leads nowhere is null. */
async function orNull(read: () => Promise<NodeModel | null>): Promise<NodeModel | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'RATE_LIMITED' && errorCatalog[error.code].status < 500) return null;
    throw error;
  }
}

function findNode(context: RequestContext, id: string): Promise<NodeModel | null> {
  return orNull(() => readNode(context, id));
}

export const nodeResolvers: Resolvers = {
  Query: {
    node: (_root, { id }, context) => findNode(context, id),
    resolve: (_root, { url }, context) => orNull(() => findAddressed(context, url)),
    nodes: (_root, { ids }, context) => {
      if (ids.length > MAXIMUM_PAGE) {
        throw new DomainError('PAGE_TOO_LARGE', `At most ${MAXIMUM_PAGE} nodes can be fetched in one request.`);
      }
      return Promise.all(ids.map((id) => findNode(context, id)));
    },
  },
  Node: {
    __resolveType: typeOf,
  },
};
