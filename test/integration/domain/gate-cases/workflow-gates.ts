import { endPostPublishWorkflow, refuseWorkflow } from '../../../../src/domain/datasets/workflows/end-workflow.ts';
import { admitHeldVersion } from '../../../../src/domain/datasets/workflows/admit-held-version.ts';
import { publishHeldVersion } from '../../../../src/domain/datasets/workflows/publish-held-version.ts';
import { resumeWorkflow } from '../../../../src/domain/datasets/workflows/resume-workflow.ts';
import type { DomainWorld } from '../domain-world.ts';
import type { GateTable, GateTarget } from './gate-case.ts';

/** A workflow without steps that is under way for the target; its id. */
async function begun({ sql }: DomainWorld, { datasetId }: GateTarget): Promise<string> {
  await sql`delete from workflow_invocation where dataset_id = ${datasetId}`;
  const [row] = await sql<{ id: string }[]>`
    insert into workflow_invocation (workflow_name, steps, trigger, dataset_id, publish_type, user_account_id)
    select 'archive', '[]', 'PrePublishDataset', ${datasetId}, 'major', id from user_account where superuser order by id limit 1 returning id`;
  return row?.id ?? '';
}

/** Source: datasets.md 7.3, users-admin.md 14.4 and 14.5. */
export const workflowGates: GateTable = {
  // Any caller who knows the invocation; it is not waiting, which is detected behind the gate.
  resumeWorkflow: {
    requires: 'Public',
    run: async (context, target, world) => resumeWorkflow(context, { invocationId: await begun(world, target), message: '' }),
  },
  admitHeldVersion: {
    requires: 'PublishDataset',
    run: (context, { datasetId }) => admitHeldVersion(context, { datasetId, type: 'major' }),
  },
  publishHeldVersion: {
    requires: 'PublishDataset',
    changes: true,
    run: async (context, target, world) => publishHeldVersion(context, { invocationId: await begun(world, target) }),
  },
  refuseWorkflow: {
    requires: 'Superuser',
    run: async (context, target, world) => refuseWorkflow(context, { invocationId: await begun(world, target), reason: 'Stop' }),
  },
  endPostPublishWorkflow: {
    requires: 'Superuser',
    run: async (context, target, world) => endPostPublishWorkflow(context, { invocationId: await begun(world, target) }),
  },
};
