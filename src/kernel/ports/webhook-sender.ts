/** One request to the receiver of a webhook. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends requests to addresses that others than the operator have chosen. */
export interface WebhookSender {
  /** Why nothing may ever be sent to an address; undefined where a try is allowed, whatever its name leads to. */
  faultOf(url: string): string | undefined;
  /**
   * Resolves with the status that the receiver answered. Redirects are not followed.
   * @throws Error when it did not answer, or lies where webhooks may not reach; its message is for the owner of the webhook.
   */
  send(request: WebhookRequest): Promise<number>;
  close(): Promise<void>;
}
