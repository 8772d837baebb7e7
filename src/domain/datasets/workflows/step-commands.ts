/** The steps of a workflow from one state to the next, each in one transaction. Source: users-admin.md 14.4. */
import { z } from 'zod';
import { findStepRun, type InvocationRow, updateInvocation, writeStepRun } from '../../../db/queries/datasets/workflow-invocations.ts';
import type { WorkflowStep } from '../../../db/queries/datasets/workflows.ts';
import { command, type Scope } from '../../../kernel/command.ts';
import type { WorkflowStepState } from '../../../vocabulary/workflows.ts';
import { lockInvocation } from './invocation-subject.ts';
import { beginRollback } from './roll-back-workflow.ts';
import { stepKindOf } from './steps/step-kinds.ts';

const input = z.object({ invocationId: z.string(), position: z.int() });

const UNDER_WAY: ReadonlySet<WorkflowStepState> = new Set(['RUNNING', 'WAITING', 'ROLLING_BACK']);

/** Whether a workflow is at a step, and not on its way back. */
function isAt({ state, position }: InvocationRow, wanted: number): boolean {
  return position === wanted && (state === 'RUNNING' || state === 'WAITING');
}

/** Ends a step that failed, and undoes those before it. */
export async function failStep(scope: Scope, invocation: InvocationRow, reason: string | null): Promise<void> {
  const { id, position } = invocation;
  await writeStepRun(scope.tx, id, position, { state: 'FAILED', message: reason, endedAt: new Date() });
  await beginRollback(scope, invocation, reason);
}

/** Ends a step that succeeded; the next one is due. */
export async function passStep(scope: Scope, invocation: InvocationRow, message: string | null): Promise<void> {
  const { id: invocationId, datasetId, position } = invocation;
  await writeStepRun(scope.tx, invocationId, position, { state: 'SUCCEEDED', message, endedAt: new Date() });
  await updateInvocation(scope.tx, invocationId, { state: 'RUNNING', position: position + 1, pausedAt: null, authorized: false });
  scope.emit({ kind: 'WorkflowStepDue', subjectId: datasetId, payload: { invocationId, position: position + 1 } });
}

/** A step that is to be taken; without one all are done. */
export interface DueStep {
  readonly invocation: InvocationRow;
  readonly step: WorkflowStep | undefined;
  readonly failedTries: number;
}

/**
 * Records that a step begins, before it does: the service it asks may answer at once. Null when the workflow is elsewhere by now, and
 * when the step cannot begin, which fails the workflow.
 */
export const beginWorkflowStep = command({
  name: 'beginWorkflowStep',
  input,
  subject: (scope, { invocationId }) => lockInvocation(scope, invocationId),
  requires: 'Superuser',
  run: async (scope, { invocation }, { position }): Promise<DueStep | null> => {
    const { tx, note } = scope;
    const { id, steps, workflowName, pausedAt } = invocation;
    if (!isAt(invocation, position)) return null;
    const step = steps[position];
    if (step === undefined) return { invocation, step, failedTries: 0 };
    note({ workflow: workflowName, position, stepType: step.stepType });
    const kind = stepKindOf(step);
    if (kind === undefined) {
      await failStep(scope, invocation, `No step of the provider ${step.provider} has the type ${step.stepType}.`);
      return null;
    }
    const state = kind.judge === undefined ? 'RUNNING' : 'WAITING';
    await writeStepRun(tx, id, position, { state, message: null });
    if (state === 'WAITING') {
      const authorized = kind.authorizes?.(step.parameters) ?? false;
      await updateInvocation(tx, id, { state, pausedAt: pausedAt ?? new Date(), authorized });
    }
    const run = await findStepRun(tx, id, position);
    return { invocation, step, failedTries: run?.failedTries ?? 0 };
  },
});

/** Records that a step without a pause is done. Without effect when the workflow has moved on. */
export const passWorkflowStep = command({
  name: 'passWorkflowStep',
  input: input.extend({ message: z.string().nullable() }),
  subject: (scope, { invocationId }) => lockInvocation(scope, invocationId),
  requires: 'Superuser',
  run: async (scope, { invocation }, { position, message }): Promise<void> => {
    if (!isAt(invocation, position)) return;
    await passStep(scope, invocation, message);
    scope.note({ workflow: invocation.workflowName, position });
  },
});

/** Takes note that a step failed; one of a kind that never fails is done with that. Harmless when the workflow is elsewhere by now. */
export const failWorkflowStep = command({
  name: 'failWorkflowStep',
  input: input.extend({ reason: z.string() }),
  subject: (scope, { invocationId }) => lockInvocation(scope, invocationId),
  requires: 'Superuser',
  run: async (scope, { invocation }, { position, reason }): Promise<void> => {
    if (!isAt(invocation, position)) return;
    scope.note({ position });
    const step = invocation.steps[position];
    if (step === undefined) await beginRollback(scope, invocation, reason);
    else if (stepKindOf(step)?.neverFails === true) await passStep(scope, invocation, reason);
    else await failStep(scope, invocation, reason);
  },
});

/** Takes note of a try that failed and will be followed by another one, of a step or of its undoing. */
export const noteFailedTry = command({
  name: 'noteFailedTry',
  input: input.extend({ reason: z.string() }),
  subject: (scope, { invocationId }) => lockInvocation(scope, invocationId),
  requires: 'Superuser',
  run: async ({ tx, note }, { invocation }, { position, reason }): Promise<void> => {
    const run = await findStepRun(tx, invocation.id, position);
    if (run === undefined || !UNDER_WAY.has(run.state)) return;
    await writeStepRun(tx, invocation.id, position, { state: run.state, failedTries: run.failedTries + 1, message: reason });
    note({ workflow: invocation.workflowName, position, reason });
  },
});
