/** Decimal digits, four at a time. */

const ZERO = 0x30;
/** The digits of each number below 10,000, four bytes each. */
const FOURS = Uint8Array.from({ length: 40_000 }, (_, at) => ZERO + (Math.floor(Math.floor(at / 4) / 10 ** (3 - (at % 4))) % 10));

/** Writes so many digits of a whole number below 1e9, with zeros before them. */
export function writeDigits(bytes: Uint8Array, start: number, value: number, count: number): void {
  let rest = value;
  let at = start + count;
  while (at - start >= 4) {
    const shorter = (rest / 10_000) | 0;
    const four = (rest - shorter * 10_000) * 4;
    at -= 4;
    bytes[at] = FOURS[four] ?? 0;
    bytes[at + 1] = FOURS[four + 1] ?? 0;
    bytes[at + 2] = FOURS[four + 2] ?? 0;
    bytes[at + 3] = FOURS[four + 3] ?? 0;
    rest = shorter;
  }
  while (at > start) {
    const shorter = (rest / 10) | 0;
    at -= 1;
    bytes[at] = ZERO + rest - shorter * 10;
    rest = shorter;
  }
}
