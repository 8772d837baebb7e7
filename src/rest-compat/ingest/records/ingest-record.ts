import { z } from 'zod';
import type { FileIngestQuery } from '../../../generated/operations.ts';
import { recordSchema } from '../../records/schema.ts';

const reportSchema = recordSchema('IngestReport', 'Why a file could not be ingested. Source: files.md 19.3.', {
  message: z.string(),
  row: z.int().optional().describe('Row of data, from 1; 0 for the line of names. Absent where it is not known.'),
  column: z.string().optional().describe('Name of the variable, or its place from 1. Absent where it is not known.'),
});

export const ingestSchema = recordSchema('Ingest', 'The ingest of a file that is not done. Source: files.md 19.3.', {
  state: z
    .enum(['NONE', 'SCHEDULED', 'IN_PROGRESS', 'FAILED'])
    .describe('`NONE` where none is under way and none has failed, and for those who may not edit the dataset.'),
  rowsDone: z.int().optional().describe('Recorded about once a second.'),
  rowsExpected: z.int().optional().describe('As the file says; absent where only reading tells.'),
  requestedAt: z.string().optional(),
  report: reportSchema.optional(),
});

type Ingest = NonNullable<FileIngestQuery['file']>['ingest'];

/** Source: files.md 19.3. */
export function ingestRecord(ingest: Ingest): z.infer<typeof ingestSchema> {
  if (!ingest) return { state: 'NONE' };
  const { state, rowsDone, rowsExpected, requestedAt, report } = ingest;
  return {
    state,
    rowsDone,
    rowsExpected: rowsExpected ?? undefined,
    requestedAt,
    report: report ? { message: report.message, row: report.row ?? undefined, column: report.column ?? undefined } : undefined,
  };
}
