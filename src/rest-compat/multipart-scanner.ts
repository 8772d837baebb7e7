/** A stretch of a multipart body. */
export type MultipartPiece =
  /** Belongs to no part: what stands before the first delimiter, delimiters, what stands after the last one. */
  | { readonly kind: 'outside'; readonly bytes: Buffer }
  /** The header block of a part with the line ends around it; its content follows, which may be empty. */
  | { readonly kind: 'header'; readonly bytes: Buffer; readonly text: string }
  | { readonly kind: 'content'; readonly bytes: Buffer }
  /** The delimiter after a content. */
  | { readonly kind: 'end' };

export interface MultipartScanner {
  /** Cuts the next chunk into pieces; may hold back a few bytes. */
  next(chunk: Buffer): MultipartPiece[];
  /** What was held back when the body has ended. */
  rest(): MultipartPiece[];
  /** What stands between two parts. */
  readonly delimiter: Buffer;
}

const HEADER_END = Buffer.from('\r\n\r\n');
const CRLF = Buffer.from('\r\n');
const DASHES = Buffer.from('--');
/** The reader of headers refuses a longer block, so there is no need to hold it back. */
const LONGEST_HEADER_BYTES = 20 * 1024;

/**
 * Cuts a multipart body into header blocks and contents, looking for delimiters over whole chunks; it reads none of the headers.
 * Source: RFC 2046, 5.1.1.
 */
export function multipartScanner(boundary: string): MultipartScanner {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // The first delimiter may stand at the very start, without a line end before it.
  let held: Buffer = CRLF;
  let inPart = false;
  let closed = false;

  function next(chunk: Buffer): MultipartPiece[] {
    const data = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    held = Buffer.alloc(0);
    const pieces: MultipartPiece[] = [];
    let start = 0;
    let search = 0;

    while (!closed) {
      const found = data.indexOf(delimiter, search);
      if (found === -1) return holdFrom(partialDelimiter(data, Math.max(search, start)));
      const after = found + delimiter.length;
      if (data.length < after + 2) return holdFrom(found);
      const mark = data.subarray(after, after + 2);
      search = found + 1;
      if (mark.equals(DASHES)) {
        closed = true;
        delimit(found, after);
      }
      if (!mark.equals(CRLF)) continue;
      const end = data.indexOf(HEADER_END, after);
      if (end === -1 && data.length - after <= LONGEST_HEADER_BYTES) return holdFrom(found);
      delimit(found, after);
      if (end === -1) continue;
      const stop = end + HEADER_END.length;
      pieces.push({ kind: 'header', bytes: data.subarray(after, stop), text: data.toString('latin1', after, end) });
      inPart = true;
      start = stop;
      search = stop;
    }
    return holdFrom(data.length);

    function pass(to: number): void {
      if (to > start) pieces.push({ kind: inPart ? 'content' : 'outside', bytes: data.subarray(start, to) });
      start = Math.max(start, to);
    }

    function delimit(found: number, after: number): void {
      if (inPart) {
        pass(found);
        pieces.push({ kind: 'end' });
        inPart = false;
        start = after;
      } else {
        pass(after);
      }
    }

    function holdFrom(from: number): MultipartPiece[] {
      pass(from);
      held = data.subarray(Math.max(from, start));
      return pieces;
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

  return {
    next,
    rest: () => (held.length === 0 ? [] : [{ kind: inPart ? 'content' : 'outside', bytes: held }]),
    delimiter,
  };
}

const MEDIA_TYPE = /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+(?:\s*;[\x20-\x7e]*)?$/;
const LONGEST_MEDIA_TYPE = 255;

/** The part's own content type with its parameters; `null` when the part carries none, or one that is not a media type. */
export function contentTypeOfPart(header: string): string | null {
  const unfolded = header.replace(/\r\n[ \t]+/g, ' ');
  const value = /^content-type:(.*)$/im.exec(unfolded)?.[1]?.trim() ?? '';
  return value.length <= LONGEST_MEDIA_TYPE && MEDIA_TYPE.test(value) ? value : null;
}
