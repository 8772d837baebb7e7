import type { CommandContext } from '../../../../src/domain/command.ts';
import { fixSavedOriginalFacts } from '../../../../src/domain/fixity/complete-saved-originals.ts';
import {
  countPagedFixityChecks,
  pageFixityChecks,
  verifyDatasetFiles,
  viewFixityReport,
  viewFixityRound,
} from '../../../../src/domain/fixity/fixity-commands.ts';
import { computeChecksum, storeChecksum } from '../../../../src/domain/fixity/replace-checksum.ts';
import { countFilesToVerify, verifyOneFile, verifyPageOfFiles } from '../../../../src/domain/fixity/verify-on-demand.ts';
import { findRecordedFile } from '../../../../src/db/queries/fixity-checks.ts';
import {
  removeProvenance,
  setProvenance,
  setProvenanceText,
  viewProvenance,
} from '../../../../src/domain/provenance/provenance-commands.ts';
import { putSetting } from '../../../../src/domain/settings/settings-commands.ts';
import type { GateCase, GateTable, GateTarget } from './gate-case.ts';

/** Provenance is closed to everybody until it is switched on. */
function withProvenance(run: (context: CommandContext, target: GateTarget) => Promise<unknown>): GateCase {
  return {
    requires: 'EditDataset',
    changes: true,
    run: async (context, target, world) => {
      await putSetting(world.as(world.superuser), { name: ':ProvCollectionEnabled', value: 'true' });
      return run(context, target);
    },
  };
}

const superusers = (run: GateCase['run']): GateCase => ({ requires: 'Superuser', run });
const administering = (run: GateCase['run']): GateCase => ({ requires: 'AdminGate', run });

/** Source: files.md 10, 12, 22.8. */
export const integrityGates: GateTable = {
  viewProvenance: withProvenance((context, { fileId }) => viewProvenance(context, { id: fileId })),
  setProvenance: withProvenance((context, { fileId }) =>
    setProvenance(context, { file: { id: fileId }, document: '{"entity":{"ex:a":{}}}', entityName: 'ex:a' }),
  ),
  removeProvenance: withProvenance((context, { fileId }) => removeProvenance(context, { file: { id: fileId } })),
  setProvenanceText: withProvenance((context, { fileId }) => setProvenanceText(context, { file: { id: fileId }, text: 'Weighed.' })),
  viewFixityReport: superusers((context) => viewFixityReport(context, null)),
  pageFixityChecks: superusers((context) => pageFixityChecks(context, { outcomes: ['MISSING'], after: 0, limit: 1 })),
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
  verifyPageOfFiles: administering((context, { datasetId }) => verifyPageOfFiles(context, { datasetId, after: 0, limit: 1 })),
  countFilesToVerify: administering((context, { datasetId }) => countFilesToVerify(context, datasetId)),
  fixSavedOriginalFacts: administering((context) => fixSavedOriginalFacts(context, { fact: 'SIZE' })),
};
