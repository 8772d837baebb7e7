/** Numbers as System/360 kept them: a sign, an exponent of 16 and up to 56 bits of fraction. Source: SAS, TS-140 */
const FULL_STOP = 0x2e;
const UNDERSCORE = 0x5f;
const LETTER_A = 0x41;
const LETTER_Z = 0x5a;

/** The bytes behind a number's first, the shorter forms of it included: what is left out are zeros. */
function fractionAt(bytes: Buffer, at: number, length: number): number {
  let high = 0;
  let low = 0;
  for (let index = 1; index < 8; index += 1) {
    const byte = index < length ? (bytes[at + index] ?? 0) : 0;
    if (index < 4) high = high * 256 + byte;
    else low = low * 256 + byte;
  }
  // Rounded once, to the nearest double: the high part is exact.
  return high * 2 ** 32 + low;
}

/** A number of 2 to 8 bytes; undefined where it is missing: `.`, `.A` to `.Z` or `._`. */
export function hexadecimalFloat(bytes: Buffer, at: number, length: number): number | undefined {
  const first = bytes[at] ?? 0;
  const fraction = fractionAt(bytes, at, length);
  if (fraction === 0) {
    const missing = first === FULL_STOP || first === UNDERSCORE || (first >= LETTER_A && first <= LETTER_Z);
    return missing ? undefined : 0;
  }
  const size = fraction * 2 ** (4 * ((first & 0x7f) - 64) - 56);
  return first >= 0x80 ? -size : size;
}
