/** The workflow of each trigger: a setting holds its id. Source: users-admin.md 14.3. */
import { z } from 'zod';
import type { Queryable } from '../../../db/client.ts';
import { deleteSettings, findSetting, upsertSettings } from '../../../db/queries/installation/settings.ts';
import { findWorkflow, lockWorkflow, type WorkflowRow } from '../../../db/queries/datasets/workflows.ts';
import type { SettingsSource } from '../../../kernel/ports/settings-source.ts';
import { command, type CommandContext, query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { WORKFLOW_TRIGGERS, type WorkflowTrigger } from '../../../vocabulary/workflows.ts';
import { announceSettings } from '../../installation/settings-commands.ts';
import { workflowNotFound } from './workflow-not-found.ts';

const keyOf = (trigger: WorkflowTrigger) => ({ name: `:${trigger}WorkflowId`, language: '' });

/** The id of the default workflow of a trigger, as this process knows it. */
export function defaultWorkflowId(settings: SettingsSource, trigger: WorkflowTrigger): number | undefined {
  return trigger === 'PrePublishDataset' ? settings.get(':PrePublishDatasetWorkflowId') : settings.get(':PostPublishDatasetWorkflowId');
}

/** The ids of the default workflows, as they are stored now. */
export async function storedDefaultIds(tx: Queryable): Promise<ReadonlyMap<WorkflowTrigger, number>> {
  const ids = new Map<WorkflowTrigger, number>();
  for (const trigger of WORKFLOW_TRIGGERS) {
    const stored = await findSetting(tx, keyOf(trigger));
    if (stored !== undefined) ids.set(trigger, Number(stored.value.trim()));
  }
  return ids;
}

const trigger = z.enum(WORKFLOW_TRIGGERS);

/** What a trigger runs from now on. */
export interface DefaultWorkflow {
  readonly trigger: WorkflowTrigger;
  /** Null where it runs none. */
  readonly workflow: WorkflowRow | null;
}

/** Makes a workflow the default one of a trigger; the next publication runs it. @throws DomainError WORKFLOW_NOT_FOUND */
export const setDefaultWorkflow = command({
  name: 'setDefaultWorkflow',
  input: z.object({ trigger, workflowId: z.int() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, { trigger: chosen, workflowId }): Promise<DefaultWorkflow> => {
    const workflow = await lockWorkflow(scope.tx, workflowId);
    if (workflow === undefined) throw workflowNotFound(workflowId);
    await upsertSettings(scope.tx, [{ ...keyOf(chosen), value: String(workflowId) }]);
    await announceSettings(scope);
    scope.note({ trigger: chosen, workflowId });
    return { trigger: chosen, workflow };
  },
});

/** Lets a trigger run no workflow, whether it ran one or not. */
export const unsetDefaultWorkflow = command({
  name: 'unsetDefaultWorkflow',
  input: z.object({ trigger }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, { trigger: chosen }): Promise<DefaultWorkflow> => {
    await deleteSettings(scope.tx, [keyOf(chosen)]);
    await announceSettings(scope);
    scope.note({ trigger: chosen });
    return { trigger: chosen, workflow: null };
  },
});

async function defaultOf({ db, services }: CommandContext, one: WorkflowTrigger): Promise<WorkflowRow | null> {
  const id = defaultWorkflowId(services.settings, one);
  return id === undefined ? null : ((await findWorkflow(db, id)) ?? null);
}

/** The default workflow of a trigger; null where there is none, and where the one that was chosen does not exist. */
export const viewDefaultWorkflow = query({
  name: 'viewDefaultWorkflow',
  subject: noSubject,
  requires: 'AdminGate',
  run: (context, _subject, one: WorkflowTrigger) => defaultOf(context, one),
});

/** The default workflow of each trigger, in the order of the triggers. */
export const listDefaultWorkflows = query({
  name: 'listDefaultWorkflows',
  subject: noSubject,
  requires: 'AdminGate',
  run: (context): Promise<DefaultWorkflow[]> =>
    Promise.all(WORKFLOW_TRIGGERS.map(async (one) => ({ trigger: one, workflow: await defaultOf(context, one) }))),
});
