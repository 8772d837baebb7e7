/** What all numbers of a variable say about its type: the print format says too little. Source: files.md 19.6 */
import { temporalFormat, type TemporalFormat } from './display-format.ts';
import { isWhole, type SpssVariable } from './spss-variable.ts';

/** Of a plain number. */
const PLAIN_TYPE = 5;

export class NumberSurvey {
  readonly #temporal: TemporalFormat | undefined;
  #isWhole: boolean;
  #isTemporal: boolean;

  constructor({ width, format }: SpssVariable) {
    this.#temporal = width === 0 ? temporalFormat(format) : undefined;
    this.#isTemporal = this.#temporal !== undefined;
    this.#isWhole = width === 0;
  }

  /** Whether further values could not change what is known. */
  get isSettled(): boolean {
    return !this.#isWhole && !this.#isTemporal;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  see(value: number): void {
    if (this.#isWhole) this.#isWhole = isWhole(value);
    if (this.#isTemporal) this.#isTemporal = this.#temporal?.text(value) !== undefined;
  }

  /** The variable; without its format of dates and times where one of its numbers is none. */
  applyTo<V extends SpssVariable>(variable: V): V {
    if (this.#temporal === undefined || this.#isTemporal) return variable;
    return { ...variable, format: { ...variable.format, type: PLAIN_TYPE } };
  }
}
