/** A request that a step of a workflow sends. */
export interface StepRequest {
  /** The same for each try of one request, and for no other: by it the receiver knows a repeated one. */
  readonly messageId: string;
  readonly method: StepMethod;
  readonly url: string;
  readonly contentType: string;
  /** Null where none is sent. */
  readonly body: string | null;
}

export const STEP_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type StepMethod = (typeof STEP_METHODS)[number];

/** What came of a request: it was answered with a status, or not at all. */
export type StepResponse = { readonly status: number } | { readonly failure: string };

/** Sends the requests of workflows. */
export interface StepRequests {
  /** Whether the operator lets steps call the host of an address. Source: docs/configuration.md, `WORKFLOW_HOSTS`. */
  allows(url: URL): boolean;
  /** Never throws: what went wrong is in the response. A redirect is not followed; it is a status like any other. */
  send(request: StepRequest): Promise<StepResponse>;
}
