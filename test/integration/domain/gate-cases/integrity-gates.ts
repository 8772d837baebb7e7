import type { CommandContext } from '../../../../src/domain/command.ts';
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

/** Source: files.md 10, 12, 22.8. */
export const integrityGates: GateTable = {
  viewProvenance: withProvenance((context, { fileId }) => viewProvenance(context, { id: fileId })),
  setProvenance: withProvenance((context, { fileId }) =>
    setProvenance(context, { file: { id: fileId }, document: '{"entity":{"ex:a":{}}}', entityName: 'ex:a' }),
  ),
  removeProvenance: withProvenance((context, { fileId }) => removeProvenance(context, { file: { id: fileId } })),
  setProvenanceText: withProvenance((context, { fileId }) => setProvenanceText(context, { file: { id: fileId }, text: 'Weighed.' })),
};
