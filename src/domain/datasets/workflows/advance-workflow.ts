import { findInvocation, type InvocationRow, markPaused, passStep, type WorkflowStep } from '../../../db/queries/datasets/workflows.ts';
import type { ErrorCode } from '../../../errors/catalog.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { failureText } from '../../../errors/failure-text.ts';
import { systemActor } from '../../../kernel/actor.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { withValidation } from '../../external-validation/with-validation.ts';
import { actorOfAccount } from '../../access/accounts/actor-of-account.ts';
import { verifyNewFiles } from '../publication/verify-new-files.ts';
import { admitHeldVersion } from './admit-held-version.ts';
import { endPostPublishWorkflow, refuseWorkflow } from './end-workflow.ts';
import { publishHeldVersion } from './publish-held-version.ts';
import { type StepKind, stepKindOf } from './workflow-step-kinds.ts';

export type WorkflowContext = Omit<CommandContext, 'actor' | 'visitor'>;

/** What refuses nothing and may be over soon, such as a store that does not answer: the job tries again. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'STORAGE_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
  'EXTERNAL_VALIDATION_UNAVAILABLE',
  'CONCURRENT_CHANGE',
  'RATE_LIMITED',
]);

/** Refuses unless the workflow is over already. */
async function refuse(context: WorkflowContext, { id: invocationId }: InvocationRow, reason: string): Promise<void> {
  try {
    await refuseWorkflow({ ...context, actor: systemActor() }, { invocationId, reason });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'WORKFLOW_INVOCATION_NOT_FOUND')) throw error;
  }
}

/** Ends a workflow all of whose steps are done. What refuses the publication that it held refuses it for good. */
async function finish(context: WorkflowContext, invocation: InvocationRow): Promise<void> {
  const { id: invocationId, trigger, userAccountId, datasetId, publishType } = invocation;
  if (trigger === 'PostPublishDataset') {
    await endPostPublishWorkflow({ ...context, actor: systemActor() }, { invocationId });
    return;
  }
  const actor = await actorOfAccount(context, userAccountId);
  if (actor === undefined) return refuse(context, invocation, 'The account that asked for the publication is not active any more.');
  const publishing = { ...context, actor };
  try {
    const verified = await verifyNewFiles(publishing, datasetId, publishType);
    await withValidation(publishing, {
      occasion: 'publishDataset',
      admit: (validated) => admitHeldVersion(validated, { datasetId, type: publishType }),
      run: (validated) => publishHeldVersion(validated, { invocationId, verified }),
    });
  } catch (error) {
    if (!(error instanceof DomainError) || PASSING.has(error.code)) throw error;
    await refuse(context, invocation, error.message);
  }
}

/** Begins a step; why it failed, undefined when it did not. */
async function begin(
  { services }: WorkflowContext,
  invocation: InvocationRow,
  step: WorkflowStep,
  kind: StepKind,
): Promise<string | undefined> {
  try {
    await kind.start({ invocation, step, log: services.log });
    return undefined;
  } catch (error) {
    services.log.warn({ err: error, invocationId: invocation.id, position: invocation.position }, 'A step of a workflow failed.');
    return failureText(error);
  }
}

/** Takes the step that is due; whether there is another one to take now. */
async function takeStep(context: WorkflowContext, invocation: InvocationRow, step: WorkflowStep): Promise<boolean> {
  const { db } = context;
  const { id, position } = invocation;
  const kind = stepKindOf(step);
  if (kind === undefined) {
    await refuse(context, invocation, `No step of the provider ${step.provider} has the type ${step.stepType}.`);
    return false;
  }
  // What waits is known to wait before it begins: whoever is asked may answer at once.
  if (kind.judge !== undefined && !(await markPaused(db, id, position))) return false;
  const failure = await begin(context, invocation, step, kind);
  if (failure !== undefined) {
    await refuse(context, invocation, failure);
    return false;
  }
  return kind.judge === undefined && (await passStep(db, id, position));
}

/**
 * Takes a workflow from a step to the next one that waits, or to its end: then the version that it held is published. Harmless to
 * repeat: what has gone on meanwhile is left alone. A step that fails, and a publication that is refused, end the workflow.
 * @throws Error when the database could not be asked, so that a job tries again. Source: users-admin.md 14.4.
 */
export async function advanceWorkflow(
  context: WorkflowContext,
  due: { readonly invocationId: string; readonly position: number },
): Promise<void> {
  let invocation = await findInvocation(context.db, due.invocationId);
  if (invocation?.position !== due.position) return;
  while (invocation !== undefined) {
    const step = invocation.steps[invocation.position];
    if (step === undefined) return finish(context, invocation);
    if (!(await takeStep(context, invocation, step))) return;
    invocation = await findInvocation(context.db, due.invocationId);
  }
}
