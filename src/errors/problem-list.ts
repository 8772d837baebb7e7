import { type FormPlace, MOST_PROBLEMS, type Problem, unlisted } from './domain-error.ts';
import type { ToldRule } from './rules/broken.ts';

/** Gathers the problems of an input up to a limit, so that a hostile body does not increase the work. */
export class ProblemList {
  readonly #problems: Problem[] = [];

  /** Whether the list is full, so that the reader may stop. */
  get isFull(): boolean {
    return this.#problems.length > MOST_PROBLEMS;
  }

  add(pointer: string, told: string | ToldRule, formPlace?: FormPlace): void {
    if (this.isFull) return;
    const rule = typeof told === 'string' ? { message: told } : told;
    this.#problems.push(this.#problems.length === MOST_PROBLEMS ? unlisted : { pointer, ...rule, ...(formPlace && { formPlace }) });
  }

  toArray(): readonly Problem[] {
    return this.#problems;
  }
}

/** Shortens a sent value for use in a message. */
export function excerpt(value: string): string {
  return value.length > 100 ? `${value.slice(0, 100).toWellFormed()}…` : value;
}
