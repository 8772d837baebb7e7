/** A bound on how much more a table may be than the file it comes from. */
import { TableError } from '../table-error.ts';

/** Any file may become this much. */
const ALWAYS_ALLOWED = 64 * 1024 * 1024;
/** Deflate packs a thousandfold at best; tables of real data, ten to a hundred times. */
const MOST_TIMES = 1000;

/** @throws TableError TOO_LARGE when so many bytes or cells come from so few bytes of a file */
export function requireModestGrowth(produced: number, fileBytes: number, what: string): void {
  if (produced > ALWAYS_ALLOWED && produced > fileBytes * MOST_TIMES) {
    throw new TableError('TOO_LARGE', `A file of ${fileBytes} bytes has ${what} ${produced} or more, over ${MOST_TIMES} times as many.`);
  }
}
