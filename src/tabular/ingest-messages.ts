/** What an ingest and the thread that runs it tell each other. */
import type { IngestedTable, IngestProgress, IngestRequest } from './ingest-table.ts';
import type { TableFailure } from './table-error.ts';

export interface IngestOrder {
  readonly request: IngestRequest;
  readonly mostMegabytes: number;
}

export type IngestMessage =
  | { readonly kind: 'progress'; readonly progress: IngestProgress }
  | { readonly kind: 'done'; readonly table: IngestedTable }
  | {
      readonly kind: 'failed';
      readonly failure: TableFailure;
      readonly message: string;
      readonly row: number | undefined;
      readonly column: string | number | undefined;
    };
