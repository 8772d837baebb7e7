/** Whether what a Stata file shows as dates are dates: a number outside the years 0 to 9999 cannot be written as one. */
import { readExactly, type ByteSource } from '../../byte-source.ts';
import type { ReadOptions } from '../../table-reader.ts';
import { dateFormat } from './display-format.ts';
import { numberReader } from './number-reader.ts';
import type { StataHeader } from './stata-header.ts';

const BLOCK_BYTES = 4 * 1024 * 1024;
/** The format of a plain number. */
const PLAIN = '%9.0g';

/** Looks at one cell after the other; gives whether the cells so far are dates. */
type Look = (bytes: Buffer, row: number) => boolean;

function looks(header: StataHeader): (Look | undefined)[] {
  let offset = 0;
  return header.variables.map(({ type, format }) => {
    const at = offset;
    offset += type.bytes;
    const date = type.kind === 'str' || type.kind === 'strl' ? undefined : dateFormat(format);
    if (date === undefined || type.kind === 'str' || type.kind === 'strl') return undefined;
    const { read, isMissing } = numberReader(header, type.kind);
    return (bytes, row) => {
      const value = read(bytes, row * header.rowBytes + at);
      return isMissing(value) || date.text(value) !== undefined;
    };
  });
}

/** The header, with those variables as plain numbers that have a format of dates over a number that is none. */
export async function withReadableDates(source: ByteSource, header: StataHeader, options: ReadOptions): Promise<StataHeader> {
  const remaining = looks(header);
  const unreadable = new Set<number>();
  const mostRows = Math.max(1, Math.floor(BLOCK_BYTES / header.rowBytes));
  for (let done = 0; done < header.rows && remaining.some((look) => look !== undefined); done += mostRows) {
    options.signal?.throwIfAborted();
    const rows = Math.min(mostRows, header.rows - done);
    const bytes = await readExactly(source, header.dataPosition + done * header.rowBytes, rows * header.rowBytes);
    for (const [index, look] of remaining.entries()) {
      if (look === undefined) continue;
      let row = 0;
      while (row < rows && look(bytes, row)) row += 1;
      if (row === rows) continue;
      unreadable.add(index);
      remaining[index] = undefined;
    }
  }
  if (unreadable.size === 0) return header;
  return { ...header, variables: header.variables.map((one, index) => (unreadable.has(index) ? { ...one, format: PLAIN } : one)) };
}
