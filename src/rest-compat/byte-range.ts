import type { ByteRange } from '../storage/file-storage.ts';

const BYTES_UNIT = /^\s*bytes\s*=/i;
const OTHER_UNIT = /^\s*[!#$%&'*+.^_`|~\w-]+\s*=/;
const SINGLE_RANGE = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i;

/**
 * The one range that a `Range` header asks of `sizeBytes` bytes, its end clipped; `undefined` when the header is
 * in another unit, which counts as no header; `'unsatisfiable'` for several ranges, a malformed one, or one outside.
 * Source: files.md 11.4; RFC 9110, 14.2.
 */
export function parseByteRange(header: string, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  if (!BYTES_UNIT.test(header) && OTHER_UNIT.test(header)) return undefined;
  const match = SINGLE_RANGE.exec(header);
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? ''];
  if (first === '' && last === '') return 'unsatisfiable';

  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start <= end ? { start, end } : 'unsatisfiable';
}
