import { MOST_PROBLEMS, type Problem, unlisted } from './domain-error.ts';

/** Gathers the problems of an input up to a limit, so that the work does not grow with a hostile body. */
export class ProblemList {
  readonly #problems: Problem[] = [];

  /** Whether reading on is pointless. */
  get isFull(): boolean {
    return this.#problems.length > MOST_PROBLEMS;
  }

  add(pointer: string, message: string): void {
    if (this.isFull) return;
    this.#problems.push(this.#problems.length === MOST_PROBLEMS ? unlisted : { pointer, message });
  }

  toArray(): readonly Problem[] {
    return this.#problems;
  }
}

/** Shortens a sent value for use in a message. */
export function excerpt(value: string): string {
  return value.length > 100 ? `${value.slice(0, 100).toWellFormed()}…` : value;
}
