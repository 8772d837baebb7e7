import type { ByteRange } from '../storage/file-storage.ts';

const BYTES_UNIT = /^\s*bytes\s*=/i;
const OTHER_UNIT = /^\s*[!#$%&'*+.^_`|~\w-]+\s*=/;
const ONE_RANGE = /^\s*(\d*)\s*-\s*(\d*)\s*$/;
/** More parts of one answer than any reader of archives or documents asks for. */
const MOST_RANGES = 64;

/** A range as written; `outside` where the file has no such byte, `malformed` where it cannot be read. */
function parseOne(text: string, sizeBytes: number): ByteRange | 'outside' | 'malformed' {
  const match = ONE_RANGE.exec(text);
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? ''];
  if (first === '' && last === '') return 'malformed';
  if (first !== '' && last !== '' && Number(first) > Number(last)) return 'malformed';
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start <= end ? { start, end } : 'outside';
}

/**
 * The ranges that a `Range` header asks of `sizeBytes` bytes, in its order, their ends clipped; `undefined` when the header is in
 * another unit, which counts as no header; `'unsatisfiable'` when one is malformed, none has a byte of the file, or they would
 * make the answer longer than the file. Source: files.md 11.4; RFC 9110, 14.2.
 */
export function parseByteRanges(header: string, sizeBytes: number): readonly [ByteRange, ...ByteRange[]] | 'unsatisfiable' | undefined {
  if (!BYTES_UNIT.test(header) && OTHER_UNIT.test(header)) return undefined;
  if (!BYTES_UNIT.test(header)) return 'unsatisfiable';
  const asked = header
    .replace(BYTES_UNIT, '')
    .split(',')
    .map((text) => parseOne(text, sizeBytes));
  if (asked.length > MOST_RANGES || asked.includes('malformed')) return 'unsatisfiable';
  const [first, ...more] = asked.filter((range) => typeof range === 'object');
  if (first === undefined) return 'unsatisfiable';
  const total = [first, ...more].reduce((sum, { start, end }) => sum + end - start + 1, 0);
  return more.length > 0 && total > sizeBytes ? 'unsatisfiable' : [first, ...more];
}
