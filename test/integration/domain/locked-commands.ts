import { assignGuestbook, removeGuestbook } from '../../../src/domain/collections/guestbooks/guestbook-of-dataset.ts';
import { removeDatasetThumbnail, storeDatasetThumbnail } from '../../../src/domain/files/thumbnails/dataset-thumbnail.ts';
import { setCitationDate } from '../../../src/domain/datasets/set-citation-date.ts';
import { addDatasetLock, removeDatasetLocks } from '../../../src/domain/datasets/dataset-lock-commands.ts';
import { destroyDataset } from '../../../src/domain/datasets/destroy-dataset.ts';
import { reconcilePersistentId } from '../../../src/domain/identifiers/reconcile-pid.ts';
import { linkDataset, unlinkDataset } from '../../../src/domain/datasets/link-dataset.ts';
import { moveDataset } from '../../../src/domain/datasets/move-dataset.ts';
import { allowFileAccessRequests, setLicense, setTermsOfAccess } from '../../../src/domain/versions/set-terms.ts';
import { addFile, admitUpload } from '../../../src/domain/files/add-file.ts';
import { removeFile } from '../../../src/domain/files/remove-file.ts';
import { restrictFile } from '../../../src/domain/files/restrict-file.ts';
import { admitFileEdit, updateFileMetadata } from '../../../src/domain/files/update-file-metadata.ts';
import { removeProvenance, setProvenance, setProvenanceText } from '../../../src/domain/files/provenance/provenance-commands.ts';
import { setDatasetStorageDriver } from '../../../src/domain/files/storage-drivers.ts';
import { setDatasetLabelSet } from '../../../src/domain/datasets/review/label-sets.ts';
import { createPrivateUrl, withdrawPrivateUrl } from '../../../src/domain/datasets/review/private-url.ts';
import { returnToAuthor } from '../../../src/domain/datasets/review/return-to-author.ts';
import { setCurationStatus } from '../../../src/domain/datasets/review/set-curation-status.ts';
import { submitForReview } from '../../../src/domain/datasets/review/submit-for-review.ts';
import { assignDatasetRole, revokeDatasetRole } from '../../../src/domain/access/roles/dataset-assignments.ts';
import { deleteSemanticMetadata, editSemanticMetadata } from '../../../src/domain/versions/semantic/edit-description.ts';
import { putSetting } from '../../../src/domain/installation/settings-commands.ts';
import { deaccessionVersion } from '../../../src/domain/datasets/publication/deaccession-version.ts';
import { deleteDataset } from '../../../src/domain/datasets/delete-dataset.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { deleteMetadata, editMetadata } from '../../../src/domain/versions/edit-metadata.ts';
import { admitPublication, publishDataset } from '../../../src/domain/datasets/publication/publish-dataset.ts';
import { updateDraft } from '../../../src/domain/versions/update-draft.ts';
import { setVersionNote } from '../../../src/domain/versions/version-note.ts';
import { admitUploadedFiles, storeUploadedFiles } from '../../../src/domain/files/uploads/add-uploaded-files.ts';
import { beginUpload } from '../../../src/domain/files/uploads/begin-upload.ts';
import { admitUploadCompletion, noteUploadCompletion } from '../../../src/domain/files/uploads/complete-upload.ts';
import { ticketFor } from './uploads-world.ts';
import { versionBody } from './domain-world.ts';
import type { LockedCommand, LockTarget } from './locked-command.ts';
import { lockedFileCommands } from './locked-file-commands.ts';

export const SUBTITLE = { typeName: 'subtitle', multiple: false, typeClass: 'primitive', value: 'Under the moon' };

const dataset = ({ datasetId }: LockTarget) => ({ id: datasetId });
const admin = ({ world }: LockTarget) => world.as(world.superuser);
const subtitle = (value: string) => ({ fields: [{ ...SUBTITLE, value }] });

async function addOwnFile(target: LockTarget): Promise<void> {
  await addFile(admin(target), { dataset: dataset(target), file: await target.world.stage(`own bytes ${target.datasetId}`, 'own.txt') });
}

async function ownFile({ datasetId, world }: LockTarget): Promise<{ readonly id: number }> {
  const [row] = await world.sql<{ id: number }[]>`select id from data_file where dataset_id = ${datasetId}`;
  return { id: row?.id ?? 0 };
}

const edits: Readonly<Record<string, LockedCommand>> = {
  assignGuestbook: {
    column: 'edit',
    editor: true,
    run: async (context, target) => {
      const [row] = await target.world.sql<{ id: number }[]>`
        insert into guestbook (collection_id, name, enabled, name_required, email_required, institution_required, position_required)
        select owner_id, 'Asks', true, false, false, false, false from node where id = ${target.datasetId} returning id`;
      return assignGuestbook(context, { dataset: dataset(target), guestbookId: row?.id ?? 0 });
    },
  },
  removeGuestbook: { column: 'edit', editor: true, run: (context, target) => removeGuestbook(context, { dataset: dataset(target) }) },
  updateDatasetDraft: {
    column: 'edit',
    editor: true,
    run: (context, target) => updateDraft(context, { dataset: dataset(target), datasetVersion: versionBody('Changed') }),
  },
  editDatasetMetadata: {
    column: 'edit',
    editor: true,
    run: (context, target) => editMetadata(context, { dataset: dataset(target), metadata: subtitle('By day'), replace: true }),
  },
  deleteDatasetMetadata: {
    column: 'edit',
    editor: true,
    run: (context, target) => deleteMetadata(context, { dataset: dataset(target), metadata: subtitle(SUBTITLE.value) }),
  },
  editSemanticMetadata: {
    column: 'edit',
    editor: true,
    run: (context, target) =>
      editSemanticMetadata(context, { dataset: dataset(target), description: { title: 'Under the sun' }, replace: true }),
  },
  deleteSemanticMetadata: {
    column: 'edit',
    editor: true,
    run: (context, target) =>
      deleteSemanticMetadata(context, { dataset: dataset(target), description: { 'citation:subtitle': SUBTITLE.value } }),
  },
  setTermsOfAccess: {
    column: 'edit',
    editor: true,
    run: (context, target) => setTermsOfAccess(context, { dataset: dataset(target), termsOfAccess: 'Ask.' }),
  },
  setLicense: {
    column: 'edit',
    editor: true,
    run: (context, target) => setLicense(context, { dataset: dataset(target), license: 'CC0 1.0' }),
  },
  allowFileAccessRequests: {
    column: 'edit',
    editor: true,
    run: (context, target) => allowFileAccessRequests(context, { dataset: dataset(target), allow: true }),
  },
  setVersionNote: {
    column: 'edit',
    editor: true,
    run: (context, target) => setVersionNote(context, { dataset: dataset(target), version: ':draft', note: 'Note' }),
  },
  admitUpload: { column: 'edit', editor: true, run: (context, target) => admitUpload(context, dataset(target)) },
  admitFileEdit: {
    column: 'edit',
    editor: true,
    prepare: addOwnFile,
    run: async (context, target) => admitFileEdit(context, await ownFile(target)),
  },
  updateFileMetadata: {
    column: 'edit',
    editor: true,
    prepare: addOwnFile,
    run: async (context, target) => updateFileMetadata(context, { file: await ownFile(target), description: 'Changed' }),
  },
  removeFile: {
    column: 'edit',
    editor: true,
    prepare: addOwnFile,
    run: async (context, target) => removeFile(context, { file: await ownFile(target) }),
  },
  restrictFile: {
    column: 'edit',
    editor: true,
    prepare: addOwnFile,
    run: async (context, target) => restrictFile(context, { file: await ownFile(target), restrict: true, enableAccessRequest: true }),
  },
  beginUpload: {
    column: 'edit',
    editor: true,
    run: (context, target) => beginUpload(context, { dataset: dataset(target), sizeBytes: 4 }),
  },
  admitUploadCompletion: {
    column: 'edit',
    editor: true,
    run: async (context, { datasetId, world }) => admitUploadCompletion(context, { id: (await ticketFor(context, world, datasetId)).id }),
  },
  noteUploadCompletion: {
    column: 'edit',
    editor: true,
    run: async (context, { datasetId, world }) =>
      noteUploadCompletion(context, {
        id: (await ticketFor(context, world, datasetId)).id,
        checksum: { algorithm: 'MD5', value: '8d777f385d3dfec8815d20f7496026dc' },
      }),
  },
  admitUploadedFiles: { column: 'edit', editor: true, run: (context, target) => admitUploadedFiles(context, dataset(target)) },
  storeUploadedFiles: {
    column: 'edit',
    editor: true,
    run: (context, target) => storeUploadedFiles(context, { dataset: dataset(target), files: [], duplicates: 'warn' }),
  },
  addFile: {
    column: 'edit',
    editor: true,
    run: async (context, target) =>
      addFile(context, { dataset: dataset(target), file: await target.world.stage(`bytes ${target.datasetId}`, 'a.txt') }),
  },
};

const provenance: Readonly<Record<string, LockedCommand>> = {
  setProvenance: {
    column: 'edit',
    editor: true,
    prepare: addOwnFile,
    run: async (context, target) =>
      setProvenance(context, { file: await ownFile(target), document: '{"entity":{"ex:a":{}}}', entityName: 'ex:a' }),
  },
  removeProvenance: {
    column: 'edit',
    editor: true,
    prepare: addOwnFile,
    run: async (context, target) => removeProvenance(context, { file: await ownFile(target) }),
  },
  setProvenanceText: {
    column: 'edit',
    editor: true,
    prepare: addOwnFile,
    run: async (context, target) => setProvenanceText(context, { file: await ownFile(target), text: 'Weighed.' }),
  },
};

const publications: Readonly<Record<string, LockedCommand>> = {
  'publishDataset major': {
    column: 'publish',
    run: (context, target) => publishDataset(context, { dataset: dataset(target), type: 'major' }),
  },
  'admitPublication major': {
    column: 'publish',
    run: (context, target) => admitPublication(context, { dataset: dataset(target), type: 'major' }),
  },
  'admitPublication updatecurrent': {
    column: 'delete',
    superuser: true,
    run: (context, target) => admitPublication(context, { dataset: dataset(target), type: 'updatecurrent' }),
  },
  'publishDataset updatecurrent': {
    column: 'delete',
    superuser: true,
    run: (context, target) => publishDataset(context, { dataset: dataset(target), type: 'updatecurrent' }),
  },
  deleteDatasetDraft: { column: 'delete', editor: true, run: (context, target) => deleteDraft(context, { dataset: dataset(target) }) },
  deleteDataset: { column: 'delete', editor: true, run: (context, target) => deleteDataset(context, { dataset: dataset(target) }) },
};

const reviews: Readonly<Record<string, LockedCommand>> = {
  submitDatasetForReview: {
    column: 'review',
    editor: true,
    run: (context, target) => submitForReview(context, { dataset: dataset(target) }),
    instead: { InReview: 'DATASET_IN_REVIEW' },
  },
  returnDatasetToAuthor: {
    column: 'never',
    prepare: (target) => submitForReview(admin(target), { dataset: dataset(target) }),
    run: (context, target) => returnToAuthor(context, { dataset: dataset(target), reason: 'Say more.' }),
  },
  setCurationStatus: {
    column: 'never',
    prepare: async (target) => {
      await putSetting(admin(target), { name: ':AllowedCurationLabels', value: '{"Set":["Checked"]}' });
      return setDatasetLabelSet(admin(target), { dataset: dataset(target), name: 'Set' });
    },
    run: (context, target) => setCurationStatus(context, { dataset: dataset(target), label: 'Checked' }),
  },
  setDatasetCurationLabelSet: {
    column: 'never',
    superuser: true,
    run: (context, target) => setDatasetLabelSet(context, { dataset: dataset(target), name: 'DISABLED' }),
  },
  setDatasetStorageDriver: {
    column: 'never',
    superuser: true,
    run: (context, target) => setDatasetStorageDriver(context, { dataset: dataset(target), label: null }),
  },
  reconcilePersistentId: {
    column: 'edit',
    superuser: true,
    // As of a dataset that was never published, which is to have an identifier of another provider.
    prepare: async ({ datasetId, world }) => {
      await world.sql`update node set published_at = null where id = ${datasetId}`;
      await world.sql`update dataset set pid_generator = 'perma' where id = ${datasetId}`;
    },
    run: (context, target) => reconcilePersistentId(context, { dataset: dataset(target) }),
  },
  addDatasetLock: {
    column: 'never',
    superuser: true,
    run: (context, target) => addDatasetLock(context, { dataset: dataset(target), lockType: 'DcmUpload' }),
    instead: { DcmUpload: 'DATASET_LOCK_EXISTS' },
  },
  removeDatasetLocks: {
    column: 'never',
    superuser: true,
    run: (context, target) => removeDatasetLocks(context, { dataset: dataset(target), lockType: null }),
  },
};

const others: Readonly<Record<string, LockedCommand>> = {
  destroyDataset: { column: 'never', superuser: true, run: (context, target) => destroyDataset(context, { dataset: dataset(target) }) },
  deaccessionDatasetVersion: {
    column: 'never',
    run: (context, target) => deaccessionVersion(context, { dataset: dataset(target), version: '1.0', deaccessionReason: 'Wrong.' }),
  },
  removeDatasetThumbnail: {
    column: 'never',
    run: (context, target) => removeDatasetThumbnail(context, { dataset: dataset(target) }),
  },
  storeDatasetThumbnail: {
    column: 'never',
    run: (context, target) =>
      storeDatasetThumbnail(context, { dataset: dataset(target), picture: { card: Buffer.from('card'), logo: Buffer.from('logo') } }),
  },
  setCitationDate: { column: 'never', run: (context, target) => setCitationDate(context, { dataset: dataset(target), field: null }) },
  linkDataset: {
    column: 'never',
    run: (context, target) => linkDataset(context, { dataset: dataset(target), collection: { id: target.otherCollectionId } }),
  },
  unlinkDataset: {
    column: 'never',
    prepare: (target) => linkDataset(admin(target), { dataset: dataset(target), collection: { id: target.otherCollectionId } }),
    run: (context, target) => unlinkDataset(context, { dataset: dataset(target), collection: { id: target.otherCollectionId } }),
  },
  moveDataset: {
    column: 'never',
    run: (context, target) => moveDataset(context, { dataset: dataset(target), target: { id: target.otherCollectionId }, force: false }),
  },
  createPrivateUrl: {
    column: 'never',
    run: (context, target) => createPrivateUrl(context, { dataset: dataset(target), anonymized: false }),
  },
  deletePrivateUrl: {
    column: 'never',
    prepare: (target) => createPrivateUrl(admin(target), { dataset: dataset(target), anonymized: false }),
    run: (context, target) => withdrawPrivateUrl(context, { dataset: dataset(target) }),
  },
  assignDatasetRole: {
    column: 'never',
    run: (context, target) => assignDatasetRole(context, { dataset: dataset(target), assignee: ':AllUsers', roleAlias: 'member' }),
  },
  revokeDatasetRole: {
    column: 'never',
    run: async (context, target) => {
      const { id } = await assignDatasetRole(admin(target), { dataset: dataset(target), assignee: ':guest', roleAlias: 'member' });
      return revokeDatasetRole(context, { dataset: dataset(target), assignmentId: id });
    },
  },
};

/** Every command that changes a dataset, by its name; what tells apart two of one name stands behind a space. */
export const LOCKED_COMMANDS: Readonly<Record<string, LockedCommand>> = {
  ...edits,
  ...lockedFileCommands,
  ...provenance,
  ...publications,
  ...reviews,
  ...others,
};
