import { isInteger, parseFloatingPoint } from '../../../formats/values/number-format.ts';
import type { TypedField } from './typed-plan.ts';

/** A stored text as a value of its type; null where it is none, such as the `N/A` of imports in a number. */
export type ReadValue = (text: string) => string | number | null;

function readInteger(text: string): number | null {
  return isInteger(text) ? Number(text) : null;
}

function readNumber(text: string): number | null {
  const number = parseFloatingPoint(text);
  return number !== undefined && Number.isFinite(number) ? number : null;
}

/** How stored texts of a field become values. */
export function readerOf({ kind, vocabulary }: TypedField): ReadValue {
  if (vocabulary !== null) return (text) => vocabulary.nameOf.get(text) ?? null;
  if (kind === 'integer') return readInteger;
  return kind === 'number' ? readNumber : (text) => text;
}

/** The text to store for a value that a client sent. */
export function textOf({ vocabulary }: TypedField, value: unknown): string {
  const text = String(value);
  return vocabulary?.textOf.get(text) ?? text;
}
