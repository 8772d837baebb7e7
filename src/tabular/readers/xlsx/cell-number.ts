/** Which cells are numbers. Source: files.md 19.6 */
const words: ReadonlyMap<string, number | null> = new Map([
  ['.', null],
  ['na', null],
  ['nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
  ['+inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['null', 0],
]);
const LONGEST_WORD = 4;
const LITERAL = /^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)[df]?\s*$/i;

/** The number that a cell is; null when it stands for a missing one, undefined when it is none. */
export function cellNumber(text: string): number | null | undefined {
  if (text.length <= LONGEST_WORD) {
    const word = words.get(text.toLowerCase());
    if (word !== undefined) return word;
  }
  const literal = LITERAL.exec(text)?.[1];
  return literal === undefined ? undefined : Number(literal);
}
