import type { InvocationRow } from '../../../db/queries/datasets/workflow-invocations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { systemActor } from '../../../kernel/actor.ts';
import { withValidation } from '../../external-validation/with-validation.ts';
import { actorOfAccount } from '../../access/accounts/actor-of-account.ts';
import { verifyNewFiles } from '../publication/verify-new-files.ts';
import { admitHeldVersion } from './admit-held-version.ts';
import { endPostPublishWorkflow } from './end-workflow.ts';
import { PASSING_CODES } from './passing-codes.ts';
import { publishHeldVersion } from './publish-held-version.ts';
import { beginStepRollback, endStepRollback } from './roll-back-workflow.ts';
import { beginWorkflowStep, failWorkflowStep, noteFailedTry, passWorkflowStep } from './step-commands.ts';
import { stepRun, type WorkflowContext } from './step-run.ts';
import { StepFailure } from './steps/step-kind.ts';
import { stepKindOf } from './steps/step-kinds.ts';

/** The step that an event speaks of. */
interface Due {
  readonly invocationId: string;
  readonly position: number;
}

/** Tries of a step whose service does not answer, and of its undoing. */
const MOST_TRIES = 3;

const asSystem = (context: WorkflowContext) => ({ ...context, actor: systemActor() });

/** Undefined when the workflow has ended already, or is gone with its dataset. */
async function unlessOver<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'WORKFLOW_INVOCATION_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Ends a workflow all of whose steps are done. What refuses the publication that it held refuses it for good. */
async function finish(context: WorkflowContext, invocation: InvocationRow): Promise<void> {
  const { id: invocationId, position, trigger, userAccountId, clientAddress, datasetId, publishType } = invocation;
  const system = asSystem(context);
  if (trigger === 'PostPublishDataset') {
    await endPostPublishWorkflow(system, { invocationId });
    return;
  }
  const actor = await actorOfAccount(context, userAccountId, clientAddress ?? undefined);
  if (actor === undefined) {
    await failWorkflowStep(system, {
      invocationId,
      position,
      reason: 'The account that asked for the publication is not active any more.',
    });
    return;
  }
  const publishing = { ...context, actor };
  try {
    const verified = await verifyNewFiles(publishing, datasetId, publishType);
    await withValidation(publishing, {
      occasion: 'publishDataset',
      admit: (validated) => admitHeldVersion(validated, { datasetId, type: publishType }),
      run: (validated) => publishHeldVersion(validated, { invocationId, verified }),
    });
  } catch (error) {
    if (!(error instanceof DomainError) || PASSING_CODES.has(error.code)) throw error;
    await failWorkflowStep(system, { invocationId, position, reason: error.message });
  }
}

/**
 * Does something of a step. A service that does not answer is asked again by the job, a few times; why it failed in the end, or what it
 * said. @throws Error whatever else went wrong, so that the job tries again
 */
async function tried<Result>(
  context: WorkflowContext,
  due: Due & { readonly failedTries: number },
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | { readonly failure: string }> {
  try {
    return { result: await work() };
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    const { invocationId, position, failedTries } = due;
    const { message: reason } = error;
    context.services.log.warn({ reason, position, try: failedTries + 1, requestId: context.requestId }, 'A step of a workflow failed.');
    if (!error.passing || failedTries + 1 >= MOST_TRIES) return { failure: reason };
    await unlessOver(noteFailedTry(asSystem(context), { invocationId, position, reason }));
    throw error;
  }
}

/**
 * Takes the step that is due, or ends the workflow: then the version that it held is published. Harmless to repeat: what has gone on
 * meanwhile is left alone. A step that fails, and a publication that is refused, have the steps before undone.
 * @throws Error when something may be over soon, so that the job tries again. Source: users-admin.md 14.4.
 */
export async function advanceWorkflow(context: WorkflowContext, { invocationId, position }: Due): Promise<void> {
  const system = asSystem(context);
  const due = await unlessOver(beginWorkflowStep(system, { invocationId, position }));
  if (due === null || due === undefined) return;
  const { invocation, step, failedTries } = due;
  if (step === undefined) {
    await unlessOver(finish(context, invocation));
    return;
  }
  const kind = stepKindOf(step);
  if (kind === undefined) return;
  const outcome = await tried(context, { invocationId, position, failedTries }, () =>
    kind.start(stepRun(context, invocation, position, step)),
  );
  if ('failure' in outcome) {
    await unlessOver(failWorkflowStep(system, { invocationId, position, reason: outcome.failure }));
  } else if (kind.judge === undefined) {
    await unlessOver(passWorkflowStep(system, { invocationId, position, message: outcome.result }));
  }
}

/** Undoes the step that is due, and goes on to the one before it. Harmless to repeat. Source: users-admin.md 14.4. */
export async function rollBackWorkflow(context: WorkflowContext, { invocationId, position }: Due): Promise<void> {
  const system = asSystem(context);
  const due = await unlessOver(beginStepRollback(system, { invocationId, position }));
  if (due === null || due === undefined) return;
  const { invocation, step, failedTries } = due;
  const kind = stepKindOf(step);
  const outcome = await tried(context, { invocationId, position, failedTries }, async () =>
    kind?.rollBack?.(stepRun(context, invocation, position, step)),
  );
  await unlessOver(endStepRollback(system, { invocationId, position, failure: 'failure' in outcome ? outcome.failure : null }));
}

/** Ends what the job gives up: no other job would take the step later. */
export async function giveUpStep(context: WorkflowContext, { invocationId, position }: Due): Promise<void> {
  const reason = 'The server could not take this step of the workflow; its log says why.';
  await unlessOver(failWorkflowStep(asSystem(context), { invocationId, position, reason }));
  await unlessOver(endStepRollback(asSystem(context), { invocationId, position, failure: reason }));
}
