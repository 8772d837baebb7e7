/** Dates and times by a pattern such as `yyyy-MM-dd HH:mm:ss z`, read leniently: what overflows rolls over. Source: files.md 19.5, 20.1 */
import { zoneMinutes } from './time-zones.ts';

const FIELDS = ['y', 'M', 'd', 'H', 'm', 's', 'S', 'z'] as const;
type Field = (typeof FIELDS)[number];
type Step = { readonly field: Field } | { readonly literal: string };

/** What a text says under a pattern. Fields may be beyond their range. */
export interface Moment {
  readonly fields: Readonly<Record<Exclude<Field, 'z'>, number>>;
  /** Minutes east of UTC; undefined without a zone in the pattern. */
  readonly zone: number | undefined;
  /** Where in the text the match ended. */
  readonly end: number;
}

const DIGITS = /\d+/y;
// More digits than this are no year, and none of the other fields.
const MOST_DIGITS = 9;

export class TemporalPattern {
  readonly has: ReadonlySet<string>;
  readonly #steps: readonly Step[];

  constructor(pattern: string) {
    this.#steps = [...pattern.matchAll(/([A-Za-z])\1*|[^A-Za-z]+/g)].map(([part, letter]): Step => {
      const field = letter === undefined ? undefined : fieldOf(letter);
      return field === undefined ? { literal: part } : { field };
    });
    this.has = new Set(this.#steps.flatMap((step) => ('field' in step ? [step.field] : [])));
  }

  /** Reads from the start of a text; undefined when it does not match. What follows the match is not looked at. */
  parse(text: string): Moment | undefined {
    const fields = { y: 1970, M: 1, d: 1, H: 0, m: 0, s: 0, S: 0 };
    let zone: number | undefined;
    let at = 0;
    for (const step of this.#steps) {
      if ('literal' in step) {
        if (!text.startsWith(step.literal, at)) return undefined;
        at += step.literal.length;
      } else if (step.field === 'z') {
        const found = zoneMinutes(text, at);
        if (found === undefined) return undefined;
        zone = found.minutes;
        at = found.end;
      } else {
        DIGITS.lastIndex = at;
        const digits = DIGITS.exec(text)?.[0];
        if (digits === undefined || digits.length > MOST_DIGITS) return undefined;
        fields[step.field] = Number(digits);
        at += digits.length;
      }
    }
    return { fields, zone, end: at };
  }
}

function fieldOf(letter: string): Field | undefined {
  return FIELDS.find((field) => field === letter);
}
