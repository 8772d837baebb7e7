import { listFacetableFields, listFieldCatalog, setFieldDisplayOnCreate } from '../../../../src/domain/metadata/field-catalog.ts';
import { findMetadataBlock } from '../../../../src/domain/metadata/find-block.ts';
import { listBlocks } from '../../../../src/domain/metadata/list-blocks.ts';
import { loadMetadataBlocks } from '../../../../src/domain/metadata/load-blocks.ts';
import { listRateLimits } from '../../../../src/domain/installation/list-rate-limits.ts';
import { viewInstallationState } from '../../../../src/domain/installation/view-installation-state.ts';
import { viewSettingDefinitions } from '../../../../src/domain/installation/view-setting-definitions.ts';
import { viewRateLimit } from '../../../../src/domain/installation/view-rate-limit.ts';
import { replaceSettings } from '../../../../src/domain/installation/replace-settings.ts';
import { deleteSetting, findSetting, listSettings, putSetting } from '../../../../src/domain/installation/settings-commands.ts';
import { createBuiltinUser } from '../../../../src/domain/access/accounts/create-builtin-user.ts';
import { deleteOwnToken, recreateOwnToken, viewOwnToken } from '../../../../src/domain/access/accounts/own-token.ts';
import { findOwnAccount, requireOwnAccount } from '../../../../src/domain/access/accounts/own-account.ts';
import { viewUser } from '../../../../src/domain/access/accounts/view-user.ts';
import {
  checkDatasetRecords,
  checkPageOfRecords,
  countCheckedDatasets,
} from '../../../../src/domain/integrity/validation/check-records.ts';
import type { GateCase, GateTable } from './gate-case.ts';
import { WHOLE } from '../../../../src/model/page-window.ts';

const administering = (run: GateCase['run']): GateCase => ({ requires: 'AdminGate', run });

/** Source: decisions.md 2 and 26, users-admin.md 7 and 10. */
export const installationGates: GateTable = {
  findMetadataBlock: { requires: 'Public', run: (context) => findMetadataBlock(context, { name: 'citation' }) },
  listBlocks: { requires: 'Public', run: (context) => listBlocks(context, { onlyDisplayedOnCreate: true }) },
  putSetting: administering((context) => putSetting(context, { name: ':InstallationName', value: 'Test' })),
  replaceSettings: administering((context) => replaceSettings(context, { settings: [] })),
  deleteSetting: administering((context) => deleteSetting(context, { name: ':InstallationName' })),
  findSetting: administering((context) => findSetting(context, { name: ':InstallationName' })),
  listRateLimits: { requires: 'Superuser', run: (context) => listRateLimits(context, { withinMinutes: null }) },
  viewInstallationState: { requires: 'Superuser', run: (context) => viewInstallationState(context, null) },
  viewRateLimit: { requires: 'Public', run: (context) => viewRateLimit(context, null) },
  viewSettingDefinitions: administering((context) => viewSettingDefinitions(context, { group: null, isSet: null, name: null })),
  listSettings: administering((context) => listSettings(context, undefined)),
  listFacetableFields: { requires: 'Public', run: (context) => listFacetableFields(context, {}) },
  listFieldCatalog: administering((context) => listFieldCatalog(context, { names: ['title'] })),
  setFieldDisplayOnCreate: administering((context) => setFieldDisplayOnCreate(context, { fieldName: 'nothing', displayOnCreate: true })),
  loadMetadataBlocks: administering((context) => loadMetadataBlocks(context, { table: '' })),
  checkDatasetRecords: administering((context, { datasetId }) => checkDatasetRecords(context, { id: datasetId })),
  checkPageOfRecords: administering((context) => checkPageOfRecords(context, { ...WHOLE, limit: 1 })),
  countCheckedDatasets: administering((context) => countCheckedDatasets(context, null)),
  // It asks for its key by itself, behind the gate.
  createBuiltinUser: {
    requires: 'Public',
    run: (context) => createBuiltinUser(context, { userName: '', firstName: 'A', lastName: 'B', email: 'a@example.org' }),
  },
  findOwnAccount: { requires: 'Public', run: (context) => findOwnAccount(context, {}) },
  requireOwnAccount: { requires: 'LoggedIn', run: (context) => requireOwnAccount(context, {}) },
  // No caller here has a token.
  viewOwnToken: { requires: 'LoggedIn', run: (context) => viewOwnToken(context, null) },
  recreateOwnToken: { requires: 'LoggedIn', run: (context) => recreateOwnToken(context, {}) },
  deleteOwnToken: { requires: 'LoggedIn', run: (context) => deleteOwnToken(context, {}) },
  'viewUser of somebody else': { requires: 'Superuser', run: (context) => viewUser(context, 1) },
};
