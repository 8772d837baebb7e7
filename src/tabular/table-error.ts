/** Why a file cannot be read as a table. The message is a sentence for people; the place is told where it is known. */
export type TableFailure =
  /** The bytes are not what the format says. */
  | 'MALFORMED'
  /** The file ends too early. */
  | 'TRUNCATED'
  /** A release, compression or kind of content that the reader does not know. */
  | 'UNSUPPORTED'
  /** More than the limits of reading allow. */
  | 'TOO_LARGE'
  /** A header line that names no variable, or one twice. */
  | 'BAD_HEADER'
  /** A record with more or fewer values than there are variables. */
  | 'WRONG_WIDTH'
  /** A table without rows, which has no UNF. */
  | 'NO_ROWS';

export interface TablePlace {
  /** Rows of data count from 1, the header is 0. */
  readonly row?: number | undefined;
  /** Name of the variable, or its position from 1 where it has no name yet. */
  readonly column?: string | number | undefined;
}

export class TableError extends Error {
  override readonly name = 'TableError';
  readonly failure: TableFailure;
  readonly row: number | undefined;
  readonly column: string | number | undefined;

  constructor(failure: TableFailure, message: string, place: TablePlace = {}) {
    super(message);
    this.failure = failure;
    this.row = place.row;
    this.column = place.column;
  }
}
