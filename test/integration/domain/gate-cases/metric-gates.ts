import { viewCustomization } from '../../../../src/domain/installation/customization.ts';
import { addUsageReport } from '../../../../src/domain/metrics/add-usage-report.ts';
import { requestCitationUpdate } from '../../../../src/domain/metrics/request-citation-update.ts';
import { viewMetricScope } from '../../../../src/domain/metrics/installation-metrics.ts';
import { clearMetricsCache } from '../../../../src/domain/metrics/metric-cache.ts';
import { countDownloadsOfDataset } from '../../../../src/domain/metrics/download-counts.ts';
import { deleteSemanticMetadata, editSemanticMetadata } from '../../../../src/domain/versions/semantic/edit-description.ts';
import type { GateTable } from './gate-case.ts';

/** Source: datasets.md 13.2, 14.4, users-admin.md 15. */
export const metricGates: GateTable = {
  requestCitationUpdate: {
    requires: 'AdminGate',
    run: (context, { datasetId }) => requestCitationUpdate(context, { dataset: { id: datasetId } }),
  },
  // The file is looked for behind the gate.
  addUsageReport: { requires: 'AdminGate', run: (context) => addUsageReport(context, { path: '/nosuch' }) },
  viewCustomization: { requires: 'Public', run: (context) => viewCustomization(context, 'header') },
  clearMetricsCache: { requires: 'AdminGate', run: (context) => clearMetricsCache(context, { name: 'datasets' }) },
  viewMetricScope: {
    requires: ({ published }) => (published ? 'Public' : 'ViewUnpublishedCollection'),
    run: (context, { collectionId }) => viewMetricScope(context, { id: collectionId }),
  },
  'viewMetricScope of everything': { requires: 'Public', run: (context) => viewMetricScope(context, { root: true }) },
  countDownloadsOfDataset: {
    requires: 'Public',
    run: (context, { datasetId }) => countDownloadsOfDataset(context, { dataset: { id: datasetId }, includeUsage: false }),
  },
  // What is sent is no description, which is found out behind the gate.
  editSemanticMetadata: {
    requires: 'EditDataset',
    run: (context, { datasetId }) => editSemanticMetadata(context, { dataset: { id: datasetId }, description: { unknown: '1' } }),
  },
  deleteSemanticMetadata: {
    requires: 'EditDataset',
    run: (context, { datasetId }) => deleteSemanticMetadata(context, { dataset: { id: datasetId }, description: { unknown: '1' } }),
  },
};
