import { z } from 'zod';
import type { WorkflowRecordFragment } from '../../../generated/operations.ts';
import { listOf, mapOf, objectId, recordSchema } from '../../records/schema.ts';

export const workflowNameSchema = recordSchema('WorkflowName', 'A workflow without its steps. Source: users-admin.md 14.3.', {
  id: objectId,
  name: z.string(),
});

const stepSchema = recordSchema('WorkflowStep', 'A step of a workflow. Source: users-admin.md 14.1.', {
  stepType: z.string().describe('What it does, such as `pause` or `http/sr`.'),
  provider: z.string().describe('Who implements it: `:internal`.'),
  parameters: mapOf(z.string()),
  requiredSettings: mapOf(z.string()).describe('Names of settings, each with the type that its value is given as.'),
});

export const workflowSchema = recordSchema('Workflow', 'A workflow. Source: users-admin.md 14.1.', {
  name: z.string(),
  id: objectId,
  steps: listOf(stepSchema).optional().describe('Absent when there are none.'),
});
export type WorkflowRecord = z.infer<typeof workflowSchema>;

/** The record of a workflow. Source: users-admin.md 14.3. */
export function workflowRecord({ name, databaseId, steps }: WorkflowRecordFragment): WorkflowRecord {
  return {
    name,
    id: databaseId,
    steps:
      steps.length === 0
        ? undefined
        : steps.map(({ stepType, provider, parameters, requiredSettings }) => ({
            stepType,
            provider,
            parameters: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.value])),
            requiredSettings: Object.fromEntries(requiredSettings.map((setting) => [setting.name, setting.type])),
          })),
  };
}
