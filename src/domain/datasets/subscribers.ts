import { afterwards, type DeliveryScope } from '../../kernel/subscribers.ts';
import { advanceWorkflow, type WorkflowContext } from './workflows/advance-workflow.ts';

/** What commands run with that a delivery asks for; the workflow says who acts. */
function workflowContext({ db, commandServices, eventId }: DeliveryScope): WorkflowContext {
  if (commandServices === undefined) throw new Error('This process runs no commands.');
  return { db, services: commandServices, requestId: `event-${eventId}` };
}

/** How workflows continue. */
export const subscribers = [afterwards('WorkflowStepDue', (scope, { payload }) => advanceWorkflow(workflowContext(scope), payload))];
