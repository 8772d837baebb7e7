/** The description of one variable. */
import { TableError } from '../../table-error.ts';
import { endOfText, endWithoutBlanks, type TextEncoding } from '../text-encoding.ts';
import type { LongTexts } from './long-texts.ts';
import { temporalFormat, type TemporalFormat } from './temporal-format.ts';

export interface TransportVariable {
  readonly name: string;
  readonly label: string | undefined;
  readonly isNumber: boolean;
  /** Where the cell is in a row, and how many bytes it has. */
  readonly offset: number;
  readonly length: number;
  /** Undefined for numbers that are no dates, and for texts. */
  readonly temporal: TemporalFormat | undefined;
  /** Digits after the point that the format shows. */
  readonly decimals: number | undefined;
}

export interface VariableSetting {
  readonly isVersion8: boolean;
  /** Position among the variables, from 0. */
  readonly index: number;
  readonly encoding: TextEncoding;
  readonly long: LongTexts;
}

/** @throws TableError MALFORMED when its type or length is none */
export function readVariable(bytes: Buffer, { isVersion8, index, encoding, long }: VariableSetting): TransportVariable {
  const text = (start: number, length: number): string => {
    const end = endOfText(bytes, start, Math.min(start + length, bytes.length));
    return encoding.decode(bytes.subarray(start, endWithoutBlanks(bytes, start, end)));
  };
  const longer = long.get(bytes.readUInt16BE(6));
  const longName = isVersion8 ? text(88, 32) : '';
  const name = longer?.name || longName || text(8, 8);
  const column = name || index + 1;
  const type = bytes.readUInt16BE(0);
  if (type !== 1 && type !== 2) throw new TableError('MALFORMED', `A variable is of type ${type}; there are 1 and 2.`, { column });
  if (name === '') throw new TableError('BAD_HEADER', 'A variable has no name.', { column });
  const isNumber = type === 1;
  const length = bytes.readUInt16BE(4);
  if (length === 0 || (isNumber && (length < 2 || length > 8))) {
    throw new TableError('MALFORMED', `A variable has ${length} bytes a row, which its type cannot have.`, { column });
  }
  const format = longer?.format || text(56, 8);
  const decimals = bytes.readUInt16BE(66);
  const temporal = isNumber ? temporalFormat(format) : undefined;
  return {
    name,
    label: longer?.label || text(16, 40) || undefined,
    isNumber,
    offset: bytes.readUInt32BE(84),
    length,
    temporal,
    decimals: isNumber && temporal === undefined && decimals > 0 && decimals < 32 ? decimals : undefined,
  };
}
