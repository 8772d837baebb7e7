/** What requests for metrics are made of. Source: users-admin.md 15.3. */
import { z } from 'zod';
import type { CollectionReference, CountedKind, DatasetLocation } from '../../../resolvers/generated/resolver-types.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { ROOT_COLLECTION_REFERENCE } from '../../../vocabulary/collections.ts';
import { USAGE_METRICS, type UsageMetric } from '../../../vocabulary/metrics.ts';

/** All of these are public, and ignore tokens. A parameter that a metric does not know is refused. */
export const common = { method: 'GET', auth: 'public', credentials: 'ignored' } as const;

const parentAlias = z.string().optional().describe('Alias of a collection that is counted with what is below it, or `:root`.');
const LOCATIONS: Readonly<Record<'local' | 'remote' | 'all', DatasetLocation>> = { local: 'LOCAL', remote: 'REMOTE', all: 'ALL' };
const dataLocation = z.enum(['local', 'remote', 'all'], { error: 'must be local, remote or all' }).optional();

export const nothing = z.strictObject({});
export const subtree = z.strictObject({ parentAlias });
export const subtreeOfDatasets = z.strictObject({ parentAlias, dataLocation });
export const subtreeOfCountry = z.strictObject({
  parentAlias,
  country: z.string().optional().describe('Two letters (ISO 3166-1).'),
});

interface Asked {
  readonly parentAlias?: string | undefined;
  readonly dataLocation?: keyof typeof LOCATIONS | undefined;
}

/** The query of a count. */
export function queryOf(kind: CountedKind): z.ZodType<Asked> {
  return kind === 'DATASETS' ? subtreeOfDatasets : kind === 'ACCOUNTS' ? nothing : subtree;
}

/** The collection of a request. */
export function withinOf({ parentAlias: alias }: Asked): { readonly within: CollectionReference | null } {
  if (alias === undefined) return { within: null };
  return { within: alias.toLowerCase() === ROOT_COLLECTION_REFERENCE ? { root: true } : { alias } };
}

/** The collection of a request, and whose datasets count. */
export function placeOf(query: Asked): { readonly within: CollectionReference | null; readonly location: DatasetLocation } {
  return { ...withinOf(query), location: LOCATIONS[query.dataLocation ?? 'local'] };
}

/** Reads a number of days. @throws DomainError NOT_FOUND when it is no whole number, BAD_USER_INPUT when it is out of range */
export function daysOf(text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) throw new DomainError('NOT_FOUND', `There is no number of days ${text}.`);
  return Number(text);
}

/** @throws DomainError BAD_USER_INPUT when there is no such metric */
export function usageMetricOf(text: string): UsageMetric {
  const found = USAGE_METRICS.find((metric) => metric === text);
  if (found !== undefined) return found;
  throw new DomainError('BAD_USER_INPUT', `There is no metric ${text}.`, {
    problems: [{ pointer: '/path/metric', message: `must be one of ${USAGE_METRICS.join(', ')}` }],
  });
}
