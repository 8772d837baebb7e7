import { registerFile } from '../../../../src/domain/files/register-file.ts';
import { setPidGenerator, viewPidGenerator } from '../../../../src/domain/identifiers/pid-generator.ts';
import { reconcilePersistentId } from '../../../../src/domain/identifiers/reconcile-pid.ts';
import {
  addBannerMessage,
  countBannerMessages,
  deactivateBannerMessage,
  deleteBannerMessage,
  listBannerMessages,
} from '../../../../src/domain/installation/banner-message-commands.ts';
import {
  addStorageSite,
  countStorageSites,
  deleteStorageSite,
  listStorageSites,
  setPrimaryStorageSite,
  viewStorageSite,
} from '../../../../src/domain/installation/storage-site-commands.ts';
import {
  deleteUsageProcessingState,
  setUsageProcessing,
  viewUsageProcessing,
} from '../../../../src/domain/metrics/usage-processing-commands.ts';
import { deleteArchivalStatus, setArchivalStatus, viewArchivalStatus } from '../../../../src/domain/versions/archival-status.ts';
import { freshAlias, type GateTable } from './gate-case.ts';
import { WHOLE } from '../../../../src/model/page-window.ts';

const PAGE = { ...WHOLE, limit: 1 };
const SITE = { name: null, primaryStorage: false, transferProtocols: 'rsync' };
const ABSENT = 987_654;

/** Source: users-admin.md 15.4, 18.4, datasets.md 12.2, 12.3, 14.1. */
export const administrationGates: GateTable = {
  listBannerMessages: { requires: 'AdminGate', run: (context) => listBannerMessages(context, { activeOnly: false, ...PAGE }) },
  'listBannerMessages that are shown': {
    requires: 'Public',
    run: (context) => listBannerMessages(context, { activeOnly: true, ...PAGE }),
  },
  countBannerMessages: { requires: 'AdminGate', run: (context) => countBannerMessages(context, false) },
  'countBannerMessages that are shown': { requires: 'Public', run: (context) => countBannerMessages(context, true) },
  addBannerMessage: {
    requires: 'AdminGate',
    run: (context) => addBannerMessage(context, { dismissible: true, texts: [{ language: 'en', message: 'Closed today.' }] }),
  },
  deactivateBannerMessage: { requires: 'AdminGate', run: (context) => deactivateBannerMessage(context, { id: ABSENT }) },
  deleteBannerMessage: { requires: 'AdminGate', run: (context) => deleteBannerMessage(context, { id: ABSENT }) },
  listStorageSites: { requires: 'AdminGate', run: (context) => listStorageSites(context, PAGE) },
  countStorageSites: { requires: 'AdminGate', run: (context) => countStorageSites(context, null) },
  viewStorageSite: { requires: 'AdminGate', run: (context) => viewStorageSite(context, ABSENT) },
  addStorageSite: {
    requires: 'AdminGate',
    run: (context) => addStorageSite(context, { ...SITE, hostname: `${freshAlias()}.example.org` }),
  },
  setPrimaryStorageSite: { requires: 'AdminGate', run: (context) => setPrimaryStorageSite(context, { id: ABSENT, primaryStorage: true }) },
  deleteStorageSite: { requires: 'AdminGate', run: (context) => deleteStorageSite(context, { id: ABSENT }) },
  viewUsageProcessing: { requires: 'AdminGate', run: (context) => viewUsageProcessing(context, '2024-01') },
  setUsageProcessing: { requires: 'AdminGate', run: (context) => setUsageProcessing(context, { month: '2024-02', state: 'NEW' }) },
  deleteUsageProcessing: { requires: 'AdminGate', run: (context) => deleteUsageProcessingState(context, { month: '2024-01' }) },
  viewArchivalStatus: {
    requires: 'Superuser',
    run: (context, { datasetId }) => viewArchivalStatus(context, { dataset: { id: datasetId }, version: ':latest' }),
  },
  setArchivalStatus: {
    requires: 'Superuser',
    run: (context, { datasetId }) =>
      setArchivalStatus(context, { dataset: { id: datasetId }, version: ':latest', status: 'pending', message: 'Sent.' }),
    changes: true,
  },
  deleteArchivalStatus: {
    requires: 'Superuser',
    run: (context, { datasetId }) => deleteArchivalStatus(context, { dataset: { id: datasetId }, version: ':latest' }),
  },
  registerFile: { requires: 'Superuser', run: (context, { fileId }) => registerFile(context, { file: { id: fileId } }), changes: true },
  viewPidGenerator: { requires: 'Public', run: (context, { datasetId }) => viewPidGenerator(context, { dataset: { id: datasetId } }) },
  // Unknown providers are found out behind the gate.
  setPidGenerator: {
    requires: 'Superuser',
    run: (context, { datasetId }) => setPidGenerator(context, { dataset: { id: datasetId }, provider: 'nosuch' }),
  },
  reconcilePersistentId: {
    requires: 'Superuser',
    run: (context, { datasetId }) => reconcilePersistentId(context, { dataset: { id: datasetId } }),
    changes: true,
  },
};
