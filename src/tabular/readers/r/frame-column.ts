/** A column of a data frame, described from its class, its attributes and, for dates and long integers, its values. */
import { TableError } from '../../table-error.ts';
import { variable, type Category, type Variable } from '../../table.ts';
import { dayText, momentText } from '../calendar.ts';
import { doubleNotation } from '../../number-notation.ts';
import { columnValues, numberSource, type ColumnValues } from './number-source.ts';
import { MISSING_INTEGER, type SerialInput, WORD_BYTES } from './serial-input.ts';
import { NO_ATTRIBUTES, type Attributes, type SerialValue } from './serial-value.ts';
import type { VectorValues } from './vector-values.ts';
import { zoneClock } from './zone-clock.ts';

/** How the cells of a column are made. */
export type Cells =
  | { readonly kind: 'numbers' | 'texts' | 'integers64' | 'smallIntegers64' | 'complex' | 'raw' }
  | { readonly kind: 'levels'; readonly levels: readonly string[] }
  /** A date or a time from its number. */
  | { readonly kind: 'temporal'; text(value: number): string | undefined };

export interface FrameColumn {
  readonly variable: Variable;
  readonly values: ColumnValues;
  readonly cells: Cells;
}

export interface ColumnSetting {
  readonly values: VectorValues;
  /** An input of its own at a position. */
  open(position: number): SerialInput;
}

/** The least integer of 64 bits is a missing one. */
export const MISSING_INTEGER64 = -(2n ** 63n);
const SURVEYED_ROWS = 4096;

function attributesOf(value: SerialValue): Attributes {
  return value.kind === 'vector' || value.kind === 'compact' ? value.attributes : NO_ATTRIBUTES;
}

/** @throws TableError UNSUPPORTED when the column is no vector */
export async function describeColumn(name: string, value: SerialValue, setting: ColumnSetting): Promise<FrameColumn> {
  const attributes = attributesOf(value);
  const values = await columnValues(value, setting.values, name);
  if (attributes.has('dim')) throw new TableError('UNSUPPORTED', 'The column is a matrix, not a vector.', { column: name });
  const classes = await setting.values.texts(attributes.get('class'));
  const [label] = await setting.values.texts(attributes.get('label'));
  const common = { name, label: label === '' ? undefined : label };
  const type = values.kind === 'numerals' ? 'text' : values.type;
  if (classes.includes('factor') && type === 'integer') {
    const levels = await setting.values.texts(attributes.get('levels'));
    const categories = levels.map((level) => ({ value: level, label: level, missing: false }));
    const ordered = classes.includes('ordered');
    return { variable: variable({ ...common, storage: 'text', categories, ordered }), values, cells: { kind: 'levels', levels } };
  }
  if (type === 'text' || type === 'complex' || type === 'raw') {
    const categories = await labelledTexts(attributes, setting.values);
    return { variable: variable({ ...common, storage: 'text', categories }), values, cells: { kind: type === 'text' ? 'texts' : type } };
  }
  const temporal = await temporalCells({ classes, attributes, values, setting });
  if (temporal !== undefined) {
    const { category, format, text } = temporal;
    return {
      variable: variable({ ...common, storage: 'text', formatCategory: category, format }),
      values,
      cells: { kind: 'temporal', text },
    };
  }
  if (classes.includes('integer64') && values.kind === 'vector') {
    const isSmall = await hasSmallIntegers(values.position, values.length, setting);
    return {
      variable: variable({ ...common, storage: isSmall ? 'integer' : 'int64' }),
      values,
      cells: { kind: isSmall ? 'smallIntegers64' : 'integers64' },
    };
  }
  const categories = type === 'logical' ? truthValues : await labelledNumbers(attributes, setting.values, type === 'double');
  const format = type === 'logical' ? { formatCategory: 'Boolean' as const } : {};
  return {
    variable: variable({ ...common, ...format, storage: type === 'double' ? 'double' : 'integer', categories }),
    values,
    cells: { kind: 'numbers' },
  };
}

const truthValues: readonly Category[] = [
  { value: '0', label: 'FALSE', missing: false },
  { value: '1', label: 'TRUE', missing: false },
];

/** Value labels, as packages that read other formats keep them. */
async function labelledNumbers(attributes: Attributes, values: VectorValues, isDouble: boolean): Promise<Category[]> {
  const labels = attributes.get('labels');
  if (labels === undefined) return [];
  const names = await values.texts(attributesOf(labels).get('names'));
  const numbers = await values.numbers(labels);
  return numbers.flatMap((value, index) =>
    value === undefined ? [] : [{ value: isDouble ? doubleNotation(value) : String(value), label: names[index] ?? '', missing: false }],
  );
}

async function labelledTexts(attributes: Attributes, values: VectorValues): Promise<Category[]> {
  const labels = attributes.get('labels');
  if (labels === undefined) return [];
  const names = await values.texts(attributesOf(labels).get('names'));
  const texts = await values.texts(labels);
  return texts.map((value, index) => ({ value, label: names[index] ?? '', missing: false }));
}

interface TemporalSetting {
  readonly classes: readonly string[];
  readonly attributes: Attributes;
  readonly values: ColumnValues;
  readonly setting: ColumnSetting;
}

interface Temporal {
  readonly category: 'date' | 'time';
  readonly format: string;
  text(value: number): string | undefined;
}

/** Undefined for numbers, and for a column of dates with one outside the years 0 to 9999. */
async function temporalCells({ classes, attributes, values, setting }: TemporalSetting): Promise<Temporal | undefined> {
  if (classes.includes('Date')) {
    const text = (value: number): string | undefined => dayText(Math.floor(value));
    const { isReadable } = await surveyed(values, setting, text);
    return isReadable ? { category: 'date', format: 'yyyy-MM-dd', text } : undefined;
  }
  if (!classes.includes('POSIXct')) return undefined;
  const [zone = ''] = await setting.values.texts(attributes.get('tzone'));
  const clock = zoneClock(zone);
  const withDecimals = (decimals: boolean) => (value: number) => {
    const moment = Math.round(value * 1000);
    return momentText(moment + clock(moment), decimals);
  };
  const { isReadable, hasDecimals } = await surveyed(values, setting, withDecimals(false));
  if (!isReadable) return undefined;
  return { category: 'time', format: `yyyy-MM-dd HH:mm:ss${hasDecimals ? '.SSS' : ''}`, text: withDecimals(hasDecimals) };
}

async function surveyed(
  from: ColumnValues,
  { open }: ColumnSetting,
  text: (value: number) => string | undefined,
): Promise<{ isReadable: boolean; hasDecimals: boolean }> {
  const next = numberSource(from, open);
  const values = new Float64Array(SURVEYED_ROWS);
  const missing = new Uint8Array(SURVEYED_ROWS);
  let hasDecimals = false;
  for (let done = 0; done < from.length; done += SURVEYED_ROWS) {
    const rows = Math.min(SURVEYED_ROWS, from.length - done);
    await next(values, missing, rows);
    for (let row = 0; row < rows; row += 1) {
      const value = values[row] ?? 0;
      // Neither a missing number nor another that is none is a date.
      if (missing[row] === 1 || Number.isNaN(value)) continue;
      if (text(value) === undefined) return { isReadable: false, hasDecimals };
      hasDecimals ||= Math.round(value * 1000) % 1000 !== 0;
    }
  }
  return { isReadable: true, hasDecimals };
}

async function hasSmallIntegers(position: number, length: number, { open }: ColumnSetting): Promise<boolean> {
  const input = open(position);
  for (let row = 0; row < length; row += 1) {
    if (input.ready < WORD_BYTES) await input.fill();
    const value = input.takeInteger64();
    if (value !== MISSING_INTEGER64 && (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER)) return false;
  }
  return true;
}

/** The text of a level; undefined where it is missing. @throws TableError MALFORMED for a level that the factor does not have */
export function levelText(levels: readonly string[], code: number, place: { row: number; column: string }): string | undefined {
  if (code === MISSING_INTEGER) return undefined;
  const level = levels[code - 1];
  if (level === undefined) throw new TableError('MALFORMED', `A cell has the level ${code}, which the factor does not have.`, place);
  return level;
}
