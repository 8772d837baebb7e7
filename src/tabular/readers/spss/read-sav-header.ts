/** Reads a system file up to its first case. Source: PSPP developers' guide, System File Format */
import { TableError } from '../../table-error.ts';
import type { ReadLimits } from '../../table-reader.ts';
import type { ByteCursor } from '../byte-cursor.ts';
import { countedCases, double, encodingOf, int32, systemMissing } from './sav-extensions.ts';
import type { Compression, SavHeader, SavStart } from './sav-header.ts';
import { RecordReader } from './sav-records.ts';
import { assembleVariables } from './sav-variables.ts';

const START_BYTES = 176;
const LAYOUT_AT = 64;

/** Whether a head is that of a system file: `$FL2`, or `$FL3` with compression by zlib. */
export function isSystemFile(head: Buffer): boolean {
  const word = head.toString('latin1', 0, 4);
  return word === '$FL2' || word === '$FL3';
}

function isLayout(code: number): boolean {
  return code === 2 || code === 3;
}

function compressionOf(code: number, isZlib: boolean): Compression {
  if (isZlib ? code === 2 : code === 0 || code === 1) {
    if (isZlib) return 'zlib';
    return code === 0 ? 'none' : 'bytecode';
  }
  throw new TableError('UNSUPPORTED', `Compression ${code} is not known.`);
}

async function readStart(cursor: ByteCursor): Promise<SavStart> {
  const start = await cursor.take(START_BYTES);
  if (!isSystemFile(start)) throw new TableError('MALFORMED', 'The file does not begin as a system file of SPSS.');
  const littleEndian = isLayout(start.readInt32LE(LAYOUT_AT));
  if (!littleEndian && !isLayout(start.readInt32BE(LAYOUT_AT))) {
    throw new TableError('MALFORMED', 'The order of bytes cannot be told from the first record.');
  }
  const cases = int32(start, 80, littleEndian);
  return {
    littleEndian,
    compression: compressionOf(int32(start, 72, littleEndian), start[3] === 0x33),
    cases: cases < 0 ? undefined : cases,
    bias: double(start, 84, littleEndian),
  };
}

/** @throws TableError */
export async function readSavHeader(cursor: ByteCursor, limits: ReadLimits): Promise<SavHeader> {
  const start = await readStart(cursor);
  const { littleEndian } = start;
  const records = await new RecordReader(cursor, limits, littleEndian).read();
  const encoding = encodingOf(records.extensions, littleEndian);
  return {
    ...start,
    cases: countedCases(records.extensions, littleEndian) ?? start.cases,
    variables: assembleVariables(records, { littleEndian, encoding }),
    caseElements: records.caseElements,
    systemMissing: systemMissing(records.extensions, littleEndian),
    encoding,
    dataPosition: cursor.position,
  };
}
