import { z, type ZodType } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import type { DatasetMetricsViewQuery } from '../../../generated/operations.ts';
import { counted, listOf, mapOf, recordSchema } from '../../records/schema.ts';
import type { EnvelopeReply } from '../../route.ts';

/** A metric under its name, or the sentence that there is none. */
const countSchema: ZodType<Readonly<Record<string, number>> | { readonly message: string }> = z.union([
  mapOf(counted),
  z.strictObject({ message: z.string() }),
]);
const citationsSchema = listOf(recordSchema('Citation', 'A work that cites a dataset.', { citationUrl: z.string() }));

export const metricSchema = z.union([countSchema, citationsSchema]).meta({
  id: 'DatasetMetric',
  description:
    'A count under the name of its metric, a sentence if nothing was counted, or the works that cite the dataset. Source: datasets.md 13.1.',
});

type Metrics = NonNullable<DatasetMetricsViewQuery['dataset']>['metrics'];
type Usage = NonNullable<Metrics['usage']>;

/** The metric that is a list of works; the others are counts. */
export const CITATIONS = 'citations';

const COUNTS = ['viewsTotal', 'viewsUnique', 'downloadsTotal', 'downloadsUnique'] as const satisfies readonly (keyof Usage)[];
const KINDS = { '': 'total', Regular: 'regular', Machine: 'machine' } as const;

/** How each metric is read; twelve names, such as `viewsTotalMachine`. Source: datasets.md 13.1. */
const readers: ReadonlyMap<string, (usage: Usage) => number> = new Map(
  COUNTS.flatMap((count) =>
    Object.entries(KINDS).map(([suffix, kind]) => [`${count}${suffix}`, (usage: Usage) => usage[count][kind]] as const),
  ),
);

/** @throws DomainError BAD_USER_INPUT when there is no such metric. */
function requireReader(metric: string): (usage: Usage) => number {
  const read = readers.get(metric);
  if (read !== undefined) return read;
  throw new DomainError('BAD_USER_INPUT', `There is no metric ${metric}.`, {
    problems: [{ pointer: '/path/metric', message: `must be one of ${[...readers.keys(), CITATIONS].join(', ')}` }],
  });
}

/** What is asked for, as clients know the sentence. */
function nothingFor(datasetId: number, month: string | undefined, country: string | undefined): string {
  const ofMonth = month === undefined ? '' : ` for ${month}`;
  const ofCountry = country === undefined ? '' : ` for country code ${country.toLowerCase()}`;
  return `No metrics available for dataset ${datasetId}${ofMonth}${ofCountry}.`;
}

/** One metric of a dataset, or the sentence that there is none. @throws DomainError BAD_USER_INPUT Source: datasets.md 13.1. */
export function metricReply(
  { datasetDatabaseId, usage, citations }: Metrics,
  { metric, month, country }: { readonly metric: string; readonly month?: string; readonly country: string | undefined },
): EnvelopeReply<z.infer<typeof metricSchema>> {
  if (metric === CITATIONS) return { data: citations?.nodes ?? [] };
  const read = requireReader(metric);
  if (usage === null || usage === undefined) return { message: nothingFor(datasetDatabaseId, month, country) };
  return { data: { [metric]: read(usage) } };
}
