/** The rows of an archival text as they are written there, for forms that need no values. Source: files.md 11.2 */
import type { ByteSource } from '../byte-source.ts';
import { GrowingBytes } from '../growing-bytes.ts';
import { wholeLines } from '../readers/tab-text/read-tab-text.ts';
import { TableError } from '../table-error.ts';
import type { ReadOptions } from '../table-reader.ts';

/** A row: cell i is the bytes from `starts[i]` up to one before `starts[i + 1]`. */
export interface StoredRow {
  readonly bytes: Buffer;
  readonly starts: Int32Array;
}

/** A text, with how many columns it has. */
export interface StoredText {
  readonly source: ByteSource;
  readonly columns: number;
  readonly withHeader: boolean;
}

export type RowWriter = (out: GrowingBytes, row: StoredRow) => void;

const TAB = 0x09;
const NEWLINE = 0x0a;
/** What is written is handed out in pieces of this size. */
const PIECE_BYTES = 256 * 1024;

/** Writes each row anew. A piece is valid until the next one. @throws TableError when the text is damaged */
export async function* rewrittenRows(
  { source, columns, withHeader }: StoredText,
  write: RowWriter,
  options: ReadOptions,
): AsyncGenerator<Buffer> {
  const out = new GrowingBytes(PIECE_BYTES * 2);
  const starts = new Int32Array(columns + 1);
  let isHeader = withHeader;
  for await (const bytes of wholeLines(source, options)) {
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf(NEWLINE, start);
      if (!isHeader) {
        divide(bytes, start, end, starts);
        write(out, { bytes, starts });
      }
      isHeader = false;
      start = end + 1;
      if (out.length < PIECE_BYTES) continue;
      yield out.view();
      out.clear();
    }
  }
  if (out.length > 0) yield out.view();
}

function divide(bytes: Buffer, lineStart: number, lineEnd: number, starts: Int32Array): void {
  let cell = 0;
  starts[0] = lineStart;
  for (let at = lineStart; at < lineEnd; at += 1) {
    if (bytes[at] !== TAB) continue;
    cell += 1;
    if (cell >= starts.length - 1) throw malformed();
    starts[cell] = at + 1;
  }
  if (cell !== starts.length - 2) throw malformed();
  starts[cell + 1] = lineEnd + 1;
}

function malformed(): TableError {
  return new TableError('MALFORMED', 'A row of the stored text has another number of values than there are variables.');
}
