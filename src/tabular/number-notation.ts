/** Numbers as they stand in tab texts and in statistics. Source: files.md 19.6, 19.7 */

/** A double with at least one digit after the point, and an exponent below 0.001 and from 10,000,000 on: `1.0`, `2.017062E7`. */
export function doubleNotation(value: number): string {
  const size = Math.abs(value);
  // The language writes the same shortest digits, between these sizes without an exponent, in about a third of the time.
  if (size >= 1e-3 && size < 1e7) return Number.isInteger(value) ? `${value}.0` : String(value);
  if (!Number.isFinite(value)) return String(value);
  const shortest = value.toExponential();
  // Two digits are written in any case, so that the second one may be the right one: 4.9E-324.
  return written(value, shortest.includes('.') ? shortest : value.toExponential(1));
}

/** The same for a number that came from 32 bits: with the fewest digits that tell it from its neighbours there. */
export function floatNotation(value: number): string {
  return Number.isFinite(value) ? written(value, shortestFloat(value)) : String(value);
}

/** Without an exponent: `1`, `1.5`, `10000000000`, `0.0000000001`. */
export function plainNotation(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e-6 && size < 1e21) return String(value);
  if (!Number.isFinite(value)) return String(value);
  const { sign, digits, exponent } = parts(value, value.toExponential());
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function written(value: number, exponential: string): string {
  const size = Math.abs(value);
  const { sign, digits, exponent } = parts(value, exponential);
  if (size === 0) return `${sign}0.0`;
  if (size < 1e-3 || size >= 1e7) return `${sign}${digits.slice(0, 1)}.${digits.slice(1) || '0'}E${exponent}`;
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  return `${sign}${digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')}.${digits.slice(exponent + 1) || '0'}`;
}

function parts(value: number, exponential: string): { sign: string; digits: string; exponent: number } {
  const [mantissa = '', exponent = '0'] = exponential.replace('-', value < 0 ? '' : '-').split('e');
  const digits = mantissa.replace('.', '').replace(/0+$/, '') || '0';
  return { sign: value < 0 || Object.is(value, -0) ? '-' : '', digits, exponent: Number(exponent) };
}

const SMALLEST_WITH_ALL_BITS = 2 ** -126;

function shortestFloat(value: number): string {
  // Every decimal of six digits is told apart by 32 bits, so that no shorter one is missed; nine are always enough. Numbers without all
  // of their bits need fewer.
  for (let digits = Math.abs(value) < SMALLEST_WITH_ALL_BITS ? 2 : 6; digits < 9; digits += 1) {
    const text = value.toExponential(digits - 1);
    const read = Number(text);
    if (Math.fround(read) === value && !isHalfway(read, value)) return text;
  }
  return value.toExponential(8);
}

const FLOAT = new Float32Array(1);
const BITS = new Int32Array(FLOAT.buffer);

/** Whether a number is as far from a 32-bit one as from its neighbour: 3e10, which is written 3.0000001E10. */
function isHalfway(read: number, value: number): boolean {
  if (read === value) return false;
  FLOAT[0] = value;
  BITS[0] = (BITS[0] ?? 0) + (Math.abs(read) > Math.abs(value) ? 1 : -1);
  return read - value === (FLOAT[0] ?? 0) - read;
}
