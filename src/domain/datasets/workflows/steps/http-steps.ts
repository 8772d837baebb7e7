/** Steps that ask a service, and wait for what it says later. Source: users-admin.md 14.2. */
import { createHash } from 'node:crypto';
import { isExpectedResponse } from './expected-response.ts';
import { type DescribedRequest, requestFaults, rollbackRequest, startingRequest } from './http-parameters.ts';
import { judgeJsonAnswer } from './json-answer.ts';
import { StepFailure, type StepKind, type StepParameters, type StepRun } from './step-kind.ts';

/** Statuses with which a service says that it is not well at the moment. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Names a request of an invocation without telling its id, which can be a credential. */
function messageIdOf({ invocation }: Pick<StepRun, 'invocation'>, position: number, action: 'start' | 'rollback'): string {
  return `msg_${createHash('sha256').update(`${invocation.id} ${position} ${action}`).digest('base64url').slice(0, 32)}`;
}

async function send(run: StepRun, request: DescribedRequest, action: 'start' | 'rollback'): Promise<void> {
  const { stepRequests } = run.services;
  const url = await run.filled(request.url);
  if (!URL.canParse(url) || !stepRequests.allows(new URL(url))) throw new StepFailure('The address of the step may not be called.');
  const response = await stepRequests.send({
    ...request,
    messageId: messageIdOf(run, run.position, action),
    url,
    body: request.body === null ? null : await run.filled(request.body),
  });
  if ('failure' in response) throw new StepFailure(`The service did not answer: ${response.failure}.`, { passing: true });
  const { status } = response;
  if (status < 200 || status > 299) throw new StepFailure(`The service answered ${status}.`, { passing: PASSING.has(status) });
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
