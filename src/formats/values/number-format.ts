const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/;
const NAMED = /^([+-]?)(NaN|Infinity)$/;
const HEXADECIMAL = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?\d+)[fFdD]?$/;

/** Whether `text` is a decimal integer of 32 bits; sign and leading zeros are allowed. Source: blocks.md 5. */
export function isInteger(text: string): boolean {
  if (!INTEGER.test(text)) return false;
  const value = Number(text);
  return value >= -2_147_483_648 && value <= 2_147_483_647;
}

/**
 * Reads a number the way Java's double parser does: also with a type suffix, `NaN`, `Infinity` and hexadecimal floats.
 * Returns undefined for anything else. Source: blocks.md 5.
 */
export function parseFloatingPoint(text: string): number | undefined {
  if (DECIMAL.test(text)) return Number(text.replace(/[fFdD]$/, ''));
  const named = NAMED.exec(text);
  if (named !== null) return named[2] === 'NaN' ? Number.NaN : Number(text);
  const hexadecimal = HEXADECIMAL.exec(text);
  if (hexadecimal === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent] = hexadecimal;
  if (whole === '' && fraction === '') return undefined;
  let mantissa = 0;
  for (const digit of whole + fraction) mantissa = mantissa * 16 + Number.parseInt(digit, 16);
  const value = mantissa * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === '-' ? -value : value;
}
