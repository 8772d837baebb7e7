import type { UsageCounts, UsageSlice } from '../../db/queries/metrics/usage.ts';
import type { ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { countryProblems, monthProblems, refuseProblems } from './metric-questions.ts';
import { countsUsage, firstUsageMonth } from './usage-settings.ts';

/** Usage of a dataset, by kind of access. */
export interface DatasetUsage {
  readonly regular: UsageCounts;
  readonly machine: UsageCounts;
}

/**
 * Reads which counts are asked for. A month in which nothing can have happened yet is a mistake.
 * @throws DomainError BAD_USER_INPUT naming every fault. Source: datasets.md 13.1.
 */
function usageSlice(
  { month, country }: { readonly month?: string | null | undefined; readonly country?: string | null | undefined },
  now: Date,
): Omit<UsageSlice, 'fromMonth'> {
  refuseProblems([...(month ? monthProblems(month, now, '/month') : []), ...countryProblems(country)]);
  return { month: month ?? null, country: country?.toLowerCase() ?? null };
}

/** Usage of a dataset together with that of others; null when there is none. @throws DomainError BAD_USER_INPUT */
export const showUsage = detail({
  name: 'showUsage',
  run: async (
    context: ReadContext,
    datasetId: number,
    asked: { readonly month?: string | null | undefined; readonly country?: string | null | undefined },
  ): Promise<DatasetUsage | null> => {
    const { settings } = context.services;
    const slice = { ...usageSlice(asked, new Date()), fromMonth: firstUsageMonth(settings) };
    if (!countsUsage(settings)) return null;
    const rows = await context.loaders.usage(slice).load(datasetId);
    const none = { viewsTotal: 0, viewsUnique: 0, downloadsTotal: 0, downloadsUnique: 0 };
    if (rows.every(({ viewsTotal, downloadsTotal }) => viewsTotal + downloadsTotal === 0)) return null;
    return { regular: rows.find(({ machine }) => !machine) ?? none, machine: rows.find(({ machine }) => machine) ?? none };
  },
});

/** Addresses of works that cite a dataset, sorted, read together with those of others. */
export const showCitations = detail({
  name: 'showCitations',
  run: async (context: ReadContext, datasetId: number): Promise<readonly string[]> =>
    (await context.loaders.datasetAsides.load({ datasetId, part: 'citations' })).citations,
});
