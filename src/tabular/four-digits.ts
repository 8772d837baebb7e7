/** Decimal digits, four at a time: one word of 32 bits is written for four of them. */

const ZERO = 0x30;
/** The digits of each number below 10,000, as a word whose lowest byte is the first digit. */
const FOURS = Int32Array.from({ length: 10_000 }, (_, value) =>
  [1000, 100, 10, 1].reduce((word, power, place) => word | ((ZERO + (Math.floor(value / power) % 10)) << (8 * place)), 0),
);

/** Writes four digits of a whole number below 10,000, with zeros before them. */
export function writeFour(words: DataView, start: number, value: number): void {
  words.setInt32(start, FOURS[value] ?? 0, true);
}

/** Writes eight digits of a whole number below 1e8, with zeros before them. */
export function writeEight(words: DataView, start: number, value: number): void {
  const upper = (value / 10_000) | 0;
  words.setInt32(start, FOURS[upper] ?? 0, true);
  words.setInt32(start + 4, FOURS[value - upper * 10_000] ?? 0, true);
}

/** Writes a whole number below 10,000 without zeros before it, over four bytes; gives how many of them are digits. */
export function writeFirst(words: DataView, start: number, value: number): number {
  const digits = value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
  words.setInt32(start, (FOURS[value] ?? 0) >>> (32 - 8 * digits), true);
  return digits;
}
