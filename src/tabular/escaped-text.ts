/** Texts as they stand in the archival text. Source: files.md 19.5, 19.7 */
const ESCAPES: Readonly<Record<string, string>> = { '"': '"', t: '\t', n: '\n', r: '\r' };

/** What an escaped text stands for. */
export function unescaped(written: string): string {
  if (!written.includes('\\')) return written;
  return written
    .split('\\\\')
    .map((piece) => piece.replace(/\\(["tnr])/g, (_, letter: string) => ESCAPES[letter] ?? letter))
    .join('\\');
}
