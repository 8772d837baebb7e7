/** Stata's format, releases 104 to 115 and 117 to 121. Source: files.md 19.6; Stata, help dta */
import type { ByteSource } from '../../byte-source.ts';
import { variable, type Category, type Storage, type Table, type Variable } from '../../table.ts';
import type { ReadOptions, TableReader } from '../../table-reader.ts';
import { ByteCursor } from '../byte-cursor.ts';
import { dateFormat, displayedDecimals } from './display-format.ts';
import { openLongStrings } from './long-strings.ts';
import { readOldHeader } from './read-old-header.ts';
import { withReadableDates } from './readable-dates.ts';
import { readTaggedHeader } from './read-tagged-header.ts';
import { readValueLabels } from './read-value-labels.ts';
import { layoutOf } from './release-layout.ts';
import { stataBatches } from './stata-batches.ts';
import type { StataVariable } from './stata-header.ts';

const TAGGED_START = '<stata_dta>';

function recognises(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes.toString('latin1', 0, TAGGED_START.length) === TAGGED_START) return true;
  const layout = layoutOf(bytes[0] ?? 0);
  // A release, an order of bytes, the type of file, which is always 1, and an unused byte.
  return (
    layout !== undefined && !layout.tagged && bytes.length > 10 && (bytes[1] === 1 || bytes[1] === 2) && bytes[2] === 1 && bytes[3] === 0
  );
}

const storages: Partial<Record<StataVariable['type']['kind'], Storage>> = {
  byte: 'integer',
  int: 'integer',
  long: 'integer',
  float: 'float',
  double: 'double',
};

function describe(one: StataVariable, sets: ReadonlyMap<string, readonly Category[]>): Variable {
  const number = storages[one.type.kind];
  const date = number === undefined ? undefined : dateFormat(one.format);
  const common = { name: one.name, label: one.label === '' ? undefined : one.label };
  if (number === undefined) return variable({ ...common, storage: 'text' });
  const categories = sets.get(one.labelSet) ?? [];
  if (date !== undefined) return variable({ ...common, storage: 'text', formatCategory: date.category, format: date.format, categories });
  return variable({ ...common, storage: number, decimals: displayedDecimals(one.format), categories });
}

async function open(source: ByteSource, options: ReadOptions): Promise<Table> {
  const { limits } = options;
  const cursor = new ByteCursor(source, limits.heldBytes);
  const tagged = (await cursor.peek(Math.min(TAGGED_START.length, source.size))).toString('latin1') === TAGGED_START;
  const declared = await (tagged ? readTaggedHeader(cursor, limits) : readOldHeader(cursor, limits));
  const header = await withReadableDates(source, declared, options);
  const sets = await readValueLabels(cursor, header);
  const hasLongStrings = header.variables.some(({ type }) => type.kind === 'strl');
  const longStrings = hasLongStrings ? await openLongStrings(source, cursor, header, limits) : undefined;
  return {
    variables: header.variables.map((one) => describe(one, sets)),
    rowCount: header.rows,
    batches: () => stataBatches(source, header, longStrings, options),
  };
}

export const stataReader: TableReader = {
  format: 'dta',
  mediaTypes: ['application/x-stata', 'application/x-stata-13', 'application/x-stata-14', 'application/x-stata-15'],
  recognises,
  open,
};
