/** What ends an upload, or a try of it. */

/** The server refused. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor({ code, message }: { readonly code?: string | undefined; readonly message: string }, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Whoever chose the file ended it. */
export class Canceled extends Error {}

const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Whether the same may succeed later: the connection was lost, or the server could not answer for a while. */
export function isPassing(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Refused && PASSING_STATUSES.has(error.status));
}

/** Whether nobody is signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Refused && error.status === 401;
}
