/** Steps that ask a service, and wait for what it says later. Source: users-admin.md 14.2. */
import { isExpectedResponse } from './expected-response.ts';
import { type DescribedRequest, requestFaults, rollbackRequest, startingRequest } from './http-parameters.ts';
import { judgeJsonAnswer } from './json-answer.ts';
import { messageIdOf } from './message-id.ts';
import { sendOrFail } from './request-outcome.ts';
import type { StepKind, StepParameters, StepRun } from './step-kind.ts';

async function send(run: StepRun, request: DescribedRequest, action: 'start' | 'rollback'): Promise<void> {
  await sendOrFail(run.services.stepRequests, {
    ...request,
    messageId: messageIdOf(run, action),
    url: await run.filled(request.url),
    body: request.body === null ? null : await run.filled(request.body),
  });
}

async function start(run: StepRun): Promise<null> {
  await send(run, startingRequest(run.step.parameters), 'start');
  return null;
}

async function rollBack(run: StepRun): Promise<void> {
  const request = rollbackRequest(run.step.parameters);
  if (request !== undefined) await send(run, request, 'rollback');
}

const rollsBack = (parameters: StepParameters) => rollbackRequest(parameters) !== undefined;

/** A step whose service answers with a text. */
export const requestStep: StepKind = {
  faults: (parameters, requests) => requestFaults(parameters, requests, { expectsText: true }),
  start,
  judge: (message, { expectedResponse }) => {
    const passed = expectedResponse === undefined || isExpectedResponse(expectedResponse, message);
    return { passed, comment: passed ? null : 'The service answered otherwise than was expected.' };
  },
  rollsBack,
  rollBack,
};

/** A step whose service works in the name of the publisher, and answers with JSON. */
export const authorizedRequestStep: StepKind = {
  faults: (parameters, requests) => requestFaults(parameters, requests, { expectsText: false }),
  start: (run) => start({ ...run, step: { ...run.step, parameters: withoutBody(run.step.parameters) } }),
  judge: judgeJsonAnswer,
  authorizes: () => true,
  reportsSuccess: true,
  rollsBack,
  rollBack,
};

function withoutBody({ body: _body, ...parameters }: StepParameters): StepParameters {
  return parameters;
}
