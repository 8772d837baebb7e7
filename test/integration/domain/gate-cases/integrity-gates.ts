import { auditFiles } from '../../../../src/domain/integrity/audit-files.ts';
import { fixVersionUnf } from '../../../../src/domain/integrity/fix-version-unf.ts';
import { fixSavedOriginalFacts } from '../../../../src/domain/integrity/fixity/complete-saved-originals.ts';
import {
  countPagedFixityChecks,
  pageFixityChecks,
  verifyDatasetFiles,
  viewFixityReport,
  viewFixityRound,
} from '../../../../src/domain/integrity/fixity/fixity-commands.ts';
import { computeChecksum, storeChecksum } from '../../../../src/domain/integrity/fixity/replace-checksum.ts';
import { replaceChecksums } from '../../../../src/domain/integrity/fixity/replace-checksums.ts';
import { countFilesToVerify, verifyOneFile, verifyPageOfFiles } from '../../../../src/domain/integrity/fixity/verify-on-demand.ts';
import { findRecordedFile } from '../../../../src/db/queries/integrity/fixity-checks.ts';
import {
  removeProvenance,
  setProvenance,
  setProvenanceText,
  viewProvenance,
} from '../../../../src/domain/files/provenance/provenance-commands.ts';
import type { GateCase, GateTable } from './gate-case.ts';
import { WHOLE } from '../../../../src/model/page-window.ts';

const editing = (run: GateCase['run']): GateCase => ({ requires: 'EditDataset', changes: true, run });
const superusers = (run: GateCase['run']): GateCase => ({ requires: 'Superuser', run });
const administering = (run: GateCase['run']): GateCase => ({ requires: 'AdminGate', run });

/** Source: files.md 10, 12, 22.8. */
export const integrityGates: GateTable = {
  viewProvenance: editing((context, { fileId }) => viewProvenance(context, { id: fileId })),
  setProvenance: editing((context, { fileId }) =>
    setProvenance(context, { file: { id: fileId }, document: '{"entity":{"ex:a":{}}}', entityName: 'ex:a' }),
  ),
  removeProvenance: editing((context, { fileId }) => removeProvenance(context, { file: { id: fileId } })),
  setProvenanceText: editing((context, { fileId }) => setProvenanceText(context, { file: { id: fileId }, text: 'Weighed.' })),
  auditFiles: superusers((context, { datasetId }) =>
    auditFiles(context, { firstId: datasetId, lastId: datasetId, datasets: null, after: 0, limit: 1 }),
  ),
  viewFixityReport: superusers((context) => viewFixityReport(context, null)),
  pageFixityChecks: superusers((context) => pageFixityChecks(context, { ...WHOLE, outcomes: ['MISSING'], limit: 1 })),
  countPagedFixityChecks: superusers((context) => countPagedFixityChecks(context, ['MISSING'])),
  viewFixityRound: superusers((context) => viewFixityRound(context, 1)),
  verifyDatasetFiles: superusers((context, { datasetId }) => verifyDatasetFiles(context, { dataset: { id: datasetId } })),
  verifyOneFile: superusers((context, { fileId }) => verifyOneFile(context, fileId)),
  computeChecksum: superusers((context, { fileId }) => computeChecksum(context, { fileId, algorithm: 'SHA-1' })),
  storeChecksum: superusers(async (context, { fileId }, world) => {
    const file = await findRecordedFile(world.db, fileId);
    if (file === undefined) throw new Error('There is no file.');
    return storeChecksum(context, { file, algorithm: 'MD5', value: file.checksumValue });
  }),
  replaceChecksums: superusers((context) => replaceChecksums(context, { algorithm: 'SHA-512', limit: 1 })),
  verifyPageOfFiles: administering((context, { datasetId }) =>
    verifyPageOfFiles(context, { ...WHOLE, dataset: { id: datasetId }, limit: 1 }),
  ),
  fixVersionUnf: administering((context, { versionId }) => fixVersionUnf(context, { versionId, forceRecalculate: false })),
  countFilesToVerify: administering((context, { datasetId }) => countFilesToVerify(context, { id: datasetId })),
  fixSavedOriginalFacts: administering((context) => fixSavedOriginalFacts(context, { fact: 'SIZE' })),
};
