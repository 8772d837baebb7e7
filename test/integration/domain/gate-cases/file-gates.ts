import {
  admitCollectionLogo,
  carryCollectionLogo,
  removeCollectionLogo,
  storeCollectionLogo,
} from '../../../../src/domain/files/thumbnails/collection-logo.ts';
import {
  admitDatasetThumbnail,
  chooseDatasetThumbnail,
  listThumbnailCandidates,
  removeDatasetThumbnail,
  storeDatasetThumbnail,
} from '../../../../src/domain/files/thumbnails/dataset-thumbnail.ts';
import { viewWithdrawnFile } from '../../../../src/domain/files/view-withdrawn-file.ts';
import { addArchive } from '../../../../src/domain/files/add-file.ts';
import { createArchiveUrl } from '../../../../src/domain/files/archive/archive-url.ts';
import { planArchive } from '../../../../src/domain/files/archive/plan-archive.ts';
import { authorizeDownload } from '../../../../src/domain/files/download-file.ts';
import { addAuxiliaryFile, admitAuxiliaryFile } from '../../../../src/domain/files/auxiliary/add-auxiliary-file.ts';
import { auxiliaryTag } from '../../../../src/domain/files/auxiliary/auxiliary-tag.ts';
import { authorizeAuxiliaryDownload, viewAuxiliaryFiles } from '../../../../src/domain/files/auxiliary/read-auxiliary-files.ts';
import { removeAuxiliaryFile } from '../../../../src/domain/files/auxiliary/remove-auxiliary-file.ts';
import { changeFileCategories } from '../../../../src/domain/files/change-categories.ts';
import { setFileEmbargo, unsetFileEmbargo } from '../../../../src/domain/files/file-embargo.ts';
import { setFileRetention, unsetFileRetention } from '../../../../src/domain/files/file-retention.ts';
import { detectFileType, storeDetectedType } from '../../../../src/domain/files/redetect-file.ts';
import { describeNetcdf } from '../../../../src/domain/files/netcdf/extract-ncml.ts';
import { removeFiles } from '../../../../src/domain/files/remove-file.ts';
import { admitReplacement, replaceFile } from '../../../../src/domain/files/replace-file.ts';
import { changeTabularTags } from '../../../../src/domain/files/tabular-tags.ts';
import { updateFilesMetadata } from '../../../../src/domain/files/update-file-metadata.ts';
import { remainingUploads } from '../../../../src/domain/files/quotas/remaining-uploads.ts';
import {
  collectionStorageUse,
  datasetStorageUse,
  setCollectionQuota,
  setDatasetQuota,
  viewCollectionQuota,
  viewDatasetQuota,
} from '../../../../src/domain/files/quotas/storage-quota-commands.ts';
import { describeVariables } from '../../../../src/domain/exports/describe-variables.ts';
import { reingestFile } from '../../../../src/domain/ingest/reingest-file.ts';
import { readVariablesEdit, storeVariableEdits } from '../../../../src/domain/ingest/edit-variables.ts';
import { uningestFile } from '../../../../src/domain/ingest/uningest-file.ts';
import { viewDataTable } from '../../../../src/domain/ingest/view-data-table.ts';
import { admitStorageCleaning, noteStorageCleaning } from '../../../../src/domain/integrity/storage-doctor/clean-dataset-folder.ts';
import { freshAlias, type GateCase, type GateTable } from './gate-case.ts';

const newFormat = () => ({ formatTag: freshAlias(), formatVersion: '1' });

const editing = (run: GateCase['run']): GateCase => ({ requires: 'EditDataset', run, changes: true });
const asking = (run: GateCase['run']): GateCase => ({ requires: 'EditDataset', run });
/** What files are published is found out behind the gate. */
const dating = (run: GateCase['run']): GateCase => ({ requires: ['LoggedIn', 'EditDataset'], run });
const superusers = (run: GateCase['run']): GateCase => ({ requires: 'Superuser', run });

/** Source: files.md 5, 8.3, 15, 16.2, 22. */
/** A PNG of one pixel, in base64. */
const DOT_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
const SQUARE = { card: Buffer.from('card'), logo: Buffer.from('logo') };

export const fileGates: GateTable = {
  listThumbnailCandidates: {
    requires: 'EditDataset',
    run: (context, { datasetId }) => listThumbnailCandidates(context, { id: datasetId }),
  },
  admitDatasetThumbnail: { requires: 'EditDataset', run: (context, { datasetId }) => admitDatasetThumbnail(context, { id: datasetId }) },
  // Whether it is a picture is found out behind the gate.
  chooseDatasetThumbnail: {
    requires: 'EditDataset',
    run: (context, { datasetId, fileId }) => chooseDatasetThumbnail(context, { dataset: { id: datasetId }, fileId }),
  },
  removeDatasetThumbnail: {
    requires: 'EditDataset',
    run: (context, { datasetId }) => removeDatasetThumbnail(context, { dataset: { id: datasetId } }),
  },
  storeDatasetThumbnail: {
    requires: 'EditDataset',
    run: (context, { datasetId }) => storeDatasetThumbnail(context, { dataset: { id: datasetId }, picture: SQUARE }),
  },
  admitCollectionLogo: {
    requires: 'EditCollection',
    run: (context, { collectionId }) => admitCollectionLogo(context, { id: collectionId }),
  },
  storeCollectionLogo: {
    requires: 'EditCollection',
    run: (context, { collectionId }) => storeCollectionLogo(context, { collection: { id: collectionId }, picture: SQUARE }),
  },
  carryCollectionLogo: {
    requires: 'Superuser',
    run: (context, { collectionId }) => carryCollectionLogo(context, { collection: { id: collectionId }, card: DOT_PNG, logo: DOT_PNG }),
  },
  removeCollectionLogo: {
    requires: 'EditCollection',
    run: (context, { collectionId }) => removeCollectionLogo(context, { collection: { id: collectionId } }),
  },
  addArchive: editing(async (context, { datasetId }, world) =>
    addArchive(context, {
      dataset: { id: datasetId },
      files: [{ bytes: await world.stage(freshAlias(), 'unpacked.txt'), directoryLabel: null }],
    }),
  ),
  // What reading bytes takes is found out behind the gate, and told by codes of its own.
  authorizeDownload: {
    requires: 'LoggedIn',
    run: (context, { fileId }) => authorizeDownload(context, { file: { id: fileId } }),
  },
  authorizeAuxiliaryDownload: {
    requires: 'Public',
    run: (context, { fileId }) => authorizeAuxiliaryDownload(context, { file: { id: fileId }, ...newFormat() }),
  },
  viewDataTable: {
    requires: 'Public',
    run: (context, { fileId }) => viewDataTable(context, { id: fileId }),
  },
  describeVariables: {
    requires: 'Public',
    run: (context, { fileId }) =>
      describeVariables(context, { file: { id: fileId }, recordId: undefined, chosen: { included: [], excluded: [] }, after: -1 }),
  },
  // The file is no table, and its ingest did not fail, which is found out behind the gate.
  uningestFile: { requires: 'Public', run: (context, { fileId }) => uningestFile(context, { file: { id: fileId } }) },
  reingestFile: superusers((context, { fileId }) => reingestFile(context, { file: { id: fileId } })),
  planArchive: {
    requires: 'LoggedIn',
    run: (context, { fileId }) => planArchive(context, { subject: { fileIds: [fileId] }, counted: false }),
  },
  createArchiveUrl: {
    requires: 'Public',
    run: (context, { fileId }) => createArchiveUrl(context, { fileIds: [fileId] }),
  },
  admitReplacement: asking((context, { fileId }) => admitReplacement(context, { id: fileId })),
  replaceFile: editing(async (context, { fileId }, world) =>
    replaceFile(context, { file: { id: fileId }, bytes: await world.stage(freshAlias(), 'new.txt') }),
  ),
  admitAuxiliaryFile: asking((context, { fileId }) => admitAuxiliaryFile(context, { file: { id: fileId }, ...newFormat() })),
  addAuxiliaryFile: editing(async (context, { fileId }, world) =>
    addAuxiliaryFile(context, {
      file: { id: fileId },
      ...newFormat(),
      bytes: await world.stage(freshAlias(), 'preview.txt'),
      storageTag: auxiliaryTag(context.services.storage.newStorageId()),
    }),
  ),
  // There is none, which is found out behind the gate.
  removeAuxiliaryFile: asking((context, { fileId }) => removeAuxiliaryFile(context, { file: { id: fileId }, ...newFormat() })),
  describeNetcdf: superusers((context, { fileId }) => describeNetcdf(context, { id: fileId })),
  viewAuxiliaryFiles: {
    requires: 'Public',
    run: (context, { fileId }) => viewAuxiliaryFiles(context, { file: { id: fileId }, origin: null }),
  },
  detectFileType: asking((context, { fileId }) => detectFileType(context, { id: fileId })),
  storeDetectedType: editing((context, { fileId }) => storeDetectedType(context, { file: { id: fileId }, contentType: 'text/csv' })),
  changeFileCategories: editing((context, { fileId }) =>
    changeFileCategories(context, { file: { id: fileId }, categories: ['Data'], replace: false }),
  ),
  // The file is not tabular, which is found out behind the gate.
  changeTabularTags: asking((context, { fileId }) =>
    changeTabularTags(context, { file: { id: fileId }, tags: ['Survey'], replace: false }),
  ),
  readVariablesEdit: asking((context, { fileId }) => readVariablesEdit(context, { file: { id: fileId }, ddi: '<x/>' })),
  // The file is no table, which is found out behind the gate.
  storeVariableEdits: editing((context, { fileId }) =>
    storeVariableEdits(context, { file: { id: fileId }, sent: { variables: new Map(), groups: [] } }),
  ),
  updateFilesMetadata: editing((context, { datasetId, fileId }) =>
    updateFilesMetadata(context, { dataset: { id: datasetId }, files: [{ dataFileId: fileId, description: 'Changed' }] }),
  ),
  removeFiles: {
    requires: ['LoggedIn', 'EditDataset'],
    changes: true,
    run: (context, { datasetId, fileId }) => removeFiles(context, { dataset: { id: datasetId }, fileIds: [fileId] }),
  },
  setFileEmbargo: dating((context, { datasetId, fileId }) =>
    setFileEmbargo(context, { dataset: { id: datasetId }, fileIds: [fileId], dateAvailable: '9999-12-31' }),
  ),
  unsetFileEmbargo: dating((context, { datasetId, fileId }) =>
    unsetFileEmbargo(context, { dataset: { id: datasetId }, fileIds: [fileId] }),
  ),
  setFileRetention: dating((context, { datasetId, fileId }) =>
    setFileRetention(context, { dataset: { id: datasetId }, fileIds: [fileId], dateUnavailable: '9999-12-31' }),
  ),
  unsetFileRetention: dating((context, { datasetId, fileId }) =>
    unsetFileRetention(context, { dataset: { id: datasetId }, fileIds: [fileId] }),
  ),
  remainingUploads: {
    requires: ['LoggedIn', 'EditDataset'],
    run: (context, { datasetId }) => remainingUploads(context, { id: datasetId }),
  },
  admitStorageCleaning: asking((context, { datasetId }) => admitStorageCleaning(context, { id: datasetId })),
  noteStorageCleaning: asking((context, { datasetId }) => noteStorageCleaning(context, { dataset: { id: datasetId }, strays: ['a'] })),
  datasetStorageUse: asking((context, { datasetId }) => datasetStorageUse(context, { id: datasetId })),
  collectionStorageUse: {
    requires: 'EditCollection',
    run: (context, { collectionId }) => collectionStorageUse(context, { id: collectionId }),
  },
  viewWithdrawnFile: {
    requires: ({ published }) => (published ? 'Public' : 'ViewUnpublishedDataset'),
    run: (context, { fileId }) => viewWithdrawnFile(context, { file: { id: fileId }, version: null }),
  },
  viewDatasetQuota: {
    requires: ({ published }) => (published ? 'Public' : 'ViewUnpublishedDataset'),
    run: (context, { datasetId }) => viewDatasetQuota(context, { id: datasetId }),
  },
  viewCollectionQuota: {
    requires: ({ published }) => (published ? 'Public' : 'ViewUnpublishedCollection'),
    run: (context, { collectionId }) => viewCollectionQuota(context, { id: collectionId }),
  },
  setDatasetStorageQuota: superusers((context, { datasetId }) =>
    setDatasetQuota(context, { dataset: { id: datasetId }, quotaBytes: 1000 }),
  ),
  setCollectionStorageQuota: superusers((context, { collectionId }) =>
    setCollectionQuota(context, { collection: { id: collectionId }, quotaBytes: 1000 }),
  ),
};
