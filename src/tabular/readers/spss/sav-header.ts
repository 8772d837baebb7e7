/** What a system file of SPSS says before its cases. */
import type { TextEncoding } from '../text-encoding.ts';
import type { SpssVariable } from './spss-variable.ts';

export type Compression = 'none' | 'bytecode' | 'zlib';

/** Some bytes of a case that belong to a string; strings of more than 255 bytes have several parts. */
export interface StringPart {
  readonly offset: number;
  readonly bytes: number;
}

export interface SavVariable extends SpssVariable {
  /** Where a number stands in a case, in elements of eight bytes. */
  readonly element: number;
  readonly parts: readonly StringPart[];
}

/** What the first record says, and where numbers of its kind are. */
export interface SavStart {
  readonly littleEndian: boolean;
  readonly compression: Compression;
  /** Undefined when the writer did not know. */
  readonly cases: number | undefined;
  readonly bias: number;
}

export interface SavHeader extends SavStart {
  readonly variables: readonly SavVariable[];
  /** Elements of eight bytes that a case has. */
  readonly caseElements: number;
  /** The number that stands for a missing one. */
  readonly systemMissing: number;
  readonly encoding: TextEncoding;
  readonly dataPosition: number;
}
