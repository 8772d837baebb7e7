import {
  addDatasetType,
  deleteDatasetType,
  listDatasetTypes,
  setDatasetTypeBlocks,
  setDatasetTypeLicenses,
  viewDatasetType,
} from '../../../../src/domain/installation/dataset-type-commands.ts';
import { examineImport, storeImport } from '../../../../src/domain/datasets/creation/import-dataset.ts';
import { readDdiStudy } from '../../../../src/domain/datasets/creation/import-ddi.ts';
import {
  addLicense,
  deleteLicense,
  listLicenses,
  setDefaultLicense,
  setLicenseActive,
  setLicenseSortOrder,
  viewDefaultLicense,
  viewLicense,
} from '../../../../src/domain/installation/license-commands.ts';
import {
  checkDatasetRecords,
  checkPageOfRecords,
  countCheckedDatasets,
} from '../../../../src/domain/integrity/validation/check-records.ts';
import { examineCarriedDataset, storeCarriedDataset } from '../../../../src/domain/datasets/carrying/carry-dataset.ts';
import { DocumentReader } from '../../../../src/domain/datasets/carrying/carried-document.ts';
import { viewCarriedDataset } from '../../../../src/domain/datasets/carrying/view-carried-dataset.ts';
import { versionBody } from '../domain-world.ts';
import { freshAlias, type GateCase, type GateTable } from './gate-case.ts';
import { WHOLE } from '../../../../src/model/page-window.ts';

const superusers = (run: GateCase['run']): GateCase => ({ requires: 'Superuser', run });
const administering = (run: GateCase['run']): GateCase => ({ requires: 'AdminGate', run });
const everybody = (run: GateCase['run']): GateCase => ({ requires: 'Public', run });

/** A draft from another installation as it was examined. */
function carriedDraft(name: string): Parameters<typeof storeCarriedDataset>[1]['examined'] {
  const pid = { protocol: 'doi', authority: '10.9999', separator: '/', identifier: name.toUpperCase() };
  const moment = '2020-01-02T03:04:05Z';
  const draft = {
    ordinal: 1,
    versionState: 'DRAFT',
    internalVersionNumber: 1,
    createTime: moment,
    lastUpdateTime: moment,
    fileAccessRequest: true,
  };
  const dataset = {
    ...pid,
    datasetType: 'dataset',
    fileAccessRequest: true,
    createdAt: moment,
  };
  const reader = new DocumentReader();
  for (const [index, part] of [{ dataset }, { version: { ...versionBody('Tides'), ...draft } }].entries()) reader.add(part, index + 1);
  return { document: reader.end(), pid: { pid, registered: false }, bytes: [], driver: 'local', missingTexts: [] };
}

/** Source: datasets.md 4.2, 4.4, 14.1; exports.md 17; users-admin.md 13, 18.7. */
export const importGates: GateTable = {
  examineImport: superusers((context, { collectionId }) =>
    examineImport(context, { collection: { id: collectionId }, datasetVersion: versionBody('Tides'), manages: 'here', mayMint: true }),
  ),
  importDataset: superusers((context, { collectionId }) =>
    storeImport(context, {
      import: { collection: { id: collectionId }, datasetVersion: versionBody('Tides') },
      examined: { pid: null, driver: 'local', files: [] },
      limit: null,
      notes: {},
    }),
  ),
  viewCarriedDataset: superusers((context, { datasetId }) => viewCarriedDataset(context, { dataset: { id: datasetId } })),
  examineCarriedDataset: superusers((context, { collectionId }) =>
    examineCarriedDataset(context, { collection: { id: collectionId }, upload: null }),
  ),
  carryDataset: superusers((context, { collectionId }) =>
    storeCarriedDataset(context, { collection: { id: collectionId }, examined: carriedDraft(freshAlias()) }),
  ),
  readDdiStudy: superusers((context, { collectionId }) =>
    readDdiStudy(context, { collection: { id: collectionId }, ddi: '<codeBook><stdyDscr/></codeBook>' }),
  ),
  checkDatasetRecords: administering((context, { datasetId }) => checkDatasetRecords(context, { id: datasetId })),
  checkPageOfRecords: administering((context) => checkPageOfRecords(context, { ...WHOLE, limit: 1 })),
  countCheckedDatasets: administering((context) => countCheckedDatasets(context, null)),
  listLicenses: everybody((context) => listLicenses(context, null)),
  viewLicense: everybody((context) => viewLicense(context, 1)),
  viewDefaultLicense: everybody((context) => viewDefaultLicense(context, null)),
  addLicense: superusers((context) => {
    const name = freshAlias();
    return addLicense(context, { name, uri: `https://example.org/${name}`, shortDescription: 'A licence.', active: true, sortOrder: 9 });
  }),
  setDefaultLicense: superusers((context) => setDefaultLicense(context, { id: 1 })),
  setLicenseActive: superusers((context) => setLicenseActive(context, { id: 0, active: true })),
  setLicenseSortOrder: superusers((context) => setLicenseSortOrder(context, { id: 2, sortOrder: 2 })),
  deleteLicense: superusers((context) => deleteLicense(context, { id: 0 })),
  listDatasetTypes: everybody((context) => listDatasetTypes(context, null)),
  viewDatasetType: everybody((context) => viewDatasetType(context, { name: 'dataset' })),
  addDatasetType: superusers((context) => addDatasetType(context, { name: freshAlias(), linkedMetadataBlocks: [], availableLicenses: [] })),
  setDatasetTypeBlocks: superusers((context) => setDatasetTypeBlocks(context, { datasetType: { name: 'dataset' }, blocks: [] })),
  setDatasetTypeLicenses: superusers((context) => setDatasetTypeLicenses(context, { datasetType: { name: 'dataset' }, licenses: [] })),
  deleteDatasetType: superusers((context) => deleteDatasetType(context, { datasetType: { name: 'nosuch' } })),
};
