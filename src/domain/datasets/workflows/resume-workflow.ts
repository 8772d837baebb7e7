import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import { command } from '../../../kernel/command.ts';
import { reportWorkflow } from './end-workflow.ts';
import { lockInvocation } from './invocation-subject.ts';
import { mayResume } from './resume-addresses.ts';
import { failStep, passStep } from './step-commands.ts';
import { stepKindOf } from './steps/step-kinds.ts';

/** Longer than any answer of a service that reviews datasets. */
const LONGEST_MESSAGE = 100_000;

/** @throws DomainError BAD_USER_INPUT */
function requireShort(message: string): void {
  if (message.length <= LONGEST_MESSAGE) return;
  const rule = `must not be longer than ${LONGEST_MESSAGE} characters`;
  throw new DomainError('BAD_USER_INPUT', `The message ${rule}.`, { problems: [{ pointer: '/message', message: rule }] });
}

/**
 * Sends a message to the step that a workflow waits at: the workflow goes on, or ends when the message refuses it. Each step takes
 * one message. The address it is sent from and the invocation id are the credentials, asked for in this order. The id of the dataset.
 * @throws DomainError WORKFLOW_ADDRESS_REFUSED | WORKFLOW_INVOCATION_NOT_FOUND when nothing waits under that id. Source: users-admin.md 14.5.
 */
export const resumeWorkflow = command({
  name: 'resumeWorkflow',
  input: z.object({ invocationId: z.string(), message: z.string() }),
  subject: (scope, { invocationId }) => {
    const { services, addresses } = scope.context;
    if (!mayResume(services.settings, addresses?.connection)) {
      throw new DomainError('WORKFLOW_ADDRESS_REFUSED', 'Workflows are not resumed from this address.');
    }
    return lockInvocation(scope, invocationId);
  },
  requires: 'Public',
  run: async (scope, { invocation }, { message }): Promise<number> => {
    const { datasetId, position, state, steps, workflowName } = invocation;
    const step = steps[position];
    const kind = step === undefined ? undefined : stepKindOf(step);
    if (state !== 'WAITING' || step === undefined || kind?.judge === undefined) {
      throw new DomainError('WORKFLOW_INVOCATION_NOT_FOUND', 'The workflow with this invocation id does not wait for a message.');
    }
    requireShort(message);
    const { passed, comment } = kind.judge(message, step.parameters);
    scope.note({ workflow: workflowName, position, stepType: step.stepType, passed, comment });
    if (!passed) {
      await failStep(scope, invocation, comment);
      return datasetId;
    }
    if (kind.reportsSuccess === true) await reportWorkflow(scope, invocation, 'WORKFLOW_SUCCESS', comment);
    await passStep(scope, invocation, comment);
    return datasetId;
  },
});
