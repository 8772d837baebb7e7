import { type DuckDBConnection, DuckDBInstance, type DuckDBValue, quotedString } from '@duckdb/node-api';
import type { TableAnswer, TableCell } from '../../../model/tables/table-question.ts';
import { type Anchor, composeAnchor, composeQuestion, type Statement } from './compose-question.ts';
import type { QuestionOrder } from './question-messages.ts';

/** What the engine may hold. */
const MEMORY = '200MB';
const THREADS = '2';
/** Characters of an answer: beyond them there are fewer rows than were asked for. */
const MOST_CHARACTERS = 2_000_000;

/** The engine over one file, which it may read, and nothing else. */
interface OpenTable {
  readonly path: string;
  readonly connection: DuckDBConnection;
  close(): void;
}

async function openTable(path: string): Promise<OpenTable> {
  const instance = await DuckDBInstance.create(':memory:', { threads: THREADS, memory_limit: MEMORY });
  const connection = await instance.connect();
  await connection.run(`
    set autoinstall_known_extensions = false;
    set autoload_known_extensions = false;
    set temp_directory = '';
    set parquet_metadata_cache = true;
    set allowed_paths = [${quotedString(path)}];
    set enable_external_access = false;
    set lock_configuration = true`);
  return {
    path,
    connection,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Answers questions; the last table stays open. */
export class QuestionDesk {
  #open: OpenTable | undefined;

  /** Ends what is under way; its answer rejects. */
  interrupt(): void {
    this.#open?.connection.interrupt();
  }

  async answer(order: QuestionOrder): Promise<TableAnswer> {
    if (this.#open?.path !== order.path) {
      this.#open?.close();
      this.#open = undefined;
      this.#open = await openTable(order.path);
    }
    const { connection } = this.#open;
    const place = composeAnchor(order);
    const [anchor] = place === undefined ? [[]] : await rowsOf(connection, place);
    // No page of ours ends at such a row.
    if (anchor === undefined) return { rows: [], hasMore: false };
    return answerOf(await rowsOf(connection, composeQuestion(order, anchor.map(keyOf))), order.question.limit);
  }
}

async function rowsOf(connection: DuckDBConnection, { text, values, types }: Statement): Promise<DuckDBValue[][]> {
  return (await connection.runAndReadAll(text, [...values], [...types])).getRows();
}

function keyOf(value: DuckDBValue): Anchor[number] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? value : null;
}

function answerOf(found: readonly (readonly unknown[])[], limit: number): TableAnswer {
  const rows: { number: number; cells: TableCell[] }[] = [];
  let characters = 0;
  for (const [number, ...values] of found.slice(0, limit)) {
    const cells = values.map(cellOf);
    characters += cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);
    // One row is answered in any case: a page without any would have no end.
    if (characters > MOST_CHARACTERS && rows.length > 0) break;
    rows.push({ number: Number(number), cells });
  }
  return { rows, hasMore: rows.length < found.length };
}

function cellOf(value: unknown): TableCell {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  // No column has values of another type: it is missing.
  if (typeof value !== 'number') return null;
  if (Number.isFinite(value)) return value;
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Inf' : '-Inf';
}
