/** Bytes of a source's character encoding as text. */
import { isAscii, isUtf8 } from 'node:buffer';
import { TableError } from '../table-error.ts';
import type { TextCellsBuilder } from '../text-cells.ts';

export interface TextEncoding {
  decode(bytes: Buffer): string;
  /** Appends a cell; bytes that are UTF-8 already are copied. */
  pushCell(cells: TextCellsBuilder, bytes: Buffer, start: number, end: number): void;
}

/** An encoding by its WHATWG label. Bytes that are no UTF-8 in a source that claims it are taken as Windows-1252. @throws TableError UNSUPPORTED */
export function textEncoding(label: string): TextEncoding {
  const decoder = decoderOf(label);
  const fallback = new TextDecoder('windows-1252');
  const isUnicode = decoder.encoding === 'utf-8';
  const decode = (bytes: Buffer): string => {
    if (isUnicode) return isUtf8(bytes) ? bytes.toString('utf8') : fallback.decode(bytes);
    return isAscii(bytes) ? bytes.toString('latin1') : decoder.decode(bytes);
  };
  return {
    decode,
    pushCell: (cells, bytes, start, end) => {
      let ascii = true;
      for (let at = start; at < end && ascii; at += 1) ascii = (bytes[at] ?? 0) < 0x80;
      const part = ascii ? undefined : bytes.subarray(start, end);
      if (part === undefined || (isUnicode && isUtf8(part))) cells.pushBytes(bytes, start, end);
      else cells.push(decode(part));
    },
  };
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label, { ignoreBOM: true });
  } catch {
    throw new TableError('UNSUPPORTED', `The file has texts in the encoding “${label.slice(0, 40)}”, which cannot be read here.`);
  }
}

/** Where a text that a NUL may end does end. */
export function endOfText(bytes: Buffer, start: number, end: number): number {
  for (let at = start; at < end; at += 1) if (bytes[at] === 0) return at;
  return end;
}

/** Where a text ends when blanks at its end do not count. */
export function endWithoutBlanks(bytes: Buffer, start: number, end: number): number {
  let last = end;
  while (last > start && bytes[last - 1] === 0x20) last -= 1;
  return last;
}
