/** Lists of numbers, as JSON or as CSV. Source: users-admin.md 15.3. */
import { z } from 'zod';
import { type BareAnswer, bareText, type EnvelopeAnswer, enveloped } from '../../answers.ts';
import { csvOf } from '../../records/csv.ts';
import { counted, listOf, objectId, recordSchema } from '../../records/schema.ts';
import type { Reply } from '../../route.ts';

export const CSV = 'text/csv';
export const JSON_TYPE = 'application/json';

const month = z.string().describe('A month, `yyyy-mm`.');

export const countSchema = recordSchema('MetricCount', 'How many. Source: users-admin.md 15.3.', { count: counted });
export const monthSchema = recordSchema('MetricMonth', 'How many at the end of a month. Source: users-admin.md 15.3.', {
  date: month,
  count: counted,
});
export const categorySchema = recordSchema('MetricCategory', 'Collections of a type.', { category: z.string(), count: counted });
export const subjectSchema = recordSchema('MetricSubject', 'Collections or datasets of a subject.', {
  subject: z.string(),
  count: counted,
});
export const fileTypeSchema = recordSchema('MetricFileType', 'Files of a media type.', {
  contenttype: z.string(),
  count: counted,
  size: counted.describe('Bytes.'),
});
export const fileTypeMonthSchema = recordSchema('MetricFileTypeMonth', 'Files of a media type at the end of a month.', {
  date: month,
  contenttype: z.string(),
  count: counted,
  size: counted.describe('Bytes.'),
});
const pid = z.string().optional().describe('Persistent identifier; absent for a file without one.');
export const fileDownloadsSchema = recordSchema('MetricFileDownloads', 'Downloads of a file.', { id: objectId, pid, count: counted });
export const fileDownloadMonthSchema = recordSchema('MetricFileDownloadMonth', 'Downloads of a file until the end of a month.', {
  date: month,
  id: objectId,
  pid,
  count: counted,
});
export const datasetDownloadsSchema = recordSchema('MetricDatasetDownloads', 'Downloads of the files of a dataset.', {
  pid,
  count: counted,
});
export const datasetDownloadMonthSchema = recordSchema(
  'MetricDatasetDownloadMonth',
  'Downloads of the files of a dataset until the end of a month.',
  { date: month, pid, count: counted },
);

interface TableAnswer<Line> {
  readonly ordinaryForm: string;
  readonly alternatives: readonly string[];
  readonly onlyForms: true;
  readonly answer: readonly [BareAnswer, EnvelopeAnswer<readonly Line[]>];
}

/** What rows with lists have in common: CSV, or JSON for those who ask for it. */
export function tableAnswer<Line>(line: z.ZodType<Line>): TableAnswer<Line> {
  return { ordinaryForm: CSV, alternatives: [JSON_TYPE], onlyForms: true, answer: [bareText(CSV), enveloped(listOf(line))] };
}

type Cell = string | number | undefined;

/** Lines in the form that was asked for; the columns are named in their order. */
export function tableReply<Line extends Readonly<Record<string, Cell>>>(
  lines: readonly Line[],
  { form, columns, name }: { readonly form: string | undefined; readonly columns: readonly (keyof Line & string)[]; readonly name: string },
): Reply<readonly Line[]> {
  if (form !== undefined) return { data: lines };
  const rows = lines.map((line) => columns.map((column) => String(line[column] ?? '')));
  return { bare: csvOf([columns, ...rows]), contentType: 'text/csv; charset=utf-8', attachment: `${name}.csv` };
}
