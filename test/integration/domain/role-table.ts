import { PERMISSIONS, type Permission } from '../../../src/vocabulary/access.ts';

/** The built-in roles as the contract lists them. Source: collections.md 3.2. */
export const ROLE_TABLE: Readonly<Record<string, readonly Permission[]>> = {
  admin: PERMISSIONS,
  fileDownloader: ['DownloadFile'],
  fullContributor: ['AddCollection', 'AddDataset'],
  dvContributor: ['AddCollection'],
  dsContributor: ['AddDataset'],
  contributor: ['ViewUnpublishedDataset', 'DownloadFile', 'EditDataset', 'DeleteDatasetDraft'],
  curator: [
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
  member: ['ViewUnpublishedCollection', 'ViewUnpublishedDataset', 'DownloadFile'],
};
