/** How steps that have succeeded are undone, the last first. Source: users-admin.md 14.4. */
import { z } from 'zod';
import { findStepRun, type InvocationRow, updateInvocation, writeStepRun } from '../../../db/queries/datasets/workflow-invocations.ts';
import type { WorkflowStep } from '../../../db/queries/datasets/workflows.ts';
import { command, type Scope } from '../../../kernel/command.ts';
import { endFailed } from './end-workflow.ts';
import { lockInvocation } from './invocation-subject.ts';
import { stepKindOf } from './steps/step-kinds.ts';

function hasRollback(step: WorkflowStep | undefined): boolean {
  const kind = step === undefined ? undefined : stepKindOf(step);
  if (step === undefined || kind?.rollBack === undefined) return false;
  return kind.rollsBack?.(step.parameters) ?? true;
}

/** Goes on to the next step before a position that has something to undo; where there is none, the workflow has failed. */
async function goBack(scope: Scope, invocation: InvocationRow, before: number, reason: string | null): Promise<void> {
  const { id: invocationId, datasetId, steps } = invocation;
  const position = steps.slice(0, before).findLastIndex(hasRollback);
  if (position === -1) return endFailed(scope, invocation, reason);
  scope.emit({ kind: 'WorkflowRollbackDue', subjectId: datasetId, payload: { invocationId, position } });
}

/** Begins to undo the steps before the one that a workflow is at, which failed: it has done nothing that could be undone. */
export async function beginRollback(scope: Scope, invocation: InvocationRow, reason: string | null): Promise<void> {
  const state = { state: 'ROLLING_BACK', message: reason, pausedAt: null, authorized: false } as const;
  await updateInvocation(scope.tx, invocation.id, state);
  scope.note({ workflow: invocation.workflowName, refused: reason });
  await goBack(scope, invocation, invocation.position, reason);
}

/** A step that is to be undone. */
export interface DueRollback {
  readonly invocation: InvocationRow;
  readonly step: WorkflowStep;
  readonly failedTries: number;
}

const input = z.object({ invocationId: z.string(), position: z.int() });

/** Takes note that a step is being undone; null when that has been done, or is not due. */
export const beginStepRollback = command({
  name: 'beginStepRollback',
  input,
  subject: (scope, { invocationId }) => lockInvocation(scope, invocationId),
  requires: 'Superuser',
  run: async ({ tx, note }, { invocation }, { position }): Promise<DueRollback | null> => {
    const step = invocation.steps[position];
    const run = await findStepRun(tx, invocation.id, position);
    if (invocation.state !== 'ROLLING_BACK' || step === undefined || run === undefined) return null;
    if (run.state !== 'SUCCEEDED' && run.state !== 'ROLLING_BACK') return null;
    const failedTries = run.state === 'SUCCEEDED' ? 0 : run.failedTries;
    await writeStepRun(tx, invocation.id, position, { state: 'ROLLING_BACK', failedTries });
    note({ workflow: invocation.workflowName, position, stepType: step.stepType });
    return { invocation, step, failedTries };
  },
});

/** Takes note of how the undoing of a step ended, and goes on to the one before it, whatever came of this one. */
export const endStepRollback = command({
  name: 'endStepRollback',
  input: input.extend({ failure: z.string().nullable() }),
  subject: (scope, { invocationId }) => lockInvocation(scope, invocationId),
  requires: 'Superuser',
  run: async (scope, { invocation }, { position, failure }): Promise<void> => {
    const { id, state, workflowName } = invocation;
    const run = await findStepRun(scope.tx, id, position);
    if (state !== 'ROLLING_BACK' || run?.state !== 'ROLLING_BACK') return;
    await writeStepRun(scope.tx, id, position, {
      state: failure === null ? 'ROLLED_BACK' : 'ROLLBACK_FAILED',
      ...(failure === null ? {} : { message: failure }),
      rolledBackAt: new Date(),
    });
    scope.note({ workflow: workflowName, position, failure });
    await goBack(scope, invocation, position, invocation.message);
  },
});
