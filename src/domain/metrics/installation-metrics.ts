/** Numbers of an installation, or of a collection and what is below it. Source: users-admin.md 15.3. */
import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import {
  countBySubject,
  countByType,
  listAdditions,
  listSubjectMonths,
  listTree,
  listTypeMonths,
  type MetricScope,
  type TreeCollection,
} from '../../db/queries/metrics/installation-metrics.ts';
import { type CommandContext, query } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { COLLECTION_CATEGORIES } from '../../model/search/collection-category.ts';
import type { CollectionType } from '../../vocabulary/collections.ts';
import type { CountedKind, DatasetLocation } from '../../vocabulary/metrics.ts';
import { collectionViewRequirement } from '../collections/view-collection.ts';
import { loadCollection } from '../subjects/collection-subject.ts';
import { keptMetric } from './metric-cache.ts';
import { dayProblems, monthProblems, refuseProblems } from './metric-questions.ts';
import { addedAfter, type Additions, monthTotals, type MonthTotal, totalUntil } from './metric-series.ts';

export type { MetricScope, TreeCollection } from '../../db/queries/metrics/installation-metrics.ts';
export type { MonthTotal } from './metric-series.ts';

const DAY_MS = 86_400_000;
const MOST_TYPES = 100;
const MOST_COLLECTIONS = 5_000;

/** Names that metrics are kept under. */
const NAMES: Readonly<Record<CountedKind, string>> = {
  COLLECTIONS: 'collections',
  DATASETS: 'datasets',
  FILES: 'files',
  DOWNLOADS: 'downloads',
  ACCOUNTS: 'accounts',
};

/** The collection whose metrics are asked for: the root, of which everyone may know the numbers, or one that the actor may see. */
export const viewMetricScope = query({
  name: 'viewMetricScope',
  subject: loadCollection,
  requires: ({ collection }) => (collection.ownerId === null ? 'Public' : collectionViewRequirement(collection)),
  run: (_context, { collection }, _key: CollectionKey): MetricScope => ({
    collectionId: collection.id,
    isRoot: collection.ownerId === null,
  }),
});

/** Nothing is harvested from elsewhere yet. */
function isElsewhere(kind: CountedKind, location: DatasetLocation): boolean {
  return kind === 'DATASETS' && location === 'REMOTE';
}

function additionsOf(context: CommandContext, kind: CountedKind, scope: MetricScope): Promise<Additions> {
  const key = { name: NAMES[kind], collectionId: scope.collectionId, variant: '' };
  return keptMetric(context, key, () => listAdditions(context.db, kind, scope));
}

/** How much there is, at the end of a month, or came in the last days. @throws DomainError BAD_USER_INPUT */
export const showCount = detail({
  name: 'showCount',
  run: async (
    context: CommandContext,
    scope: MetricScope,
    asked: {
      readonly of: CountedKind;
      readonly location: DatasetLocation;
      readonly toMonth: string | null;
      readonly pastDays: number | null;
    },
  ): Promise<number> => {
    const now = new Date();
    refuseProblems([...monthProblems(asked.toMonth, now, '/toMonth'), ...dayProblems(asked.pastDays, asked.toMonth)]);
    if (isElsewhere(asked.of, asked.location)) return 0;
    const additions = await additionsOf(context, asked.of, scope);
    if (asked.pastDays === null) return totalUntil(additions, asked.toMonth);
    return addedAfter(additions, new Date(now.getTime() - asked.pastDays * DAY_MS).toISOString().slice(0, 10));
  },
});

/** How much there was at the end of each month in which something was added, oldest first. */
export const listMonthTotals = detail({
  name: 'listMonthTotals',
  run: async (
    context: CommandContext,
    scope: MetricScope,
    asked: { readonly of: CountedKind; readonly location: DatasetLocation },
  ): Promise<readonly MonthTotal[]> =>
    isElsewhere(asked.of, asked.location) ? [] : monthTotals(await additionsOf(context, asked.of, scope)),
});

/** A number of what has something in common. */
export interface GroupCount {
  readonly name: string;
  readonly count: number;
}

const byCount = (one: GroupCount, other: GroupCount): number => other.count - one.count || (one.name < other.name ? -1 : 1);

/** Published collections by the label of their type, the largest count first. */
export const listCollectionCategories = detail({
  name: 'listCollectionCategories',
  run: (context: CommandContext, scope: MetricScope): Promise<readonly GroupCount[]> =>
    keptMetric(context, { name: 'collectionsByCategory', collectionId: scope.collectionId, variant: '' }, async () => {
      const rows = await countByType(context.db, scope);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column holds these types alone
      return rows.map(({ name, count }) => ({ name: COLLECTION_CATEGORIES[name as CollectionType], count }));
    }),
});

/** Published collections by the subjects of their datasets, the largest count first. */
export const listCollectionSubjects = detail({
  name: 'listCollectionSubjects',
  run: (context: CommandContext, scope: MetricScope): Promise<readonly GroupCount[]> =>
    keptMetric(context, { name: 'collectionsBySubject', collectionId: scope.collectionId, variant: '' }, () =>
      countBySubject(context.db, scope),
    ),
});

/** Released datasets by subject, the largest count first. @throws DomainError BAD_USER_INPUT */
export const listDatasetSubjects = detail({
  name: 'listDatasetSubjects',
  run: async (
    context: CommandContext,
    scope: MetricScope,
    asked: { readonly location: DatasetLocation; readonly toMonth: string | null },
  ): Promise<readonly GroupCount[]> => {
    refuseProblems(monthProblems(asked.toMonth, new Date(), '/toMonth'));
    if (isElsewhere('DATASETS', asked.location)) return [];
    const key = { name: 'datasetsBySubject', collectionId: scope.collectionId, variant: '' };
    const rows = await keptMetric(context, key, () => listSubjectMonths(context.db, scope));
    const counts = new Map<string, number>();
    for (const { name, month, count } of rows) {
      if (asked.toMonth === null || month <= asked.toMonth) counts.set(name, (counts.get(name) ?? 0) + count);
    }
    return [...counts].map(([name, count]) => ({ name, count })).toSorted(byCount);
  },
});

/** Files of a media type. */
export interface TypeCount extends GroupCount {
  readonly sizeBytes: number;
}

function typeMonths(context: CommandContext, scope: MetricScope) {
  const key = { name: 'filesByType', collectionId: scope.collectionId, variant: '' };
  return keptMetric(context, key, () => listTypeMonths(context.db, scope, MOST_TYPES));
}

/** Files of released versions by media type, the largest count first. */
export const listFileTypes = detail({
  name: 'listFileTypes',
  run: async (context: CommandContext, scope: MetricScope): Promise<readonly TypeCount[]> => {
    const totals = new Map<string, TypeCount>();
    for (const { name, count, sizeBytes } of await typeMonths(context, scope)) {
      const known = totals.get(name);
      totals.set(name, { name, count: count + (known?.count ?? 0), sizeBytes: sizeBytes + (known?.sizeBytes ?? 0) });
    }
    return [...totals.values()].toSorted(byCount);
  },
});

/** The same at the end of each month in which files of the type were added, oldest first. */
export const listFileTypeMonths = detail({
  name: 'listFileTypeMonths',
  run: async (context: CommandContext, scope: MetricScope): Promise<readonly (TypeCount & { readonly date: string })[]> => {
    const totals = new Map<string, TypeCount>();
    return (await typeMonths(context, scope)).map(({ name, month, count, sizeBytes }) => {
      const known = totals.get(name);
      const total = { name, count: count + (known?.count ?? 0), sizeBytes: sizeBytes + (known?.sizeBytes ?? 0) };
      totals.set(name, total);
      return { ...total, date: month };
    });
  },
});

/** The collection and the published ones below it, each after its owner. @throws DomainError BAD_USER_INPUT */
export const listCollectionTree = detail({
  name: 'listCollectionTree',
  run: async (context: CommandContext, scope: MetricScope, toMonth: string | null): Promise<readonly TreeCollection[]> => {
    refuseProblems(monthProblems(toMonth, new Date(), '/toMonth'));
    const key = { name: 'tree', collectionId: scope.collectionId, variant: '' };
    const tree = await keptMetric(context, key, () => listTree(context.db, scope, MOST_COLLECTIONS));
    if (toMonth === null) return tree;
    const shown = new Set<number>();
    return tree.filter(({ databaseId, ownerDatabaseId, depth, day }) => {
      const isShown = depth === 0 || (ownerDatabaseId !== null && shown.has(ownerDatabaseId) && (day ?? '9').slice(0, 7) <= toMonth);
      if (isShown) shown.add(databaseId);
      return isShown;
    });
  },
});
