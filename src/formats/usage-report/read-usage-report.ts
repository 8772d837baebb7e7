/**
 * Reports of usage in the form of SUSHI, as counters of the COUNTER Code of Practice for Research Data write them: counts of datasets by
 * month, kind of access and country. Source: users-admin.md 15.4.
 */
import { JSONParser } from '@streamparser/json';
import { z } from 'zod';

/** A count of a report; `country` in lower case, empty where it is not known. */
export interface ReportedCount {
  readonly persistentId: string;
  /** `yyyy-mm`. */
  readonly month: string;
  readonly machine: boolean;
  readonly country: string;
  readonly metric: ReportedMetric;
  readonly count: number;
}

export type ReportedMetric = 'viewsTotal' | 'viewsUnique' | 'downloadsTotal' | 'downloadsUnique';

const METRICS: ReadonlyMap<string, ReportedMetric> = new Map([
  ['total-dataset-investigations', 'viewsTotal'],
  ['unique-dataset-investigations', 'viewsUnique'],
  ['total-dataset-requests', 'downloadsTotal'],
  ['unique-dataset-requests', 'downloadsUnique'],
]);

const day = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-\d{2}$/, 'must be a day, yyyy-MM-dd');
const count = z.int('must be a whole number').min(0, 'must not be negative').max(1_000_000_000, 'is too large');

const entrySchema = z.object({
  'dataset-id': z.array(z.object({ type: z.string(), value: z.string().max(500) })).min(1, 'must name the dataset'),
  performance: z.array(
    z.object({
      period: z
        .object({ 'begin-date': day, 'end-date': day })
        .refine((period) => period['begin-date'].slice(0, 7) === period['end-date'].slice(0, 7), 'must lie within one month'),
      instance: z.array(
        z.object({
          'access-method': z.enum(['regular', 'machine'], { error: 'must be regular or machine' }),
          'metric-type': z.string(),
          count,
          'country-counts': z.record(z.string(), count).optional(),
        }),
      ),
    }),
  ),
});

type Entry = z.infer<typeof entrySchema>;

/** The report cannot be read; the message is the end of a sentence about it. */
export class UsageReportFault extends Error {}

const COUNTRY = /^[a-z]{2}$/;

function schemeForm(ids: Entry['dataset-id']): string {
  const [{ type, value } = { type: '', value: '' }] = ids;
  // Both forms are written: `10.5072/FK2/ABC` and the whole identifier.
  return /^(doi|hdl|perma|https?):/i.test(value) ? value : `${type.toLowerCase() === 'handle' ? 'hdl' : type.toLowerCase()}:${value}`;
}

function* countsOf(entry: Entry): Iterable<ReportedCount> {
  const persistentId = schemeForm(entry['dataset-id']);
  for (const { period, instance } of entry.performance) {
    for (const told of instance) {
      const metric = METRICS.get(told['metric-type']);
      // Of further measures, such as bytes, nothing is kept.
      if (metric === undefined) continue;
      const month = period['begin-date'].slice(0, 7);
      const common = { persistentId, month, machine: told['access-method'] === 'machine', metric };
      let unknown = told.count;
      for (const [name, counted] of Object.entries(told['country-counts'] ?? {})) {
        const country = name.toLowerCase();
        if (!COUNTRY.test(country)) continue;
        unknown -= counted;
        yield { ...common, country, count: counted };
      }
      if (unknown > 0) yield { ...common, country: '', count: unknown };
    }
  }
}

function parsed(value: unknown, position: number): Entry {
  const checked = entrySchema.safeParse(value);
  if (checked.success) return checked.data;
  const [first] = checked.error.issues;
  throw new UsageReportFault(`has a fault at /report-datasets/${[position, ...(first?.path ?? [])].join('/')}: ${first?.message ?? ''}`);
}

/**
 * Reads a report entry by entry; no more than one of them is in memory.
 * @throws UsageReportFault where it is not JSON, or not of this form
 */
export async function* readUsageReport(source: AsyncIterable<Buffer>): AsyncIterable<ReportedCount> {
  const parser = new JSONParser({ paths: ['$.report-datasets', '$.report-datasets.*'], keepStack: false });
  let waiting: unknown[] = [];
  let isReport = false;
  parser.onValue = ({ value, stack }) => {
    if (stack.length === 2) waiting.push(value);
    else isReport = Array.isArray(value);
  };
  // Without a listener it throws, from the write in which it meets the fault.
  let position = 0;
  try {
    for await (const chunk of source) {
      parser.write(chunk);
      const entries = waiting;
      waiting = [];
      for (const entry of entries) {
        yield* countsOf(parsed(entry, position));
        position += 1;
      }
    }
  } catch (error) {
    if (error instanceof UsageReportFault) throw error;
    throw new UsageReportFault('is not JSON');
  }
  if (!parser.isEnded || !isReport) throw new UsageReportFault(parser.isEnded ? 'has no list report-datasets' : 'is not JSON');
}
