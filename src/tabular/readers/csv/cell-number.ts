/** Which cells of a CSV file are numbers, and which numbers they are. Source: files.md 19.5 */
import { POWERS_OF_TEN } from '../../power-of-ten.ts';
import { nearestQuotient } from './nearest-quotient.ts';

const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const E = 0x65;
const LARGE_E = 0x45;
const LITERAL =
  /^[+-]?(?:NaN|Infinity|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|0[xX](?:[\da-fA-F]+(?:\.[\da-fA-F]*)?|\.[\da-fA-F]+)[pP][+-]?\d+)[fFdD]?)$/;
const HEXADECIMAL = /^([+-]?)0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)/;

/** An optional sign and digits, or nothing. `null` is for the caller. */
export function isWhole(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  const first = bytes[at];
  if (first === PLUS || first === MINUS) at += 1;
  if (at === end) return start === end;
  for (; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < ZERO || byte > NINE) return false;
  }
  return true;
}

/** Whether a cell is surely a number: digits with a point and an exponent. Others may be, see {@link isNumeric}. */
export function isDecimal(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  let digits = 0;
  if (bytes[at] === MINUS || bytes[at] === PLUS) at += 1;
  for (; at < end && isDigit(bytes[at]); at += 1) digits += 1;
  if (at < end && bytes[at] === POINT) for (at += 1; at < end && isDigit(bytes[at]); at += 1) digits += 1;
  if (digits === 0) return false;
  if (at === end) return true;
  if (bytes[at] !== E && bytes[at] !== LARGE_E) return false;
  at += 1;
  if (at < end && (bytes[at] === MINUS || bytes[at] === PLUS)) at += 1;
  if (at === end) return false;
  while (at < end && isDigit(bytes[at])) at += 1;
  return at === end;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

/** A number that is a word. */
export type NumberWord = 'missing' | 'nan' | 'inf' | '-inf' | 'null';

const WORDS: Readonly<Record<string, NumberWord>> = { na: 'missing', nan: 'nan', inf: 'inf', '+inf': 'inf', '-inf': '-inf', null: 'null' };

export function numberWord(text: string): NumberWord | undefined {
  return text.length <= 4 ? WORDS[text.toLowerCase()] : undefined;
}

/** Whether a text that is not empty is a number by the rules of continuous columns. */
export function isNumeric(text: string): boolean {
  return numberWord(text) !== undefined || LITERAL.test(withoutBlanks(text));
}

/** Control characters count as blank. Not by an expression, which would take a square of the time of many blanks. */
export function withoutBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  return text.slice(start, end);
}

/** The value of an integer-like cell of at most 15 digits. */
export function wholeValue(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const first = bytes[at];
  if (first === PLUS || first === MINUS) at += 1;
  let value = 0;
  for (; at < end; at += 1) value = value * 10 + ((bytes[at] ?? ZERO) - ZERO);
  return first === MINUS ? 0 - value : value;
}

/** The value of a cell that {@link isNumeric} and is no word. */
export function decimalValue(bytes: Buffer, start: number, end: number): number {
  const quick = quickDecimal(bytes, start, end);
  return Number.isNaN(quick) ? literalValue(bytes.toString('latin1', start, end)) : quick;
}

/** Digits of which whole numbers of 32 bits hold as many. */
const HALF_DIGITS = 9;

/** Up to 18 digits with or without a point, as the nearest double; NaN for all else, and for the few whose nearest double is in doubt. */
export function quickDecimal(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const first = bytes[at];
  if (first === PLUS || first === MINUS) at += 1;
  const begin = at;
  let upper = 0;
  let lower = 0;
  // Zeros at the beginning do not count.
  let digits = 0;
  let point = end;
  for (; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit >= 0 && digit <= 9) {
      if (digits < HALF_DIGITS) upper = (upper * 10 + digit) | 0;
      else lower = (lower * 10 + digit) | 0;
      if (digits > 0 || digit > 0) digits += 1;
    } else if (digit === POINT - ZERO && point === end) {
      point = at + 1;
    } else {
      return Number.NaN;
    }
  }
  const hasPoint = point < end || (at > begin && bytes[end - 1] === POINT);
  if (digits > 2 * HALF_DIGITS || end - begin === (hasPoint ? 1 : 0)) return Number.NaN;
  const size = decimalOf(upper, lower, digits, end - point);
  return first === MINUS ? -size : size;
}

/** Nine digits at most, and those behind them; the last of them stand behind the point. */
function decimalOf(upper: number, lower: number, digits: number, behind: number): number {
  const power = POWERS_OF_TEN[behind] ?? Number.NaN;
  if (digits <= HALF_DIGITS) return upper / power;
  const scale = POWERS_OF_TEN[digits - HALF_DIGITS] ?? Number.NaN;
  const all = upper * scale + lower;
  return all <= Number.MAX_SAFE_INTEGER ? all / power : nearestQuotient(upper, scale, lower, power);
}

function literalValue(cell: string): number {
  const text = withoutBlanks(cell);
  const hexadecimal = HEXADECIMAL.exec(text);
  if (hexadecimal === null) return Number(text.replace(/[fFdD]$/, ''));
  const [, sign, whole = '', fraction = '', power] = hexadecimal;
  return (sign === '-' ? -1 : 1) * scaled(BigInt(`0x${whole}${fraction}`), Number(power) - 4 * fraction.length);
}

/** In two steps, as a power of two may be beyond the range although the product is not. */
function scaled(digits: bigint, power: number): number {
  const half = Math.trunc(power / 2);
  return Number(digits) * 2 ** half * 2 ** (power - half);
}
