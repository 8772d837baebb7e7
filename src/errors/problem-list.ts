import type { Problem } from './domain-error.ts';

/** Most problems that one answer lists; a hostile body could hold millions. */
export const MAX_PROBLEMS = 1000;

/** Longest pointer that is listed in full: many levels of long keys would be repeated by each problem below them. */
const LONGEST_POINTER = 1000;

/** Gathers the problems of an input up to a limit, so that neither the work nor the answer grows with a hostile body. */
export class ProblemList {
  readonly #problems: Problem[] = [];

  /** Whether reading on is pointless. */
  get isFull(): boolean {
    return this.#problems.length > MAX_PROBLEMS;
  }

  add(pointer: string, message: string): void {
    if (this.isFull) return;
    const isLast = this.#problems.length === MAX_PROBLEMS;
    this.#problems.push(
      isLast ? { pointer: '', message: `Only the first ${MAX_PROBLEMS} problems are listed.` } : { pointer: shortened(pointer), message },
    );
  }

  toArray(): readonly Problem[] {
    return this.#problems;
  }
}

function shortened(pointer: string): string {
  return pointer.length > LONGEST_POINTER ? `${pointer.slice(0, LONGEST_POINTER).toWellFormed()}…` : pointer;
}

/** Shortens a sent value for use in a message. */
export function excerpt(value: string): string {
  return value.length > 100 ? `${value.slice(0, 100).toWellFormed()}…` : value;
}
