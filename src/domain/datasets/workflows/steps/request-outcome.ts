import type { StepRequest, StepRequests } from '../../../../kernel/ports/step-requests.ts';
import { StepFailure } from './step-kind.ts';

/** Statuses with which a service says that it is not well at the moment. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends a request of a step, if its address may be called. @throws StepFailure unless it is answered with 2xx */
export async function sendOrFail(requests: StepRequests, request: StepRequest): Promise<void> {
  if (!URL.canParse(request.url) || !requests.allows(new URL(request.url))) {
    throw new StepFailure('The address of the step may not be called.');
  }
  const response = await requests.send(request);
  if ('failure' in response) throw new StepFailure(`The service did not answer: ${response.failure}.`, { passing: true });
  const { status } = response;
  if (status < 200 || status > 299) throw new StepFailure(`The service answered ${status}.`, { passing: PASSING.has(status) });
}
