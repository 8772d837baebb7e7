import { viewAccount } from '../domain/access/accounts/administration/view-account.ts';
import { viewUser } from '../domain/access/accounts/view-user.ts';
import { viewIpGroup } from '../domain/access/groups/ip-group-commands.ts';
import { viewMailDomainGroup } from '../domain/access/groups/mail-domain-group-commands.ts';
import { viewExplicitGroup } from '../domain/access/groups/view-explicit-group.ts';
import { readRole, viewRole } from '../domain/access/roles/view-role.ts';
import { viewCollection } from '../domain/collections/view-collection.ts';
import { viewDataset } from '../domain/datasets/view-dataset.ts';
import { viewFile } from '../domain/files/view-file.ts';
import { viewVersion } from '../domain/versions/view-version.ts';
import type { DatasetKey } from '../domain/rows.ts';
import { DomainError } from '../errors/domain-error.ts';
import { type AddressedObject, addressedObject } from '../model/addressed-object.ts';
import type { RequestContext } from '../request-context.ts';
import type { ResolversTypes } from './generated/resolver-types.ts';
import { collectionModel, dataFileModel, datasetModel, versionModel } from './models.ts';

type NodeModel = Awaited<ResolversTypes['Node']>;

/** Longest address that is looked at. */
const LONGEST = 2_000;

async function datasetOf(context: RequestContext, key: DatasetKey, version?: string): Promise<NodeModel> {
  const dataset = await viewDataset(context, key);
  const model = datasetModel(dataset, context.services);
  if (version === undefined) return model;
  return versionModel(model, await viewVersion(context, { dataset, reference: version, includeDeaccessioned: true }));
}

/** Identifiers of datasets and of files look alike. */
async function identifiedBy(context: RequestContext, persistentId: string): Promise<NodeModel> {
  try {
    return await datasetOf(context, { persistentId });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'DATASET_NOT_FOUND') throw error;
  }
  return dataFileModel(await viewFile(context, { persistentId }), context.services);
}

async function read(context: RequestContext, named: AddressedObject): Promise<NodeModel | null> {
  const { services, actor } = context;
  switch (named.kind) {
    case 'collection':
      return collectionModel(await viewCollection(context, named.key));
    case 'dataset':
      return datasetOf(context, named.key, named.version);
    case 'file':
      return dataFileModel(await viewFile(context, named.key), services);
    case 'identified':
      return identifiedBy(context, named.persistentId);
    case 'role':
      return 'id' in named.key ? viewRole(context, named.key.id) : readRole(context, named.key);
    case 'group':
      return viewExplicitGroup(context, { collection: named.collection, aliasInOwner: named.alias });
    case 'ipGroup':
      return viewIpGroup(context, { alias: named.alias });
    case 'mailDomainGroup':
      return viewMailDomainGroup(context, { alias: named.alias });
    case 'user':
      return viewAccount(context, named.key);
    case 'me':
      return actor.account === null ? null : viewUser(context, actor.account.id);
    case 'block':
      return services.blocks.current().findBlock(named.idOrName) ?? null;
  }
}

/** The object that an address names; null where it names none. @throws DomainError where there is no such object, or the caller may not see it */
export async function findAddressed(context: RequestContext, url: string): Promise<NodeModel | null> {
  const named = url.length > LONGEST ? undefined : addressedObject(url, context.services.installation.siteUrl);
  return named === undefined ? null : read(context, named);
}
