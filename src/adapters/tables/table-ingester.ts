/** Reads tables with the room of tables, in a thread of their own. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type IngestedTable, type IngestedVariable, IngestFailure, type TableIngester } from '../../kernel/ports/table-ingester.ts';
import type { InvalidRange } from '../../model/tables/variable-facts.ts';
import { ingestInWorker } from '../../tabular/ingest-in-worker.ts';
import type { IngestedTable as ReadTable } from '../../tabular/ingest-table.ts';
import { readers } from '../../tabular/readers/readers.ts';
import { TableError } from '../../tabular/table-error.ts';

type ReadVariable = ReadTable['variables'][number];

function rangeOf(range: ReadVariable['invalidRanges'][number]): InvalidRange {
  return 'value' in range ? { value: range.value } : { min: range.min ?? null, max: range.max ?? null };
}

function variableOf(variable: ReadVariable): IngestedVariable {
  return {
    name: variable.name,
    label: variable.label ?? null,
    intervalType: variable.interval,
    formatType: variable.storage === 'text' ? 'CHARACTER' : 'NUMERIC',
    format: variable.format ?? null,
    formatCategory: variable.formatCategory ?? null,
    decimalPoints: variable.decimals ?? null,
    isOrderedCategorical: variable.ordered,
    unf: variable.unf,
    statistics: variable.statistics ?? null,
    categories: variable.categories.map(({ value, label, missing }, index) => ({
      value,
      label,
      isMissing: missing,
      frequency: variable.frequencies[index] ?? null,
    })),
    invalidRanges: variable.invalidRanges.map(rangeOf),
  };
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof TableError)) return error;
  const { message, row, column } = error;
  return new IngestFailure({ message, row: row ?? null, column: column === undefined ? null : String(column) });
}

export interface TableIngesterOptions {
  /** That the reading of one file may take; 0 to ingest none. */
  readonly timeLimitMs: number;
  /** Of this process alone, for texts until they are stored, and for what packed files become. */
  readonly folder: string;
}

export function createTableIngester({ timeLimitMs, folder }: TableIngesterOptions): TableIngester {
  const formats = new Map(readers.flatMap(({ format, mediaTypes }) => mediaTypes.map((type) => [type, format] as const)));
  const closing = new AbortController();
  const active = timeLimitMs > 0;
  return {
    active,
    formatOf: (contentType) => (active ? formats.get(contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '') : undefined),
    async ingest({ path, contentType, withHeader }, { onProgress, use }) {
      const scratchFolder = join(folder, randomUUID());
      await mkdir(scratchFolder, { recursive: true });
      const textPath = join(scratchFolder, 'table.tab');
      try {
        const read = await ingestInWorker(
          { path, textPath, mediaType: contentType, withHeader, scratchFolder },
          { mostMilliseconds: timeLimitMs, signal: closing.signal, progress: ({ rows, of }) => onProgress(rows, of ?? null) },
        ).catch((error: unknown) => {
          throw failureOf(error);
        });
        const table: IngestedTable = { rows: read.rows, unf: read.unf, variables: read.variables.map(variableOf) };
        return await use(table, textPath);
      } finally {
        // A thread that was ended has removed nothing.
        await rm(scratchFolder, { recursive: true, force: true });
      }
    },
    async close() {
      closing.abort();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
