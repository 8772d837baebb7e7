import { findPublishedExport } from '../../../../src/domain/exports/find-published-export.ts';
import {
  exportAllDatasets,
  forgetExports,
  reexportDataset,
  viewExportRun,
  viewExportState,
} from '../../../../src/domain/exports/export-runs.ts';
import { listExportFormats } from '../../../../src/domain/exports/list-export-formats.ts';
import { planBag } from '../../../../src/domain/exports/bag/plan-bag.ts';
import type { GateTable } from './gate-case.ts';

/** Source: exports.md 1, 15. */
export const exportGates: GateTable = {
  listExportFormats: { requires: 'Public', run: (context) => listExportFormats(context, {}) },
  findPublishedExport: {
    requires: 'Public',
    run: (context, { datasetId }) => findPublishedExport(context, { dataset: { id: datasetId }, format: 'dcterms' }),
  },
  viewExportState: { requires: 'AdminGate', run: (context) => viewExportState(context, { runs: 1 }) },
  viewExportRun: { requires: 'AdminGate', run: (context) => viewExportRun(context, { id: 0 }) },
  exportAllDatasets: { requires: 'AdminGate', run: (context) => exportAllDatasets(context, { again: false }) },
  reexportDataset: {
    requires: 'AdminGate',
    run: (context, { datasetId }) => reexportDataset(context, { dataset: { id: datasetId } }),
  },
  forgetExports: { requires: 'AdminGate', run: (context) => forgetExports(context, {}) },
  'planBag of the draft': {
    requires: ['PublishDataset', 'ViewUnpublishedDataset'],
    run: (context, { datasetId }) => planBag(context, { dataset: { id: datasetId }, version: ':draft' }),
  },
};
