/** A stretch of a multipart body. `header` is set when these bytes are a part's header block and nothing else. */
export interface MultipartPiece {
  readonly bytes: Buffer;
  readonly header?: string;
}

export interface PartHeaderScanner {
  /**
   * Cuts the next chunk around header blocks; may hold back a few bytes. A parser that looks ahead finishes with a
   * header block in the piece after it at the latest, and that piece is never another header block.
   */
  next(chunk: Buffer): MultipartPiece[];
  /** What was held back when the body has ended. */
  rest(): Buffer;
}

const HEADER_END = Buffer.from('\r\n\r\n');
const CRLF = Buffer.from('\r\n');
const DASHES = Buffer.from('--');
/** The multipart parser refuses a longer block, so there is no need to hold it back. */
const LONGEST_HEADER_BYTES = 20 * 1024;

/**
 * Watches a multipart body pass by and shows the header block of each part as it was sent. The multipart parser
 * neither tells whether a part carried a `Content-Type`, nor keeps that type's parameters.
 */
export function partHeaderScanner(boundary: string): PartHeaderScanner {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // The first delimiter may stand at the very start, without a line end before it.
  let held: Buffer = CRLF;
  let closed = false;

  function next(chunk: Buffer): MultipartPiece[] {
    const data = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    held = Buffer.alloc(0);
    const pieces: MultipartPiece[] = [];
    let start = 0;
    let search = 0;

    while (!closed) {
      const found = data.indexOf(delimiter, search);
      if (found === -1) {
        hold(partialDelimiter(data, Math.max(search, start)));
        return pieces;
      }
      const after = found + delimiter.length;
      if (data.length < after + 2) {
        hold(found);
        return pieces;
      }
      const mark = data.subarray(after, after + 2);
      search = found + 1;
      if (mark.equals(DASHES)) closed = true;
      if (!mark.equals(CRLF)) continue;
      const end = data.indexOf(HEADER_END, after);
      if (end === -1 && data.length - after <= LONGEST_HEADER_BYTES) {
        hold(found);
        return pieces;
      }
      if (end === -1) continue;
      const stop = end + HEADER_END.length;
      pieces.push({ bytes: data.subarray(start, after) });
      pieces.push({ bytes: data.subarray(after, stop), header: data.toString('latin1', after, end) });
      start = stop;
      search = stop;
    }
    hold(data.length);
    return pieces;

    function hold(from: number): void {
      const cut = Math.max(from, start);
      held = data.subarray(cut);
      if (cut > start) pieces.push({ bytes: data.subarray(start, cut) });
    }
  }

  /** Where a delimiter might begin whose end has not arrived; the length of the data when there is none. */
  function partialDelimiter(data: Buffer, from: number): number {
    const earliest = Math.max(from, data.length - delimiter.length + 1);
    for (let at = data.indexOf(0x0d, earliest); at !== -1; at = data.indexOf(0x0d, at + 1)) {
      if (data.subarray(at).equals(delimiter.subarray(0, data.length - at))) return at;
    }
    return data.length;
  }

  return { next, rest: () => held };
}

const MEDIA_TYPE = /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+(?:\s*;[\x20-\x7e]*)?$/;
const LONGEST_MEDIA_TYPE = 255;

/** The part's own content type with its parameters; `null` when the part carries none, or one that is not a media type. */
export function contentTypeOfPart(header: string): string | null {
  const unfolded = header.replace(/\r\n[ \t]+/g, ' ');
  const value = /^content-type:(.*)$/im.exec(unfolded)?.[1]?.trim() ?? '';
  return value.length <= LONGEST_MEDIA_TYPE && MEDIA_TYPE.test(value) ? value : null;
}
