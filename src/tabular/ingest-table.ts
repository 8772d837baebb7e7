/** A file with a table is read once for good: into its description, and into its archival text. Source: files.md 19.3, 19.4 */
import { open } from 'node:fs/promises';
import { type ArchivalFile, writingFile } from './archival-file.ts';
import { withAccountsBeside } from './beside/with-accounts-beside.ts';
import { type ByteSource, bytesOfFile } from './byte-source.ts';
import { describeTable } from './describe-table.ts';
import { readers } from './readers/readers.ts';
import { type Statistics, statisticTexts } from './statistics/statistics.ts';
import { createScratchFiles } from './scratch-files.ts';
import { TableError } from './table-error.ts';
import { defaultLimits, type ReadLimits, type ReadOptions, type TableReader } from './table-reader.ts';
import type { TableAccounts } from './table-accounts.ts';
import type { Table, Variable } from './table.ts';
import { tabHeader } from './writers/tab-text.ts';

export interface IngestRequest {
  /** The file that is read. */
  readonly path: string;
  /** The file that the tab text is written to. There must be none before; a failed run leaves none. */
  readonly textPath: string;
  /** Decides where the content does not: a text may be CSV or TSV. */
  readonly mediaType: string;
  /** Whether the tab text begins with the names of the variables. */
  readonly withHeader: boolean;
  /** A folder of this run alone, for what a packed file becomes. Without it, a file that becomes more than may be held is refused. */
  readonly scratchFolder?: string;
  readonly limits?: Partial<ReadLimits>;
}

export interface IngestedVariable extends Variable {
  readonly unf: string;
  /** Undefined for text. */
  readonly statistics: ReturnType<typeof statisticTexts> | undefined;
  /** How often each category occurs, in the order of `categories`. */
  readonly frequencies: readonly number[];
}

export interface IngestedTable {
  /** Of the reader: csv, dta, sav and so on. */
  readonly format: string;
  readonly rows: number;
  readonly unf: string;
  /** Size of the tab text. */
  readonly textBytes: number;
  readonly variables: readonly IngestedVariable[];
}

export interface IngestProgress {
  /** Rows that are in the tab text. */
  readonly rows: number;
  /** Undefined where the reader does not know before the end. */
  readonly of: number | undefined;
}

export interface IngestRun {
  /** Ends the run early; it is refused with the reason. */
  readonly signal?: AbortSignal;
  readonly progress?: (progress: IngestProgress) => void;
}

/** Bytes that readers recognise their format by. */
const HEAD_BYTES = 8192;

/** Ingests a file in the thread of the caller. @throws TableError when it is not a table that can be read */
export async function ingestTable(request: IngestRequest, run: IngestRun = {}): Promise<IngestedTable> {
  const file = await open(request.path);
  const limits = { ...defaultLimits, ...request.limits };
  const scratch = request.scratchFolder === undefined ? undefined : createScratchFiles(request.scratchFolder, limits.scratchBytes);
  try {
    const { size } = await file.stat();
    const options = { limits, ...(scratch && { scratch: () => scratch.make() }), ...(run.signal && { signal: run.signal }) };
    return await ingestSource(bytesOfFile(file, size), request, options, run);
  } finally {
    await scratch?.remove();
    await file.close();
  }
}

async function ingestSource(source: ByteSource, request: IngestRequest, options: ReadOptions, run: IngestRun): Promise<IngestedTable> {
  const reader = await readerOf(source, request.mediaType);
  const { scratchBytes: mostScratchBytes } = options.limits;
  return withAccountsBeside({ fileBytes: source.size, scratchFolder: request.scratchFolder, mostScratchBytes }, async (accountsFor) => {
    const table = await reader.open(source, options);
    // A few bytes a cell can name a text of megabytes.
    const mostText = Math.max(options.limits.textBytes, options.limits.textGrowth * source.size);
    const ingested = await writingFile(request.textPath, (file) =>
      describeInto(file, { table, mostText, accounts: accountsFor(table.variables) }, request, options, run),
    );
    return { format: reader.format, ...ingested };
  });
}

async function describeInto(
  file: ArchivalFile,
  { table, mostText, accounts }: { readonly table: Table; readonly mostText: number; readonly accounts: TableAccounts | undefined },
  request: IngestRequest,
  { scratch }: ReadOptions,
  { signal, progress }: IngestRun,
): Promise<Omit<IngestedTable, 'format'>> {
  let textBytes = 0;
  const write = async (bytes: Buffer): Promise<void> => {
    if (textBytes + bytes.length > mostText) {
      throw new TableError('TOO_LARGE', `As text the table would have more than ${mostText} bytes.`);
    }
    await file.write(bytes);
    textBytes += bytes.length;
  };
  if (request.withHeader) await write(Buffer.from(tabHeader(table.variables)));
  const { rows, unf, variables } = await describeTable(table, {
    write,
    progress: (done) => progress?.({ rows: done, of: table.rowCount }),
    scratch,
    accounts,
    ...(signal && { signal }),
  });
  return {
    rows,
    unf,
    textBytes,
    variables: table.variables.map((variable, index) => ({
      ...variable,
      unf: variables[index]?.unf ?? '',
      statistics: textsOf(variables[index]?.statistics),
      frequencies: variables[index]?.frequencies ?? [],
    })),
  };
}

/** The reader of a file: the one that recognises its content, else that of its type. @throws TableError UNSUPPORTED */
async function readerOf(source: ByteSource, mediaType: string): Promise<TableReader> {
  const head = Buffer.alloc(Math.min(HEAD_BYTES, source.size));
  await source.read(head, 0);
  const type = mediaType.replace(/;.*$/s, '').trim().toLowerCase();
  const reader = readers.find(({ recognises }) => recognises(head)) ?? readers.find(({ mediaTypes }) => mediaTypes.includes(type));
  if (reader === undefined) throw new TableError('UNSUPPORTED', 'The file is of no format that tables are read from.');
  return reader;
}

function textsOf(statistics: Statistics | undefined): IngestedVariable['statistics'] {
  return statistics === undefined ? undefined : statisticTexts(statistics);
}
