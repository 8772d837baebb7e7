/** What a form of metadata holds, by places: names of block, field and child, with the numbers of repetitions between them. */
import { messagesOf } from '../../messages/messages.ts';
import type { FormValues } from '../form-values.ts';
import { PageRefusal } from '../../page-refusal.ts';

/** Names of fields have dots in them, never slashes. */
const SEPARATOR = '/';
/** Block, field, repetition, child, repetition of the child. */
const MOST_STEPS = 5;
/** More than a person adds by hand; a form that says more is not of this server. */
const HIGHEST_REPETITION = 1499;

/** Joins names and numbers to a place. */
export function placeOf(...steps: readonly (string | number)[]): string {
  return steps.join(SEPARATOR);
}

/** The values of a form, each at its place. */
export class FormState {
  readonly #values: FormValues;
  /** Numbers of repetitions by the place of their field. */
  readonly #repetitions = new Map<string, Set<number>>();

  /** @throws DomainError BAD_USER_INPUT for a repetition beyond all bounds */
  constructor(values: FormValues) {
    this.#values = values;
    for (const place of values.keys()) this.#note(place);
  }

  #note(place: string): void {
    const steps = place.split(SEPARATOR, MOST_STEPS + 1);
    if (steps.length > MOST_STEPS) return;
    for (const [at, step] of steps.entries()) {
      if (at < 2 || !/^\d+$/.test(step)) continue;
      const number = Number(step);
      if (number > HIGHEST_REPETITION) throw new PageRefusal('BAD_USER_INPUT', messagesOf().form.badPlace(HIGHEST_REPETITION + 1));
      const field = placeOf(...steps.slice(0, at));
      const known = this.#repetitions.get(field);
      if (known === undefined) this.#repetitions.set(field, new Set([number]));
      else known.add(number);
    }
  }

  /** The value at a place; empty without one. */
  one(place: string): string {
    return this.#values.get(place)?.[0] ?? '';
  }

  /** The values at a place. */
  all(place: string): readonly string[] {
    return this.#values.get(place) ?? [];
  }

  /** Places that have a value. */
  places(): readonly string[] {
    return [...this.#values].filter(([, values]) => values.some((value) => value.trim() !== '')).map(([place]) => place);
  }

  /** The numbers of the repetitions of a field, ascending. */
  repetitions(field: string): readonly number[] {
    return [...(this.#repetitions.get(field) ?? [])].sort((a, b) => a - b);
  }

  /** With one more, empty repetition of a field. */
  adding(field: string): FormState {
    const next = (this.repetitions(field).at(-1) ?? 0) + 1;
    return new FormState(new Map([...this.#values, [placeOf(field, next), []]]));
  }

  /** Without a repetition. */
  removing(repetition: string): FormState {
    const below = repetition + SEPARATOR;
    return new FormState(new Map([...this.#values].filter(([place]) => place !== repetition && !place.startsWith(below))));
  }

  /** With the values of another form where this one has none in a field. */
  filledFrom(other: FormState): FormState {
    const fieldOf = (place: string): string => placeOf(...place.split(SEPARATOR, 2));
    const filled = new Set(
      [...this.#values].filter(([, values]) => values.some((value) => value.trim() !== '')).map(([place]) => fieldOf(place)),
    );
    const kept = [...this.#values].filter(([place]) => filled.has(fieldOf(place)));
    const taken = [...other.#values].filter(([place]) => !filled.has(fieldOf(place)));
    return new FormState(new Map([...kept, ...taken]));
  }
}
