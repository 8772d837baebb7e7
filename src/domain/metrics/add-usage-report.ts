/** Usage that a counter outside has counted takes the place of our own counts. Source: users-admin.md 15.4. */
import { z } from 'zod';
import type { Transaction } from '../../db/client.ts';
import { listIdentifiedDatasets } from '../../db/queries/datasets/identified-datasets.ts';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import { forgetMetrics } from '../../db/queries/metrics/metric-cache.ts';
import { addUsage, forgetUsage, lockUsage, type UsageIncrementRow } from '../../db/queries/metrics/usage.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { type ReportedCount, readUsageReport, UsageReportFault } from '../../formats/usage-report/read-usage-report.ts';
import { command, type Subject } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { normalizePersistentId } from '../../model/persistent-id.ts';
import { type DatasetSubject, loadDataset } from '../subjects/dataset-subject.ts';
import { COUNTRY_CODES } from './country-codes.ts';

/** Some 150,000 datasets; it is read in six seconds. */
export const LARGEST_USAGE_REPORT = 50_000_000;
/** Counts in one statement. */
const BATCH = 5000;

/** How much of a report was taken. */
export interface UsageReportOutcome {
  readonly datasetCount: number;
  /** Datasets of the report that are not here. */
  readonly unknownCount: number;
}

type Counts = Map<string, Omit<UsageIncrementRow, 'datasetId'>>;

/** The counts by dataset, those of one month, kind and country together. */
async function gathered(counts: AsyncIterable<ReportedCount>): Promise<Map<string, Counts>> {
  const byDataset = new Map<string, Counts>();
  for await (const { persistentId, month, machine, country: told, metric, count } of counts) {
    const name = normalizePersistentId(persistentId)?.toLowerCase() ?? '';
    const country = COUNTRY_CODES.has(told) ? told : '';
    let known = byDataset.get(name);
    if (known === undefined) byDataset.set(name, (known = new Map()));
    const key = `${month} ${machine} ${country}`;
    const before = known.get(key) ?? { month, machine, country, viewsTotal: 0, viewsUnique: 0, downloadsTotal: 0, downloadsUnique: 0 };
    known.set(key, { ...before, [metric]: before[metric] + count });
  }
  return byDataset;
}

/** The counts of datasets that are here, by their ids; of identifiers of the same dataset, together. */
async function identified(tx: Transaction, byDataset: ReadonlyMap<string, Counts>): Promise<Map<number, UsageIncrementRow[]>> {
  const found = new Map<number, UsageIncrementRow[]>();
  const names = [...byDataset.keys()].filter((name) => name !== '');
  for (let at = 0; at < names.length; at += BATCH) {
    for (const { persistentId, datasetId } of await listIdentifiedDatasets(tx, names.slice(at, at + BATCH))) {
      const rows = [...(byDataset.get(persistentId)?.values() ?? [])].map((counts) => ({ datasetId, ...counts }));
      found.set(datasetId, [...(found.get(datasetId) ?? []), ...rows]);
    }
  }
  return found;
}

/** Puts counts in place of those of the same datasets and months. */
async function replaceUsage(tx: Transaction, rows: readonly UsageIncrementRow[]): Promise<void> {
  await lockUsage(tx);
  for (let at = 0; at < rows.length; at += BATCH) await forgetUsage(tx, rows.slice(at, at + BATCH));
  for (let at = 0; at < rows.length; at += BATCH) await addUsage(tx, merged(rows.slice(at, at + BATCH)));
  await forgetMetrics(tx, { name: 'MDC', variant: null });
}

/** Rows of one place together: a statement can add to each place once. */
function merged(rows: readonly UsageIncrementRow[]): UsageIncrementRow[] {
  const byPlace = new Map<string, UsageIncrementRow>();
  for (const row of rows) {
    const key = `${row.datasetId} ${row.month} ${row.machine} ${row.country}`;
    const before = byPlace.get(key);
    byPlace.set(
      key,
      before === undefined
        ? row
        : {
            ...row,
            viewsTotal: before.viewsTotal + row.viewsTotal,
            viewsUnique: before.viewsUnique + row.viewsUnique,
            downloadsTotal: before.downloadsTotal + row.downloadsTotal,
            downloadsUnique: before.downloadsUnique + row.downloadsUnique,
          },
    );
  }
  return [...byPlace.values()];
}

function isDataset(subject: Subject | DatasetSubject): subject is DatasetSubject {
  return 'datasetId' in subject;
}

/**
 * Takes a report in the form of SUSHI from the folder of reports; where a dataset is named, all that the report counts counts for it.
 * @throws DomainError BAD_USER_INPUT | USAGE_REPORT_INVALID | DATASET_NOT_FOUND
 */
export const addUsageReport = command({
  name: 'addUsageReport',
  input: z.object({ path: z.string().max(4096, 'must have at most 4096 characters'), dataset: z.custom<DatasetKey>().nullish() }),
  subject: (scope, { dataset }): Promise<Subject | DatasetSubject> => (dataset ? loadDataset(scope, dataset) : noSubject()),
  requires: 'AdminGate',
  run: async ({ tx, services, note }, subject, { path }): Promise<UsageReportOutcome> => {
    const fault = await services.usageReports.fault(path);
    if (fault !== undefined) {
      throw new DomainError('BAD_USER_INPUT', `${path} cannot be taken as a report of usage.`, {
        problems: [{ pointer: '/path', ...fault }],
      });
    }
    let byDataset: Map<string, Counts>;
    try {
      byDataset = await gathered(readUsageReport(services.usageReports.open(path)));
    } catch (error) {
      if (!(error instanceof UsageReportFault)) throw error;
      throw new DomainError('USAGE_REPORT_INVALID', `The report of usage ${path} ${error.message}.`);
    }
    if (isDataset(subject)) {
      const { datasetId } = subject;
      const rows = [...byDataset.values()].flatMap((counts) => [...counts.values()]).map((counts) => ({ datasetId, ...counts }));
      await replaceUsage(tx, rows);
      note({ path, datasetId });
      return { datasetCount: rows.length === 0 ? 0 : 1, unknownCount: 0 };
    }
    const found = await identified(tx, byDataset);
    await replaceUsage(tx, [...found.values()].flat());
    note({ path, datasets: found.size });
    return { datasetCount: found.size, unknownCount: byDataset.size - found.size };
  },
});
