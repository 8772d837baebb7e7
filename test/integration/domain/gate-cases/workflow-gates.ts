import { admitHeldVersion } from '../../../../src/domain/datasets/workflows/admit-held-version.ts';
import {
  listDefaultWorkflows,
  setDefaultWorkflow,
  unsetDefaultWorkflow,
  viewDefaultWorkflow,
} from '../../../../src/domain/datasets/workflows/default-workflows.ts';
import { endPostPublishWorkflow } from '../../../../src/domain/datasets/workflows/end-workflow.ts';
import { countListedInvocations, pageInvocations, viewInvocation } from '../../../../src/domain/datasets/workflows/list-invocations.ts';
import { publishHeldVersion } from '../../../../src/domain/datasets/workflows/publish-held-version.ts';
import {
  listResumeAddresses,
  resetResumeAddresses,
  setResumeAddresses,
} from '../../../../src/domain/datasets/workflows/resume-addresses.ts';
import { resumeWorkflow } from '../../../../src/domain/datasets/workflows/resume-workflow.ts';
import { beginStepRollback, endStepRollback } from '../../../../src/domain/datasets/workflows/roll-back-workflow.ts';
import {
  beginWorkflowStep,
  failWorkflowStep,
  noteFailedTry,
  passWorkflowStep,
} from '../../../../src/domain/datasets/workflows/step-commands.ts';
import { viewStepSecret } from '../../../../src/domain/datasets/workflows/view-step-secret.ts';
import { addWorkflow, deleteWorkflow, listWorkflows, viewWorkflow } from '../../../../src/domain/datasets/workflows/workflow-commands.ts';
import type { CommandContext } from '../../../../src/kernel/command.ts';
import type { DomainWorld } from '../domain-world.ts';
import type { GateCase, GateTable, GateTarget } from './gate-case.ts';
import { WHOLE } from '../../../../src/model/page-window.ts';

/** A workflow without steps that is under way for the target; its id. */
async function begun({ sql }: DomainWorld, { datasetId }: GateTarget): Promise<string> {
  await sql`delete from workflow_invocation where dataset_id = ${datasetId}`;
  const [row] = await sql<{ id: string }[]>`
    insert into workflow_invocation (workflow_name, steps, trigger, dataset_id, publish_type, user_account_id)
    select 'archive', '[]', 'PrePublishDataset', ${datasetId}, 'major', id from user_account where superuser order by id limit 1 returning id`;
  return row?.id ?? '';
}

interface StepInput {
  readonly invocationId: string;
  readonly position: number;
}

/** What a job does about a step. */
const byJob = (run: (context: CommandContext, input: StepInput) => Promise<unknown>): GateCase => ({
  requires: 'Superuser',
  run: async (context, target, world) => run(context, { invocationId: await begun(world, target), position: 0 }),
});

const administering = (run: GateCase['run']): GateCase => ({ requires: 'AdminGate', run });

/** No workflow has it. */
const NONE = 2_000_000_000;
const ALL = { dataset: null, ongoing: null };

/** Source: datasets.md 7.3, users-admin.md 14.3, 14.4 and 14.5. */
export const workflowGates: GateTable = {
  // Whoever knows the invocation, at an address that may; it does not wait, which is found out behind the gate.
  resumeWorkflow: {
    requires: 'Public',
    run: async (context, target, world) =>
      resumeWorkflow(
        { ...context, addresses: { client: undefined, connection: '127.0.0.1' } },
        { invocationId: await begun(world, target), message: '' },
      ),
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
  beginWorkflowStep: byJob(beginWorkflowStep),
  passWorkflowStep: byJob((context, input) => passWorkflowStep(context, { ...input, position: 1, message: null })),
  failWorkflowStep: byJob((context, input) => failWorkflowStep(context, { ...input, reason: 'Stop' })),
  noteFailedTry: byJob((context, input) => noteFailedTry(context, { ...input, reason: 'Later' })),
  beginStepRollback: byJob(beginStepRollback),
  endStepRollback: byJob((context, input) => endStepRollback(context, { ...input, failure: null })),
  endPostPublishWorkflow: {
    requires: 'Superuser',
    run: async (context, target, world) => endPostPublishWorkflow(context, { invocationId: await begun(world, target) }),
  },
  addWorkflow: administering((context) => addWorkflow(context, { name: 'Nothing', steps: [] })),
  deleteWorkflow: administering((context) => deleteWorkflow(context, { id: NONE })),
  listWorkflows: administering((context) => listWorkflows(context, {})),
  viewWorkflow: administering((context) => viewWorkflow(context, NONE)),
  setDefaultWorkflow: administering((context) => setDefaultWorkflow(context, { trigger: 'PostPublishDataset', workflowId: NONE })),
  unsetDefaultWorkflow: administering((context) => unsetDefaultWorkflow(context, { trigger: 'PostPublishDataset' })),
  viewDefaultWorkflow: administering((context) => viewDefaultWorkflow(context, 'PostPublishDataset')),
  listDefaultWorkflows: administering((context) => listDefaultWorkflows(context, {})),
  setResumeAddresses: administering((context) => setResumeAddresses(context, { addresses: ['127.0.0.1'] })),
  resetResumeAddresses: administering((context) => resetResumeAddresses(context, {})),
  listResumeAddresses: administering((context) => listResumeAddresses(context, {})),
  viewWorkflowSecret: administering((context) => viewStepSecret(context, {})),
  viewWorkflowInvocation: administering((context) => viewInvocation(context, 'none')),
  'pageWorkflowInvocations of all datasets': administering((context) => pageInvocations(context, { ...ALL, ...WHOLE, limit: 1 })),
  pageWorkflowInvocations: {
    requires: 'PublishDataset',
    run: (context, { datasetId }) => pageInvocations(context, { dataset: { id: datasetId }, ongoing: null, ...WHOLE, limit: 1 }),
  },
  'countWorkflowInvocations of all datasets': administering((context) => countListedInvocations(context, ALL)),
  countWorkflowInvocations: {
    requires: 'PublishDataset',
    run: (context, { datasetId }) => countListedInvocations(context, { dataset: { id: datasetId }, ongoing: null }),
  },
};
