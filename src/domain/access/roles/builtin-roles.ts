import type { RoleRow } from '../../../db/queries/access/roles.ts';
import { PERMISSIONS, type Permission } from '../../../vocabulary/access.ts';

export interface BuiltinRole {
  readonly alias: string;
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly Permission[];
}

/** The eight global roles of a fresh installation. Source: collections.md 3.2. */
export const builtinRoles: readonly BuiltinRole[] = [
  {
    alias: 'admin',
    name: 'Admin',
    description: 'May do everything in the collection, dataset or file it is given on.',
    permissions: PERMISSIONS,
  },
  {
    alias: 'fileDownloader',
    name: 'File Downloader',
    description: 'May download files that are restricted.',
    permissions: ['DownloadFile'],
  },
  {
    alias: 'fullContributor',
    name: 'Collection + Dataset Creator',
    description: 'May create collections and datasets in a collection.',
    permissions: ['AddCollection', 'AddDataset'],
  },
  {
    alias: 'dvContributor',
    name: 'Collection Creator',
    description: 'May create collections in a collection.',
    permissions: ['AddCollection'],
  },
  { alias: 'dsContributor', name: 'Dataset Creator', description: 'May create datasets in a collection.', permissions: ['AddDataset'] },
  {
    alias: 'contributor',
    name: 'Contributor',
    description: 'May edit a dataset and its files, and submit it for review.',
    permissions: ['ViewUnpublishedDataset', 'DownloadFile', 'EditDataset', 'DeleteDatasetDraft'],
  },
  {
    alias: 'curator',
    name: 'Curator',
    description: 'May edit, review and publish datasets, and manage who has access to them.',
    permissions: [
      'AddCollection',
      'AddDataset',
      'ViewUnpublishedCollection',
      'ViewUnpublishedDataset',
      'DownloadFile',
      'EditDataset',
      'ManageDatasetPermissions',
      'ManageFilePermissions',
      'PublishDataset',
      'LinkDataset',
      'DeleteDatasetDraft',
    ],
  },
  {
    alias: 'member',
    name: 'Member',
    description: 'May see what is not published yet, and download files that are restricted.',
    permissions: ['ViewUnpublishedCollection', 'ViewUnpublishedDataset', 'DownloadFile'],
  },
];

/** Whether a role is one of the eight. Their aliases are unique, so that no other role can be taken for one. */
export function isBuiltinRole({ alias, ownerId }: Pick<RoleRow, 'alias' | 'ownerId'>): boolean {
  return ownerId === null && builtinRoles.some((builtin) => builtin.alias === alias);
}
