/** There is no answer, or none that the API gives: whether something was done is not known. */
export class Unreachable extends Error {
  /** Where it was asked. */
  readonly origin: string;
  /** Of an answer that is none of the API; undefined where there was none at all. */
  readonly status: number | undefined;

  constructor(url: string, cause: unknown, status?: number) {
    const { origin } = new URL(url);
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    super(`The server at ${origin} does not answer (${inner instanceof Error ? inner.message : String(inner)}).`, { cause });
    this.name = 'Unreachable';
    this.origin = origin;
    this.status = status;
  }
}
