/** Sets of value labels, which stand at the end of a Stata file. */
import { TableError } from '../../table-error.ts';
import type { Category } from '../../table.ts';
import type { ByteCursor } from '../byte-cursor.ts';
import { endOfText, textEncoding, type TextEncoding } from '../text-encoding.ts';
import { expectWord, fieldText } from './read-lists.ts';
import type { ReleaseLayout } from './release-layout.ts';
import type { StataHeader } from './stata-header.ts';

/** The first of the 27 codes of four bytes that mean missing: `.`, `.a` to `.z`. */
const FIRST_MISSING = 2_147_483_621;
/** What a label costs beside its bytes, roughly. */
const CATEGORY_BYTES = 64;

/** A label's value as cells have it; of a missing value, its code. */
function category(value: number, label: string, layout: ReleaseLayout): Category {
  const rank = value - FIRST_MISSING;
  if (!layout.extendedMissing || rank < 0) return { value: String(value), label, missing: false };
  return { value: rank === 0 ? '.' : `.${String.fromCharCode(0x60 + rank)}`, label, missing: true };
}

/** The sets by name. @throws TableError MALFORMED, TRUNCATED, TOO_LARGE */
export async function readValueLabels(cursor: ByteCursor, header: StataHeader): Promise<ReadonlyMap<string, readonly Category[]>> {
  const sets = new Map<string, readonly Category[]>();
  cursor.moveTo(header.valueLabelsPosition);
  const encoding = textEncoding(header.layout.encoding);
  for (;;) {
    if (header.layout.tagged) {
      if ((await cursor.peek(5)).toString('latin1') !== '<lbl>') {
        await expectWord(cursor, '</value_labels></stata_dta>');
        return sets;
      }
      cursor.skip(5);
    } else if (cursor.remaining === 0) {
      return sets;
    }
    const [name, categories] = header.layout.fixedValueLabels
      ? await readFixedSet(cursor, header, encoding)
      : await readSet(cursor, header, encoding);
    if (sets.has(name)) throw new TableError('MALFORMED', `The set of value labels “${name}” stands twice.`);
    sets.set(name, categories);
    if (header.layout.tagged) await expectWord(cursor, '</lbl>');
  }
}

/** A set of release 108 and later: numbers of entries and bytes, where each text begins, the values, the texts. */
async function readSet(cursor: ByteCursor, header: StataHeader, encoding: TextEncoding): Promise<[string, Category[]]> {
  const { layout, littleEndian } = header;
  const head = await cursor.take(4 + layout.nameBytes + 3);
  const length = littleEndian ? head.readUInt32LE(0) : head.readUInt32BE(0);
  const name = fieldText(head, 4, layout.nameBytes, encoding);
  const table = await cursor.take(length);
  const int = (at: number): number => (littleEndian ? table.readInt32LE(at) : table.readInt32BE(at));
  const count = length >= 8 ? int(0) : -1;
  const textBytes = length >= 8 ? int(4) : -1;
  const texts = 8 + 8 * count;
  if (count < 0 || textBytes < 0 || texts + textBytes > length) {
    throw new TableError('MALFORMED', `The set of value labels “${name}” has not the length that it claims.`);
  }
  cursor.hold(count * CATEGORY_BYTES + length);
  const categories = Array.from({ length: count }, (_, index) => {
    const start = int(8 + 4 * index);
    if (start < 0 || start > textBytes) throw new TableError('MALFORMED', `Label ${index + 1} of the set “${name}” is outside the set.`);
    const end = endOfText(table, texts + start, texts + textBytes);
    // Texts may overlap, so that a short set could claim many long ones.
    cursor.hold(end - texts - start);
    return category(int(8 + 4 * count + 4 * index), encoding.decode(table.subarray(texts + start, end)), layout);
  });
  return [name, categories];
}

/** A set of a release before 108: values of two bytes, then a text of eight bytes for each. */
async function readFixedSet(cursor: ByteCursor, header: StataHeader, encoding: TextEncoding): Promise<[string, Category[]]> {
  const head = await cursor.take(12);
  const count = header.littleEndian ? head.readUInt16LE(0) : head.readUInt16BE(0);
  const name = fieldText(head, 2, 9, encoding);
  cursor.hold(count * CATEGORY_BYTES);
  const table = await cursor.take(10 * count);
  const categories = Array.from({ length: count }, (_, index) => {
    const value = header.littleEndian ? table.readInt16LE(2 * index) : table.readInt16BE(2 * index);
    return category(value, fieldText(table, 2 * count + 8 * index, 8, encoding), header.layout);
  });
  return [name, categories];
}
