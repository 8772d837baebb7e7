/** The parameters of steps that send requests: read, and checked when a workflow is added. Source: users-admin.md 14.2. */
import type { Problem } from '../../../../errors/domain-error.ts';
import { STEP_METHODS, type StepMethod, type StepRequests } from '../../../../kernel/ports/step-requests.ts';
import { expectedResponseFault } from './expected-response.ts';
import type { StepParameters } from './step-kind.ts';
import { fillVariables, hasVariable, STEP_VARIABLES } from './step-variables.ts';

/** A request as a step describes it: its texts may have variables. */
export interface DescribedRequest {
  readonly method: StepMethod;
  readonly url: string;
  readonly contentType: string;
  readonly body: string | null;
}

const DEFAULT_CONTENT_TYPE = 'text/plain';
/** What a header may hold. Source: RFC 9110, 5.5. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

function methodOf(text: string | undefined): StepMethod | undefined {
  const wanted = (text ?? 'GET').toUpperCase();
  return STEP_METHODS.find((method) => method === wanted);
}

/** Methods whose requests carry a body. */
const takesBody = (method: StepMethod) => method === 'POST' || method === 'PUT';

/** Two names of one parameter, both of which clients send. */
const rollbackMethodOf = (parameters: StepParameters) => parameters['method-rollback'] ?? parameters['rollbackMethod'];

function described(method: StepMethod | undefined, url: string, body: string | undefined, parameters: StepParameters): DescribedRequest {
  const known = method ?? 'GET';
  return {
    method: known,
    url,
    contentType: parameters['contentType'] ?? DEFAULT_CONTENT_TYPE,
    body: takesBody(known) ? (body ?? '') : null,
  };
}

/** The request that begins a step. */
export function startingRequest(parameters: StepParameters): DescribedRequest {
  return described(methodOf(parameters['method']), parameters['url'] ?? '', parameters['body'], parameters);
}

/** The request that undoes it; undefined where there is none. */
export function rollbackRequest(parameters: StepParameters): DescribedRequest | undefined {
  const url = parameters['rollbackUrl'];
  if (url === undefined) return undefined;
  return described(methodOf(rollbackMethodOf(parameters)), url, parameters['rollbackBody'], parameters);
}

const SAMPLE = Object.fromEntries(STEP_VARIABLES.map((name) => [name, 'x']));

/** What is wrong with an address, as the end of a sentence; undefined when nothing is. */
function urlFault(text: string, requests: Pick<StepRequests, 'allows'>): string | undefined {
  // Titles come from depositors: none may choose the host.
  const [, authority] = /^https?:\/\/([^/?#\\]*)/i.exec(text) ?? [];
  if (authority === undefined) return 'must be an address that begins with http:// or https://';
  if (hasVariable(authority)) return 'must not have variables before its path';
  const sample = fillVariables(text, SAMPLE);
  if (!URL.canParse(sample)) return 'must be an address';
  const url = new URL(sample);
  if (url.username !== '' || url.password !== '') return 'must not hold credentials';
  return requests.allows(url) ? undefined : 'must lead to a host that WORKFLOW_HOSTS names';
}

const methodFault = (text: string | undefined) => (methodOf(text) === undefined ? `must be one of ${STEP_METHODS.join(', ')}` : undefined);

/** Everything that is wrong with the parameters of a request, with pointers into them. */
export function requestFaults(
  parameters: StepParameters,
  requests: Pick<StepRequests, 'allows'>,
  { expectsText }: { readonly expectsText: boolean },
): readonly Problem[] {
  const { url, contentType, expectedResponse, rollbackUrl, method } = parameters;
  const faults: readonly (readonly [name: string, message: string | undefined])[] = [
    ['url', url === undefined ? 'is missing; it must be the address that is called' : urlFault(url, requests)],
    ['method', methodFault(method)],
    ['contentType', contentType === undefined || HEADER_VALUE.test(contentType) ? undefined : 'must be a content type'],
    ['expectedResponse', expectsText && expectedResponse !== undefined ? expectedResponseFault(expectedResponse) : undefined],
    ['rollbackUrl', rollbackUrl === undefined ? undefined : urlFault(rollbackUrl, requests)],
    ['method-rollback', methodFault(parameters['method-rollback'])],
    ['rollbackMethod', methodFault(parameters['rollbackMethod'])],
  ];
  return faults.flatMap(([name, message]) => (message === undefined ? [] : [{ pointer: `/${name}`, message }]));
}
