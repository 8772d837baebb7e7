import { afterwards, type DeliveryScope } from '../../kernel/subscribers.ts';
import { advanceWorkflow, giveUpStep, rollBackWorkflow } from './workflows/advance-workflow.ts';
import type { WorkflowContext } from './workflows/step-run.ts';

/** What commands run with that a delivery asks for; the workflow says who acts. */
function workflowContext({ db, commandServices, eventId }: DeliveryScope): WorkflowContext {
  if (commandServices === undefined) throw new Error('This process runs no commands.');
  return { db, services: commandServices, requestId: `event-${eventId}` };
}

/** Takes a step by a job; when the queue gives up, the workflow fails and unlocks its dataset. */
function byJob(
  take: typeof advanceWorkflow,
): (scope: DeliveryScope, event: { readonly payload: Parameters<typeof take>[1] }) => Promise<void> {
  return async (scope, { payload }) => {
    const context = workflowContext(scope);
    try {
      await take(context, payload);
    } catch (error) {
      if (scope.lastAttempt) await giveUpStep(context, payload);
      throw error;
    }
  };
}

/** How workflows go on, and back. */
export const subscribers = [
  afterwards('WorkflowStepDue', byJob(advanceWorkflow)),
  afterwards('WorkflowRollbackDue', byJob(rollBackWorkflow)),
];
