import { z } from 'zod';
import { passStep } from '../../../db/queries/datasets/workflows.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command } from '../../../kernel/command.ts';
import { failInvocation, reportWorkflow } from './end-workflow.ts';
import { lockInvocation } from './invocation-subject.ts';
import { stepKindOf } from './workflow-step-kinds.ts';

/** Longer than any answer of a service that reviews datasets. */
const LONGEST_MESSAGE = 100_000;

/**
 * Sends a message to the step that a workflow waits at: the workflow goes on, or ends when the message refuses it. Each step takes
 * one message. The invocation id is the credential; who may send from where is asked before. The id of the dataset.
 * @throws DomainError WORKFLOW_INVOCATION_NOT_FOUND when nothing waits under that id. Source: users-admin.md 14.5.
 */
export const resumeWorkflow = command({
  name: 'resumeWorkflow',
  input: z.object({
    invocationId: z.string(),
    message: z.string().max(LONGEST_MESSAGE, `must not be longer than ${LONGEST_MESSAGE} characters`),
  }),
  subject: (scope, { invocationId }) => lockInvocation(scope, invocationId),
  requires: 'Public',
  run: async (scope, { invocation }, { message }): Promise<number> => {
    const { id: invocationId, datasetId, position, pausedAt, steps } = invocation;
    const step = steps[position];
    const kind = step === undefined ? undefined : stepKindOf(step);
    if (pausedAt === null || kind?.judge === undefined) {
      throw new DomainError('WORKFLOW_INVOCATION_NOT_FOUND', 'The workflow with this invocation id does not wait for a message.');
    }
    const { passed, comment } = kind.judge(message);
    if (!passed) {
      await failInvocation(scope, invocation, comment);
      return datasetId;
    }
    if (kind.reportsSuccess === true) await reportWorkflow(scope, invocation, 'WORKFLOW_SUCCESS', comment);
    await passStep(scope.tx, invocationId, position);
    scope.emit({ kind: 'WorkflowStepDue', subjectId: datasetId, payload: { invocationId, position: position + 1 } });
    return datasetId;
  },
});
