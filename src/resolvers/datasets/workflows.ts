import {
  listDefaultWorkflows,
  setDefaultWorkflow,
  unsetDefaultWorkflow,
  viewDefaultWorkflow,
} from '../../domain/datasets/workflows/default-workflows.ts';
import { countListedInvocations, pageInvocations, viewInvocation } from '../../domain/datasets/workflows/list-invocations.ts';
import { listResumeAddresses, resetResumeAddresses, setResumeAddresses } from '../../domain/datasets/workflows/resume-addresses.ts';
import { resumeWorkflow } from '../../domain/datasets/workflows/resume-workflow.ts';
import { viewStepSecret } from '../../domain/datasets/workflows/view-step-secret.ts';
import { addWorkflow, deleteWorkflow, listWorkflows, viewWorkflow } from '../../domain/datasets/workflows/workflow-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';
import { connectionFields } from '../pages.ts';
import { datasetKeyOf } from '../references.ts';
import { requireDataset } from './datasets.ts';
import { connectionByNumber, connectionOfWhole } from '../connection.ts';

const namedValues = (values: Readonly<Record<string, string>>) => Object.entries(values).map(([name, value]) => ({ name, value }));

export const workflowResolvers: Resolvers = {
  Query: {
    workflows: async (_root, args, context) =>
      connectionOfWhole(context, args, {
        name: 'workflows',
        rows: await listWorkflows(context, {}),
        keyOf: ({ id }) => id,
        item: (workflow) => workflow,
      }),
    workflow: (_root, { databaseId }, context) => viewWorkflow(context, databaseId),
    defaultWorkflows: (_root, _args, context) => listDefaultWorkflows(context, {}),
    defaultWorkflow: (_root, { trigger }, context) => viewDefaultWorkflow(context, trigger),
    workflowResumeAddresses: (_root, _args, context) => listResumeAddresses(context, {}),
    workflowSigningSecret: (_root, _args, context) => viewStepSecret(context, {}),
    workflowInvocations: (_root, { dataset, ongoing, ...args }, context) => {
      const asked = { dataset: dataset ? datasetKeyOf(dataset) : null, ongoing: ongoing ?? null };
      return connectionByNumber(context, args, {
        name: 'workflowInvocations',
        numberOf: ({ serialNumber }) => serialNumber,
        read: async (window) => ({
          rows: await pageInvocations(context, { ...asked, ...window }),
          count: () => countListedInvocations(context, asked),
        }),
      });
    },
    workflowInvocation: async (_root, { invocationId }, context) => (await viewInvocation(context, invocationId)) ?? null,
  },
  Mutation: {
    createWorkflow: async (_root, { input }, context) => ({ workflow: await addWorkflow(context, input) }),
    deleteWorkflow: async (_root, { input }, context) => {
      const { id } = await deleteWorkflow(context, { id: input.databaseId });
      return { deletedWorkflowId: globalIdOf('Workflow', id), deletedWorkflowDatabaseId: id };
    },
    setDefaultWorkflow: async (_root, { input }, context) => ({
      defaultWorkflow: await setDefaultWorkflow(context, { trigger: input.trigger, workflowId: input.workflowDatabaseId }),
    }),
    removeDefaultWorkflow: async (_root, { input }, context) => ({ defaultWorkflow: await unsetDefaultWorkflow(context, input) }),
    setWorkflowResumeAddresses: async (_root, { input }, context) => ({ addresses: await setResumeAddresses(context, input) }),
    resetWorkflowResumeAddresses: async (_root, _args, context) => ({ addresses: await resetResumeAddresses(context, {}) }),
    resumeWorkflow: async (_root, { input }, context) => ({ datasetDatabaseId: await resumeWorkflow(context, input) }),
  },
  Workflow: {
    id: ({ id }) => globalIdOf('Workflow', id),
    databaseId: ({ id }) => id,
  },
  WorkflowStep: {
    parameters: ({ parameters }) => namedValues(parameters),
    requiredSettings: ({ requiredSettings }) => Object.entries(requiredSettings).map(([name, type]) => ({ name, type })),
  },
  WorkflowInvocation: {
    invocationId: ({ shownId }) => shownId,
    workflowDatabaseId: ({ workflowId }) => workflowId,
    dataset: ({ datasetId }, _args, context) => requireDataset(context, datasetId),
    datasetWasPublished: ({ wasPublished }) => wasPublished,
    startedAt: ({ createdAt }) => createdAt,
    waitingSince: ({ pausedAt }) => pausedAt,
    steps: ({ stepRuns }) => stepRuns.map((stepRun, position) => ({ ...stepRun, position })),
  },
  WorkflowInvocationStep: {
    provider: ({ step }) => step.provider,
    stepType: ({ step }) => step.stepType,
    state: ({ run }) => run?.state ?? null,
    failedTries: ({ run }) => run?.failedTries ?? 0,
    message: ({ run }) => run?.message ?? null,
    startedAt: ({ run }) => run?.startedAt ?? null,
    endedAt: ({ run }) => run?.endedAt ?? null,
    rolledBackAt: ({ run }) => run?.rolledBackAt ?? null,
  },
  WorkflowInvocationConnection: connectionFields,
};
