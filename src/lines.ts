const LINE_END = 0x0a;

/** A line is longer than its reader takes. */
export class LineTooLong extends Error {}

/**
 * The lines of a text that comes in pieces, each ended by `\n` alone; what follows the last end is a line unless it is empty.
 * `node:readline` takes line separators of Unicode, which texts in JSON may hold, for ends of lines.
 * @throws LineTooLong as soon as a line has more bytes than that
 */
export async function* linesOf(source: AsyncIterable<unknown>, mostBytes = Infinity): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  let bytes = 0;
  const grow = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes > mostBytes) throw new LineTooLong();
    begun.push(piece);
  };
  const end = (): string => {
    const line = Buffer.concat(begun).toString('utf8');
    begun = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of source) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('Lines are read from bytes.');
    let from = 0;
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, from)) {
      grow(chunk.subarray(from, at));
      yield end();
      from = at + 1;
    }
    grow(chunk.subarray(from));
  }
  if (bytes > 0) yield end();
}
