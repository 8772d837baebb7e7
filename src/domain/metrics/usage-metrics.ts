/** Downloads and usage of an installation, or of a collection and what is below it. Source: users-admin.md 15.3. */
import {
  type DownloadsOf,
  listCitationDays,
  listDownloads,
  listMonthlyDownloads,
  listUsageMonths,
  type MetricScope,
} from '../../db/queries/metrics/installation-metrics.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import type { DownloadKind, UsageMetric } from '../../vocabulary/metrics.ts';
import { keptMetric } from './metric-cache.ts';
import { countryProblems, monthProblems, refuseProblems } from './metric-questions.ts';
import { type Additions, monthTotals, type MonthTotal, totalUntil } from './metric-series.ts';
import { countsUsage, firstUsageMonth } from './usage-settings.ts';

/** Files or datasets in one answer. */
const MOST_LISTED = 5_000;

const NAMES: Readonly<Record<DownloadKind, string>> = {
  FILE: 'fileDownloads',
  UNIQUE_FILE: 'uniquefileDownloads',
  UNIQUE_DATASET: 'uniqueDownloads',
};

/** Files or datasets by downloads up to the end of a month, the largest counts first. @throws DomainError BAD_USER_INPUT */
export const listDownloadTotals = detail({
  name: 'listDownloadTotals',
  run: async (
    context: CommandContext,
    scope: MetricScope,
    asked: { readonly by: DownloadKind; readonly toMonth: string | null },
  ): Promise<readonly DownloadsOf[]> => {
    const now = new Date();
    refuseProblems(monthProblems(asked.toMonth, now, '/toMonth'));
    const current = now.toISOString().slice(0, 7);
    const toMonth = asked.toMonth ?? current;
    const key = { name: NAMES[asked.by], collectionId: scope.collectionId, variant: toMonth, hasEnded: toMonth < current };
    const fromMonth = firstUsageMonth(context.services.settings);
    return keptMetric(context, key, () => listDownloads(context.db, asked.by, scope, { toMonth, fromMonth, limit: MOST_LISTED }));
  },
});

/** The same at the end of each month in which there were downloads, oldest first; the newest lines where there are more. */
export const listDownloadMonths = detail({
  name: 'listDownloadMonths',
  run: (context: CommandContext, scope: MetricScope, by: DownloadKind): Promise<readonly (DownloadsOf & { readonly month: string })[]> => {
    const fromMonth = firstUsageMonth(context.services.settings);
    return keptMetric(context, { name: NAMES[by], collectionId: scope.collectionId, variant: '' }, () =>
      listMonthlyDownloads(context.db, by, scope, { fromMonth, limit: MOST_LISTED }),
    );
  },
});

interface UsageAsked {
  readonly metric: UsageMetric;
  readonly country: string | null;
}

const SUFFIX = /(Regular|Machine)$/;

async function usageAdditions(context: CommandContext, scope: MetricScope, { metric, country }: UsageAsked): Promise<Additions> {
  const { db, services } = context;
  const place = { collectionId: scope.collectionId, variant: '' };
  if (metric === 'citations') return keptMetric(context, { ...place, name: 'citations' }, () => listCitationDays(db, scope));
  if (!countsUsage(services.settings)) return [];
  const code = country?.toLowerCase() ?? null;
  const rows = await keptMetric(context, { ...place, name: 'MDC', variant: code ?? '' }, () => listUsageMonths(db, scope, code));
  const [suffix] = SUFFIX.exec(metric) ?? [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without the suffix they are the names of the counts
  const count = metric.replace(SUFFIX, '') as 'viewsTotal' | 'viewsUnique' | 'downloadsTotal' | 'downloadsUnique';
  const from = firstUsageMonth(services.settings) ?? '';
  return rows
    .filter(({ month, machine }) => month >= from && (suffix === undefined || machine === (suffix === 'Machine')))
    .map((row) => [row.month, row[count]] as const)
    .filter(([, added]) => added > 0);
}

/** Usage of released datasets, or the number of works that cite them, up to the end of a month. @throws DomainError BAD_USER_INPUT */
export const showUsageTotal = detail({
  name: 'showUsageTotal',
  run: async (context: CommandContext, scope: MetricScope, asked: UsageAsked & { readonly toMonth: string | null }): Promise<number> => {
    refuseProblems([...monthProblems(asked.toMonth, new Date(), '/toMonth'), ...countryProblems(asked.country)]);
    return totalUntil(await usageAdditions(context, scope, asked), asked.toMonth);
  },
});

/** The same at the end of each month in which there was usage, oldest first. @throws DomainError BAD_USER_INPUT */
export const listUsageTotals = detail({
  name: 'listUsageTotals',
  run: async (context: CommandContext, scope: MetricScope, asked: UsageAsked): Promise<readonly MonthTotal[]> => {
    refuseProblems(countryProblems(asked.country));
    return monthTotals(await usageAdditions(context, scope, asked));
  },
});
