/** Which accounts are told of what. Source: users-admin.md 5.1, 5.3. */
import { listFileGrantees } from '../../db/queries/notifications/notifications.ts';
import { within } from '../../kernel/subscribers.ts';
import { permissionBit } from '../../permission-set.ts';
import { PERMISSIONS } from '../../vocabulary/access.ts';
import { notifyAccounts, notifyHolders } from './notify.ts';

const accounts = [
  within('AccountCreated', async (scope, { payload: { userAccountId, welcomed } }) => {
    if (!welcomed) return;
    await notifyAccounts(scope, { type: 'CREATEACC', receivers: [userAccountId] });
    await notifyAccounts(scope, { type: 'CONFIRMEMAIL', receivers: [userAccountId] });
  }),
  // The one token that is made in a browser; tokens of the APIs are made by programs that know of it.
  within('DeviceTokenIssued', (scope, { payload: { userAccountId } }) =>
    notifyAccounts(scope, { type: 'APIGENERATED', receivers: [userAccountId] }),
  ),
  within('EmailConfirmationRequested', (scope, { payload: { userAccountId } }) =>
    notifyAccounts(scope, { type: 'CONFIRMEMAIL', receivers: [userAccountId] }),
  ),
];

const collections = [
  within('CollectionCreated', (scope, { subjectId, payload }) =>
    notifyAccounts(scope, { type: 'CREATEDV', receivers: [payload.creatorId], subjectId }),
  ),
  within('CollectionPublished', (scope, { subjectId }) =>
    notifyHolders(scope, { nodeId: subjectId, holding: ['DownloadFile'], directly: true }, { type: 'ASSIGNROLE', subjectId }),
  ),
];

const datasets = [
  within('DatasetCreated', async (scope, { subjectId, payload: { creatorId, imported } }) => {
    if (scope.services.settings.get(':SendNotificationOnDatasetCreation') !== true) return;
    await notifyHolders(
      scope,
      { nodeId: subjectId, holding: ['PublishDataset'], except: imported ? creatorId : null },
      { type: 'DATASETCREATED', subjectId, requestorId: creatorId },
    );
  }),
  within('DatasetPublished', async (scope, { subjectId }) => {
    await notifyHolders(
      scope,
      { nodeId: subjectId, holding: ['ViewUnpublishedDataset', 'DownloadFile'] },
      { type: 'PUBLISHEDDS', subjectId },
    );
    const receivers = await listFileGrantees(scope.tx, subjectId, permissionBit('DownloadFile'));
    await notifyAccounts(scope, { type: 'GRANTFILEACCESS', receivers, subjectId });
  }),
  within('DatasetSubmittedForReview', (scope, { subjectId, payload: { requestorId } }) =>
    notifyHolders(scope, { nodeId: subjectId, holding: ['PublishDataset'] }, { type: 'SUBMITTEDDS', subjectId, requestorId }),
  ),
  within('DatasetReturnedToAuthor', (scope, { subjectId, payload: { reason } }) =>
    notifyHolders(
      scope,
      { nodeId: subjectId, holding: ['EditDataset'], lacking: ['PublishDataset'] },
      { type: 'RETURNEDDS', subjectId, details: { reason } },
    ),
  ),
  within('CurationStatusChanged', (scope, { subjectId, payload: { label } }) =>
    notifyHolders(scope, { nodeId: subjectId, holding: ['PublishDataset'] }, { type: 'STATUSUPDATED', subjectId, details: { label } }),
  ),
  within('PersistentIdReplaced', (scope, { subjectId }) =>
    notifyHolders(scope, { nodeId: subjectId, holding: PERMISSIONS, directly: true }, { type: 'PIDRECONCILED', subjectId }),
  ),
  within('WorkflowSucceeded', (scope, { subjectId, payload: { userAccountId, workflow, comment } }) =>
    notifyAccounts(scope, { type: 'WORKFLOW_SUCCESS', receivers: [userAccountId], subjectId, details: { workflow, comment } }),
  ),
  within('WorkflowFailed', (scope, { subjectId, payload: { userAccountId, workflow, comment } }) =>
    notifyAccounts(scope, { type: 'WORKFLOW_FAILURE', receivers: [userAccountId], subjectId, details: { workflow, comment } }),
  ),
];

/** Groups that are decided about are told nothing. */
function oneAccount(userAccountId: number | null): readonly number[] {
  return userAccountId === null ? [] : [userAccountId];
}

const files = [
  within('FileAccessRequested', async (scope, { subjectId, payload: { requestorId } }) => {
    await notifyHolders(
      scope,
      { nodeId: subjectId, holding: ['ManageFilePermissions'] },
      { type: 'REQUESTFILEACCESS', subjectId, requestorId },
    );
    await notifyAccounts(scope, { type: 'REQUESTEDFILEACCESS', subjectId, receivers: [requestorId] });
  }),
  within('FileAccessGranted', (scope, { subjectId, payload }) =>
    notifyAccounts(scope, { type: 'GRANTFILEACCESS', subjectId, receivers: oneAccount(payload.userAccountId) }),
  ),
  within('FileAccessRejected', (scope, { subjectId, payload }) =>
    notifyAccounts(scope, { type: 'REJECTFILEACCESS', subjectId, receivers: oneAccount(payload.userAccountId) }),
  ),
];

export const subscribers = [...accounts, ...collections, ...datasets, ...files];
