/** Variables of SPSS, which both of its formats describe alike. Source: files.md 19.6 */
import { variable, type Category, type InvalidRange, type Variable } from '../../table.ts';
import { plainNotation } from '../../number-notation.ts';
import { temporalFormat, type DisplayFormat } from './display-format.ts';

export type SpssValue = number | string;

/** Values that are declared as missing. */
export interface SpssMissing {
  readonly values: readonly SpssValue[];
  /** Ends that are undefined are open. */
  readonly range: { readonly low: number | undefined; readonly high: number | undefined } | undefined;
}

export interface ValueLabel {
  readonly value: SpssValue;
  readonly label: string;
}

export interface SpssVariable {
  readonly name: string;
  readonly label: string | undefined;
  /** Bytes of a string; 0 for a number. */
  readonly width: number;
  readonly format: DisplayFormat;
  readonly missing: SpssMissing;
  /** Several variables may share one set. */
  readonly labels: readonly ValueLabel[];
}

export const noMissing: SpssMissing = { values: [], range: undefined };

/** Whether a number of the source is one that an integer of 64 bits can be. */
export function isWhole(value: number): boolean {
  return Number.isInteger(value) && value < 2 ** 63 && value >= -(2 ** 63);
}

/** A value as its cell reads: a string without the blanks at its end, or one blank; a number without an exponent, or a date. */
function valueText({ format }: SpssVariable, value: SpssValue): string {
  if (typeof value === 'string') return value === '' ? ' ' : value;
  const temporal = temporalFormat(format);
  return temporal?.text(value) ?? plainNotation(value);
}

function isMissing({ values, range }: SpssMissing, value: SpssValue): boolean {
  if (values.includes(value)) return true;
  return typeof value === 'number' && range !== undefined && value >= (range.low ?? -Infinity) && value <= (range.high ?? Infinity);
}

function invalidRanges(one: SpssVariable): InvalidRange[] {
  const { values, range } = one.missing;
  const end = (value: number | undefined): string | undefined => (value === undefined ? undefined : valueText(one, value));
  return [
    ...(range === undefined ? [] : [{ min: end(range.low), max: end(range.high) }]),
    ...values.map((value) => ({ value: valueText(one, value) })),
  ];
}

function categoriesOf(one: SpssVariable): Category[] {
  return one.labels.map(({ value, label }) => ({ value: valueText(one, value), label, missing: isMissing(one.missing, value) }));
}

/** What a label costs when it is held, roughly. */
export const LABEL_BYTES = 64;

/**
 * Describes variables in the words of the room; `whole` says of each whether its numbers are. Categories are made once for all variables
 * that have the same labels, missing values and format: sets of thousands of labels may belong to thousands of variables.
 * @throws what `hold` throws, which counts the bytes that are kept
 */
export function describeVariables(
  variables: readonly SpssVariable[],
  whole: readonly boolean[],
  hold: (bytes: number) => void,
): Variable[] {
  const made = new Map<readonly ValueLabel[], Map<string, readonly Category[]>>();
  const categories = (one: SpssVariable): readonly Category[] => {
    if (one.labels.length === 0) return [];
    const { range, values } = one.missing;
    const key = JSON.stringify([one.format.type, one.format.decimals > 0, range?.low, range?.high, range !== undefined, values]);
    const ofSet = made.get(one.labels) ?? new Map<string, readonly Category[]>();
    made.set(one.labels, ofSet);
    const known = ofSet.get(key);
    if (known !== undefined) return known;
    hold(one.labels.length * LABEL_BYTES);
    const fresh = categoriesOf(one);
    ofSet.set(key, fresh);
    return fresh;
  };
  return variables.map((one, index) => describeVariable(one, whole[index] === true, categories(one)));
}

function describeVariable(one: SpssVariable, whole: boolean, categories: readonly Category[]): Variable {
  const common = { name: one.name, label: one.label, categories, invalidRanges: invalidRanges(one) };
  if (one.width > 0) return variable({ ...common, storage: 'text' });
  const temporal = temporalFormat(one.format);
  if (temporal === undefined) {
    return variable({ ...common, storage: whole ? 'integer' : 'double', notation: 'plain', decimals: one.format.decimals });
  }
  return variable({ ...common, storage: 'text', quoted: false, formatCategory: temporal.category, format: temporal.format });
}
