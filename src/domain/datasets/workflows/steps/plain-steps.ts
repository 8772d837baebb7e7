/** Steps that send no request, and those that wait for a message. Source: users-admin.md 14.2. */
import { judgeJsonAnswer } from './json-answer.ts';
import type { StepKind, StepParameters } from './step-kind.ts';

/** `true` alone makes the invocation id a credential. */
const isAuthorized = (parameters: StepParameters) => parameters['authorized'] === 'true';

const begin = () => Promise.resolve(null);

export const logStep: StepKind = {
  start: async ({ invocation, step, services }) => {
    const { datasetId, workflowName: workflow } = invocation;
    // Not the id of the invocation, which can be a credential.
    services.log.info({ datasetId, workflow, parameters: step.parameters }, 'A step of a workflow.');
    return null;
  },
};

export const pauseStep: StepKind = {
  start: begin,
  // Exactly this word: others, `Fail` too, let the publication go on.
  judge: (message) => ({ passed: message.trim() !== 'fail', comment: null }),
  authorizes: isAuthorized,
};

export const pauseForMessageStep: StepKind = {
  start: begin,
  judge: judgeJsonAnswer,
  authorizes: isAuthorized,
  reportsSuccess: true,
};
