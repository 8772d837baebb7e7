/** The variables of a system file, put together from records and extensions. */
import { TableError } from '../../table-error.ts';
import type { TextEncoding } from '../text-encoding.ts';
import { unpackFormat } from './display-format.ts';
import { double, longNames, longStringLabels, longStringMissing, longWidths, trimmed } from './sav-extensions.ts';
import type { SavVariable, StringPart } from './sav-header.ts';
import type { RawLabels, RawVariable, Records } from './sav-records.ts';
import { noMissing, type SpssMissing, type SpssValue, type ValueLabel } from './spss-variable.ts';

/** A string of more than 255 bytes stands in parts of 255, for which room of 252 each is reckoned. */
const LONG_PART_BYTES = 255;
const LONG_PART_RECKONED = 252;
/** Numbers from here on mean an open end of a range. */
const LOWEST = -Number.MAX_VALUE * (1 - 2 ** -50);

interface Setting {
  readonly littleEndian: boolean;
  readonly encoding: TextEncoding;
}

/** The parts of a string, the records of which follow one another. @throws TableError MALFORMED when records are not of that width */
function partsOf(raws: readonly RawVariable[], width: number): StringPart[] {
  let left = width;
  return raws.map((raw, index) => {
    const reckoned = raws.length === 1 ? width : Math.min(LONG_PART_BYTES, width - index * LONG_PART_RECKONED);
    if (raw.width === 0 || raw.width < Math.min(left, reckoned)) {
      throw new TableError('MALFORMED', `A string of ${width} bytes has a part of ${raw.width}.`, {
        column: raw.name.toString('latin1').trim(),
      });
    }
    const bytes = Math.min(left, raw.width);
    left -= bytes;
    return { offset: 8 * raw.element, bytes };
  });
}

function missingOf(raw: RawVariable, { littleEndian, encoding }: Setting): SpssMissing {
  const count = Math.abs(raw.missingCount);
  if (count === 0) return noMissing;
  const values = Array.from({ length: count }, (_, index): SpssValue => {
    const bytes = raw.missing.subarray(8 * index, 8 * index + 8);
    return raw.width === 0 ? double(bytes, 0, littleEndian) : trimmed(bytes.subarray(0, Math.min(8, raw.width)), encoding);
  });
  const [low, high, ...rest] = values;
  if (raw.missingCount > 0 || typeof low !== 'number' || typeof high !== 'number') return { values, range: undefined };
  return { values: rest, range: { low: low <= LOWEST ? undefined : low, high: high >= -LOWEST ? undefined : high } };
}

/** Sets of labels by element. Variables of one record share a set, numbers and strings apart. */
function labelsByElement(
  labels: readonly RawLabels[],
  raws: readonly RawVariable[],
  { littleEndian, encoding }: Setting,
): Map<number, readonly ValueLabel[]> {
  const byElement = new Map(raws.map((raw) => [raw.element, raw]));
  const found = new Map<number, readonly ValueLabel[]>();
  for (const { entries, elements } of labels) {
    const sets = new Map<number, ValueLabel[]>();
    const setOf = (width: number): ValueLabel[] => {
      const known = sets.get(width);
      if (known !== undefined) return known;
      const made = entries.map(({ value, label }) => ({
        value: width === 0 ? double(value, 0, littleEndian) : trimmed(value.subarray(0, width), encoding),
        label: encoding.decode(label),
      }));
      sets.set(width, made);
      return made;
    };
    for (const element of elements) {
      const raw = byElement.get(element);
      if (raw === undefined) throw new TableError('MALFORMED', `Value labels are for variable ${element + 1}, which does not exist.`);
      found.set(element, setOf(Math.min(8, raw.width)));
    }
  }
  return found;
}

/** The variables in their order. @throws TableError MALFORMED */
export function assembleVariables(records: Records, setting: Setting): SavVariable[] {
  const { variables: raws, extensions, labels } = records;
  const { encoding, littleEndian } = setting;
  const names = longNames(extensions, encoding);
  const widths = longWidths(extensions, encoding);
  const stringLabels = longStringLabels(extensions, encoding, littleEndian);
  const stringMissing = longStringMissing(extensions, encoding, littleEndian);
  const labelled = labelsByElement(labels, raws, setting);
  const variables: SavVariable[] = [];
  for (let index = 0; index < raws.length;) {
    const raw = raws[index];
    if (raw === undefined) break;
    const short = trimmed(raw.name, encoding);
    const longWidth = raw.width === 0 ? 0 : (widths.get(short.toUpperCase()) ?? 0);
    const width = longWidth > LONG_PART_BYTES ? longWidth : raw.width;
    const count = width > LONG_PART_BYTES ? Math.ceil(width / LONG_PART_RECKONED) : 1;
    const name = names.get(short.toUpperCase()) ?? short;
    const ofParts = raws.slice(index, index + count);
    if (ofParts.length < count) {
      throw new TableError('MALFORMED', `The string “${name}” has fewer parts than its ${width} bytes need.`, { column: name });
    }
    const missing = stringMissing.get(name);
    variables.push({
      name,
      label: raw.label === undefined ? undefined : trimmed(raw.label, encoding) || undefined,
      width,
      format: unpackFormat(raw.format),
      missing: missing === undefined ? missingOf(raw, setting) : { values: missing, range: undefined },
      labels: stringLabels.get(name) ?? labelled.get(raw.element) ?? [],
      element: raw.element,
      parts: width === 0 ? [] : partsOf(ofParts, width),
    });
    index += count;
  }
  return variables;
}
