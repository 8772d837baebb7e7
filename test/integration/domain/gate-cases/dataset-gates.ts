import { setCitationDate } from '../../../../src/domain/datasets/set-citation-date.ts';
import { addDatasetLock, listLocksOfAllDatasets, removeDatasetLocks } from '../../../../src/domain/datasets/dataset-lock-commands.ts';
import {
  findCollectionStorageDriver,
  findDatasetStorageDriver,
  listStorageDrivers,
  setCollectionStorageDriver,
  setDatasetStorageDriver,
} from '../../../../src/domain/files/storage-drivers.ts';
import { countStoredFiles, listStoreRooms } from '../../../../src/domain/files/view-storage-use.ts';
import { destroyDataset } from '../../../../src/domain/datasets/destroy-dataset.ts';
import { listDatasetLocks } from '../../../../src/domain/datasets/list-dataset-locks.ts';
import { linkDataset, unlinkDataset } from '../../../../src/domain/datasets/link-dataset.ts';
import {
  datasetStorageSize,
  findDatasetTimestamps,
  listAvailableFileCategories,
  listSummaryFields,
  setDatasetFileLimit,
} from '../../../../src/domain/datasets/dataset-facts.ts';
import { moveDataset } from '../../../../src/domain/datasets/move-dataset.ts';
import { allowFileAccessRequests, setLicense, setTermsOfAccess } from '../../../../src/domain/versions/set-terms.ts';
import { grantFileAccess, rejectFileAccess, revokeFileAccess } from '../../../../src/domain/files/decide-file-access.ts';
import {
  findOwnFilePermissions,
  hasRequestedFileAccess,
  listFileAccessRequests,
  requestFileAccess,
} from '../../../../src/domain/files/request-file-access.ts';
import { findOwnDatasetPermissions } from '../../../../src/domain/datasets/own-dataset-permissions.ts';
import { listPidProviders, listUnreserved, lookUpIdentifier } from '../../../../src/domain/identifiers/identifier-queries.ts';
import {
  summarizeRegistrations,
  updateAllRegistrations,
  updateRegistration,
} from '../../../../src/domain/identifiers/registration-commands.ts';
import { examineImport, storeImport } from '../../../../src/domain/datasets/creation/import-dataset.ts';
import { addFile, admitUpload } from '../../../../src/domain/files/add-file.ts';
import { removeFile } from '../../../../src/domain/files/remove-file.ts';
import { restrictFile } from '../../../../src/domain/files/restrict-file.ts';
import { admitFileEdit, updateFileMetadata } from '../../../../src/domain/files/update-file-metadata.ts';
import { viewFile, viewFileById, viewFileRecord } from '../../../../src/domain/files/view-file.ts';
import { isFileDeleted, viewFileHistory } from '../../../../src/domain/files/view-file-history.ts';
import { viewFileInVersion } from '../../../../src/domain/files/view-file-in-version.ts';
import {
  chooseCollectionLabelSet,
  listLabelSets,
  setDatasetLabelSet,
  viewCollectionLabelSet,
  viewDatasetLabelSet,
} from '../../../../src/domain/datasets/review/label-sets.ts';
import { listCurationStates } from '../../../../src/domain/datasets/review/list-curation-states.ts';
import { listReviewHistory } from '../../../../src/domain/datasets/review/list-review-history.ts';
import { previewVersion } from '../../../../src/domain/datasets/review/preview-version.ts';
import { createPrivateUrl, viewPrivateUrl, withdrawPrivateUrl } from '../../../../src/domain/datasets/review/private-url.ts';
import { returnToAuthor } from '../../../../src/domain/datasets/review/return-to-author.ts';
import { setCurationStatus } from '../../../../src/domain/datasets/review/set-curation-status.ts';
import { submitForReview } from '../../../../src/domain/datasets/review/submit-for-review.ts';
import {
  listAllowedLabels,
  showCurationStatuses,
  viewCurationStatuses,
} from '../../../../src/domain/datasets/review/view-curation-status.ts';
import { assignDatasetRole, listDatasetAssignments, revokeDatasetRole } from '../../../../src/domain/access/roles/dataset-assignments.ts';
import { deaccessionVersion } from '../../../../src/domain/datasets/publication/deaccession-version.ts';
import { deleteDataset } from '../../../../src/domain/datasets/delete-dataset.ts';
import { deleteDraft } from '../../../../src/domain/datasets/delete-draft.ts';
import { deleteMetadata, editMetadata } from '../../../../src/domain/versions/edit-metadata.ts';
import { planPublication } from '../../../../src/domain/datasets/publication/plan-publication.ts';
import { lockDamagedDataset } from '../../../../src/domain/datasets/publication/verify-new-files.ts';
import { admitPublication, publishDataset } from '../../../../src/domain/datasets/publication/publish-dataset.ts';
import { updateDraft } from '../../../../src/domain/versions/update-draft.ts';
import {
  showDatasetSchema,
  validateDraft,
  validateNewDataset,
  validateStoredVersion,
} from '../../../../src/domain/datasets/publication/validate-dataset.ts';
import { setVersionNote } from '../../../../src/domain/versions/version-note.ts';
import { viewVersionById, viewVersionFile } from '../../../../src/domain/versions/view-version-by-id.ts';
import { findAnyDataset, viewDataset, viewDatasetById, viewDatasetWithLatest } from '../../../../src/domain/datasets/view-dataset.ts';
import { viewVersion } from '../../../../src/domain/versions/view-version.ts';
import { versionBody } from '../domain-world.ts';
import { WHOLE } from '../../../../src/model/page-window.ts';
import { freshAlias, type GateCase, type GateTable, type GateTarget } from './gate-case.ts';

const whileUnpublished = ({ published }: GateTarget): 'Public' | 'ViewUnpublishedDataset' =>
  published ? 'Public' : 'ViewUnpublishedDataset';
const superusers = (run: GateCase['run']): GateCase => ({ requires: 'Superuser', run });
const editing = (run: GateCase['run']): GateCase => ({ requires: 'EditDataset', run, changes: true });
const publishing = (run: GateCase['run']): GateCase => ({ requires: 'PublishDataset', run, changes: true });
const managing = (run: GateCase['run']): GateCase => ({ requires: 'ManageDatasetPermissions', run });
const deleting = (run: GateCase['run']): GateCase => ({ requires: 'DeleteDatasetDraft', run, changes: true });

const viewing =
  (reference: string): GateCase['run'] =>
  async (context, { datasetId }) => {
    const dataset = await findAnyDataset(context, { id: datasetId });
    return viewVersion(context, { dataset, reference, includeDeaccessioned: false });
  };

/** Source: datasets.md 1.2, 4 to 9, 11; files.md 4, 7. */
export const datasetGates: GateTable = {
  viewDataset: { requires: whileUnpublished, run: (context, { datasetId }) => viewDataset(context, { id: datasetId }) },
  viewDatasetById: { requires: whileUnpublished, run: (context, { datasetId }) => viewDatasetById(context, datasetId) },
  viewDatasetWithLatest: {
    requires: whileUnpublished,
    run: (context, { datasetId }) =>
      viewDatasetWithLatest(context, { dataset: { id: datasetId }, asked: { files: 100, metadata: true, granted: false } }),
  },
  'viewVersion the newest': { requires: whileUnpublished, run: viewing(':latest') },
  'viewVersion the draft': { requires: 'ViewUnpublishedDataset', run: viewing(':draft') },
  findAnyDataset: { requires: 'Public', run: (context, { datasetId }) => findAnyDataset(context, { id: datasetId }) },
  listDatasetLocks: {
    requires: 'Public',
    run: (context, { datasetId }) => listDatasetLocks(context, { dataset: { id: datasetId }, type: null }),
  },
  viewFileHistory: {
    requires: whileUnpublished,
    run: (context, { fileId }) => viewFileHistory(context, { file: { id: fileId }, offset: 0, limit: 20 }),
  },
  isFileDeleted: { requires: whileUnpublished, run: (context, { fileId }) => isFileDeleted(context, { id: fileId }) },
  findDatasetStorageDriver: { requires: 'Public', run: (context, { datasetId }) => findDatasetStorageDriver(context, { id: datasetId }) },
  findOwnDatasetPermissions: { requires: 'Public', run: (context, { datasetId }) => findOwnDatasetPermissions(context, { id: datasetId }) },
  listDatasetAssignments: managing((context, { datasetId }) => listDatasetAssignments(context, { id: datasetId, ...WHOLE })),
  assignDatasetRole: managing((context, { datasetId }) =>
    assignDatasetRole(context, { dataset: { id: datasetId }, assignee: ':AllUsers', roleAlias: 'powerless' }),
  ),
  revokeDatasetRole: {
    ...managing(async (context, { datasetId }, { sql }) => {
      const [row] = await sql<
        { id: number }[]
      >`select id from role_assignment where definition_point_id = ${datasetId} and assignee = '@admin'`;
      return revokeDatasetRole(context, { dataset: { id: datasetId }, assignmentId: row?.id ?? 0 });
    }),
    changes: true,
  },
  createPrivateUrl: managing((context, { datasetId }) => createPrivateUrl(context, { dataset: { id: datasetId }, anonymized: false })),
  viewPrivateUrl: managing((context, { datasetId }) => viewPrivateUrl(context, { id: datasetId })),
  deletePrivateUrl: managing((context, { datasetId }) => withdrawPrivateUrl(context, { dataset: { id: datasetId } })),
  previewVersion: { requires: 'Public', run: (context) => previewVersion(context, { token: 'nothing' }) },
  // The permission is asked for on the collection that links, which is the one that holds it here: found out behind the gate.
  linkDataset: {
    requires: 'LinkDataset',
    run: (context, { datasetId, collectionId }) => linkDataset(context, { dataset: { id: datasetId }, collection: { id: collectionId } }),
  },
  unlinkDataset: {
    requires: 'LinkDataset',
    run: (context, { datasetId, collectionId }) => unlinkDataset(context, { dataset: { id: datasetId }, collection: { id: collectionId } }),
  },
  listAvailableFileCategories: {
    requires: 'Public',
    run: (context, { datasetId }) => listAvailableFileCategories(context, { id: datasetId }),
  },
  findDatasetTimestamps: { requires: 'Public', run: (context, { datasetId }) => findDatasetTimestamps(context, { id: datasetId }) },
  datasetStorageSize: {
    requires: 'ViewUnpublishedDataset',
    run: (context, { datasetId }) => datasetStorageSize(context, { id: datasetId }),
  },
  listSummaryFields: { requires: 'Public', run: async (context) => listSummaryFields(context, {}) },
  setDatasetFileLimit: superusers((context, { datasetId }) => setDatasetFileLimit(context, { dataset: { id: datasetId }, limit: 9 })),
  // Where it lies already is found out behind the gate.
  moveDataset: {
    requires: ['PublishDataset', 'AddDataset', 'PublishDataset'],
    run: (context, { datasetId, collectionId }) =>
      moveDataset(context, { dataset: { id: datasetId }, target: { id: collectionId }, force: false }),
  },
  'viewVersionById of a draft': {
    requires: 'ViewUnpublishedDataset',
    run: (context, { versionId }) => viewVersionById(context, versionId),
  },
  'viewVersionFile of a draft': {
    requires: 'ViewUnpublishedDataset',
    run: async (context, { versionId }, { sql }) => {
      const [record] = await sql<
        { id: number }[]
      >`select m.id from file_metadata m inner join dataset_version v on v.dataset_id = m.dataset_id
        where v.id = ${versionId} and m.valid_to is null`;
      return viewVersionFile(context, { versionId, recordId: record?.id ?? 0 });
    },
  },
  viewFile: { requires: whileUnpublished, run: (context, { fileId }) => viewFile(context, { id: fileId }) },
  'viewFileRecord as published': {
    requires: whileUnpublished,
    run: (context, { fileId }) => viewFileRecord(context, { fileId, draft: false }),
  },
  'viewFileRecord of the draft': {
    requires: 'ViewUnpublishedDataset',
    run: (context, { fileId }) => viewFileRecord(context, { fileId, draft: true }),
  },
  viewFileInVersion: {
    requires: whileUnpublished,
    run: (context, { fileId }) => viewFileInVersion(context, { file: { id: fileId }, version: null, includeDeaccessioned: false }),
  },
  viewFileById: { requires: whileUnpublished, run: (context, { fileId }) => viewFileById(context, fileId) },
  admitUpload: { requires: 'EditDataset', run: (context, { datasetId }) => admitUpload(context, { id: datasetId }) },
  addFile: {
    requires: 'EditDataset',
    run: async (context, { datasetId }, world) =>
      addFile(context, { dataset: { id: datasetId }, file: await world.stage(freshAlias(), `${freshAlias()}.txt`) }),
  },
  admitFileEdit: { requires: 'EditDataset', run: (context, { fileId }) => admitFileEdit(context, { id: fileId }) },
  updateFileMetadata: editing((context, { fileId }) => updateFileMetadata(context, { file: { id: fileId }, description: 'Changed' })),
  removeFile: editing((context, { fileId }) => removeFile(context, { file: { id: fileId } })),
  restrictFile: editing((context, { fileId }) => restrictFile(context, { file: { id: fileId }, restrict: true })),
  updateDatasetDraft: editing((context, { datasetId }) =>
    updateDraft(context, { dataset: { id: datasetId }, datasetVersion: versionBody('Changed') }),
  ),
  editDatasetMetadata: editing((context, { datasetId }) => editMetadata(context, { dataset: { id: datasetId }, metadata: { fields: [] } })),
  deleteDatasetMetadata: editing((context, { datasetId }) =>
    deleteMetadata(context, { dataset: { id: datasetId }, metadata: { fields: [] } }),
  ),
  setTermsOfAccess: editing((context, { datasetId }) => setTermsOfAccess(context, { dataset: { id: datasetId }, termsOfAccess: 'Ask.' })),
  setLicense: editing((context, { datasetId }) => setLicense(context, { dataset: { id: datasetId }, license: 'CC0 1.0' })),
  allowFileAccessRequests: editing((context, { datasetId }) =>
    allowFileAccessRequests(context, { dataset: { id: datasetId }, allow: true }),
  ),
  requestFileAccess: { requires: 'LoggedIn', run: (context, { fileId }) => requestFileAccess(context, { file: { id: fileId } }) },
  listFileAccessRequests: {
    requires: ['LoggedIn', 'ManageFilePermissions'],
    run: (context, { fileId }) => listFileAccessRequests(context, { id: fileId }),
  },
  hasRequestedFileAccess: { requires: 'LoggedIn', run: (context, { fileId }) => hasRequestedFileAccess(context, { id: fileId }) },
  findOwnFilePermissions: { requires: 'Public', run: (context, { fileId }) => findOwnFilePermissions(context, { id: fileId }) },
  grantFileAccess: {
    requires: 'ManageFilePermissions',
    run: (context, { fileId }) => grantFileAccess(context, { file: { id: fileId }, assignee: '@admin2' }),
  },
  // There is nothing to take back or to reject, which is found out behind the gate.
  revokeFileAccess: {
    requires: 'ManageFilePermissions',
    run: (context, { fileId }) => revokeFileAccess(context, { file: { id: fileId }, assignee: ':guest' }),
  },
  rejectFileAccess: {
    requires: 'ManageFilePermissions',
    run: (context, { fileId }) => rejectFileAccess(context, { file: { id: fileId }, assignee: '@admin2' }),
  },
  'setVersionNote of the draft': editing((context, { datasetId }) =>
    setVersionNote(context, { dataset: { id: datasetId }, version: ':draft', note: 'Note' }),
  ),
  submitDatasetForReview: editing((context, { datasetId }) => submitForReview(context, { dataset: { id: datasetId } })),
  listReviewHistory: {
    requires: 'EditDataset',
    orElse: 'PublishDataset',
    run: (context, { datasetId }) => listReviewHistory(context, { id: datasetId }),
  },
  returnDatasetToAuthor: publishing((context, { datasetId }) =>
    returnToAuthor(context, { dataset: { id: datasetId }, reason: 'Say more.' }),
  ),
  setCurationStatus: publishing((context, { datasetId }) => setCurationStatus(context, { dataset: { id: datasetId }, label: null })),
  viewCurationStatuses: publishing((context, { datasetId }) => viewCurationStatuses(context, { id: datasetId })),
  showCurationStatuses: publishing((context, { datasetId }) => showCurationStatuses(context, { id: datasetId })),
  listAllowedCurationLabels: publishing((context, { datasetId }) => listAllowedLabels(context, { id: datasetId })),
  'publishDataset major': publishing((context, { datasetId }) => publishDataset(context, { dataset: { id: datasetId }, type: 'major' })),
  admitPublication: publishing((context, { datasetId }) => admitPublication(context, { dataset: { id: datasetId }, type: 'major' })),
  // None of them is damaged, which is found out behind the gate.
  lockDamagedDataset: publishing((context, { datasetId }) => lockDamagedDataset(context, { dataset: { id: datasetId }, damaged: [] })),
  'publishDataset updatecurrent': superusers((context, { datasetId }) =>
    publishDataset(context, { dataset: { id: datasetId }, type: 'updatecurrent' }),
  ),
  publishPlan: {
    requires: 'ViewUnpublishedDataset',
    run: (context, { datasetId }) => planPublication(context, { dataset: { id: datasetId }, type: null }),
  },
  validateNewDataset: {
    requires: 'AddDataset',
    run: (context, { collectionId }) =>
      validateNewDataset(context, { collection: { id: collectionId }, datasetVersion: versionBody('Validated') }),
  },
  showDatasetSchema: {
    requires: 'AddDataset',
    run: (context, { collectionId }) => showDatasetSchema(context, { collection: { id: collectionId } }),
  },
  validateDraft: {
    requires: 'EditDataset',
    run: (context, { datasetId }) => validateDraft(context, { dataset: { id: datasetId }, datasetVersion: versionBody('Validated') }),
  },
  validateStoredVersion: {
    requires: 'ViewUnpublishedDataset',
    run: (context, { datasetId }) => validateStoredVersion(context, { dataset: { id: datasetId } }),
  },
  deaccessionDatasetVersion: publishing((context, { datasetId }) =>
    deaccessionVersion(context, { dataset: { id: datasetId }, version: '1.0', deaccessionReason: 'Wrong.' }),
  ),
  setCitationDate: publishing((context, { datasetId }) => setCitationDate(context, { dataset: { id: datasetId }, field: null })),
  deleteDatasetDraft: deleting((context, { datasetId }) => deleteDraft(context, { dataset: { id: datasetId } })),
  deleteDataset: deleting((context, { datasetId }) => deleteDataset(context, { dataset: { id: datasetId } })),
  // What is sent is no dataset, which is found out behind the gate.
  examineImport: superusers((context, { collectionId }) =>
    examineImport(context, { collection: { id: collectionId }, datasetVersion: {}, mayMint: true, manages: 'here' }),
  ),
  importDataset: superusers((context, { collectionId }) =>
    storeImport(context, {
      import: { collection: { id: collectionId }, datasetVersion: {} },
      examined: { pid: null, driver: 'local', files: [] },
      limit: null,
      notes: {},
    }),
  ),
  destroyDataset: { ...superusers((context, { datasetId }) => destroyDataset(context, { dataset: { id: datasetId } })), changes: true },
  addDatasetLock: superusers((context, { datasetId }) => addDatasetLock(context, { dataset: { id: datasetId }, lockType: 'Ingest' })),
  removeDatasetLocks: superusers((context, { datasetId }) => removeDatasetLocks(context, { dataset: { id: datasetId }, lockType: null })),
  updateRegistration: {
    ...superusers((context, { datasetId }) => updateRegistration(context, { dataset: { id: datasetId }, publishedOnly: false })),
    changes: true,
  },
  updateAllRegistrations: superusers((context) => updateAllRegistrations(context, { publishedOnly: true })),
  lookUpIdentifier: superusers((context) => lookUpIdentifier(context, { persistentId: 'doi:10.5072/FK2/NONE' })),
  listPidProviders: superusers((context) => listPidProviders(context, {})),
  listUnreserved: superusers((context) => listUnreserved(context, {})),
  summarizeRegistrations: superusers((context) => summarizeRegistrations(context, {})),
  listLocksOfAllDatasets: superusers((context) => listLocksOfAllDatasets(context, { lockType: null, userName: null, window: WHOLE })),
  viewDatasetLabelSet: superusers((context, { datasetId }) => viewDatasetLabelSet(context, { id: datasetId })),
  setDatasetCurationLabelSet: superusers((context, { datasetId }) =>
    setDatasetLabelSet(context, { dataset: { id: datasetId }, name: 'nothing' }),
  ),
  viewCollectionLabelSet: superusers((context, { collectionId }) => viewCollectionLabelSet(context, { id: collectionId })),
  setCollectionCurationLabelSet: superusers((context, { collectionId }) =>
    chooseCollectionLabelSet(context, { collection: { id: collectionId }, name: 'nothing' }),
  ),
  setDatasetStorageDriver: superusers((context, { datasetId }) =>
    setDatasetStorageDriver(context, { dataset: { id: datasetId }, label: 'nothing' }),
  ),
  findCollectionStorageDriver: superusers((context, { collectionId }) =>
    findCollectionStorageDriver(context, { collection: { id: collectionId }, effective: true }),
  ),
  setCollectionStorageDriver: superusers((context, { collectionId }) =>
    setCollectionStorageDriver(context, { collection: { id: collectionId }, label: 'nothing' }),
  ),
  listStoreRooms: superusers((context) => listStoreRooms(context, null)),
  countStoredFiles: superusers((context) => countStoredFiles(context, null)),
  listStorageDrivers: superusers((context) => listStorageDrivers(context, {})),
  listCurationLabelSets: superusers((context) => listLabelSets(context, undefined)),
  listCurationStates: superusers((context) => listCurationStates(context, { dataset: null, includeHistory: false })),
};
