/** A cell of an archival text, as it stands there. Source: files.md 19.4, 19.7 */
import { unescaped } from '../escaped-text.ts';

const QUOTE = 0x22;

/** What a text cell says, without its quotes and escapes. A cell of no bytes is missing, and none of this function's. */
export function storedText(bytes: Buffer, start: number, end: number): string {
  const isQuoted = end - start >= 2 && bytes[start] === QUOTE && bytes[end - 1] === QUOTE;
  return unescaped(isQuoted ? bytes.toString('utf8', start + 1, end - 1) : bytes.toString('utf8', start, end));
}
