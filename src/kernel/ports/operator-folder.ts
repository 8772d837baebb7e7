import type { ReadStream } from 'node:fs';
import type { ToldRule } from '../../errors/rules/broken.ts';

/** A folder of the operator, whose files requests and settings may name by their absolute paths. */
export interface OperatorFolder {
  /** Why a path names no file that is read, as the end of a sentence; undefined when it names one. */
  fault(path: string): Promise<ToldRule | undefined>;
  /** Reads a file without a fault. */
  open(path: string): ReadStream;
}
