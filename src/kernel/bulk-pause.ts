/** A bulk job cannot go on now, and may later. */
export class BulkPause extends Error {
  readonly code: string;
  readonly retryAfterSeconds: number;
  /** Whether it is a failure: after some in a row the job ends. */
  readonly counts: boolean;

  constructor(message: string, pause: { readonly code: string; readonly retryAfterSeconds: number; readonly counts: boolean }) {
    super(message);
    this.code = pause.code;
    this.retryAfterSeconds = pause.retryAfterSeconds;
    this.counts = pause.counts;
  }
}
