/** Exports of all datasets, made and forgotten by request. Source: exports.md 15. */
import { z } from 'zod';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import {
  countDoneDataset,
  countExportedDatasets,
  endExportRun,
  type ExportRun,
  findExportRun,
  findWaitingRun,
  insertExportRun,
  listExportRuns,
  listPublishedDatasetIds,
} from '../../db/queries/exports/export-runs.ts';
import { countKeptExports, dropExports } from '../../db/queries/exports/kept-exports.ts';
import { countPendingEvents } from '../../db/queries/gate/outbox.ts';
import { command, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { storeEvent } from '../../kernel/store-event.ts';
import { type DatasetSubject, lockDataset } from '../subjects/dataset-subject.ts';
import { type FillScope, fillExports } from './fill-exports.ts';

/** Datasets of one statement. */
const PAGE = 100;
/** Datasets at the same time: while one waits for the database, the other is written. */
const AT_ONCE = 2;
/** How long a job makes exports before it lets others have the worker. */
const SLICE_MS = 20_000;

/**
 * Has the exports of all published datasets made that are not kept, by a job; with `again` all of them. A run that has not begun serves
 * later requests for what is missing, too.
 */
export const exportAllDatasets = command({
  name: 'exportAllDatasets',
  input: z.object({ again: z.boolean() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, { again }): Promise<ExportRun> => {
    const waiting = again ? undefined : await findWaitingRun(scope.tx);
    if (waiting !== undefined) return waiting;
    const run = await insertExportRun(scope.tx, { forgets: again, fills: true });
    scope.emit({ kind: 'MetadataExportRunDue', subjectId: null, payload: { runId: run.id } });
    scope.note({ run: run.id, again });
    return run;
  },
});

/** Has all exports of a dataset made again, by a job; the dataset. One that is not published has none to make. */
export const reexportDataset = command({
  name: 'reexportDataset',
  input: z.object({ dataset: z.custom<DatasetKey>() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'AdminGate',
  run: async (scope, { dataset }): Promise<DatasetSubject['dataset']> => {
    await dropExports(scope.tx, dataset.id);
    scope.emit({ kind: 'MetadataExportsDue', subjectId: dataset.id, payload: {} });
    return dataset;
  },
});

/** Forgets all exports: each is made anew when it is asked for, or by the next run; how many datasets had some. */
export const forgetExports = command({
  name: 'forgetExports',
  input: z.object({}),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope): Promise<number> => {
    const count = await countExportedDatasets(scope.tx);
    await insertExportRun(scope.tx, { forgets: true, fills: false });
    scope.note({ datasets: count });
    return count;
  },
});

/** How the exports of the installation stand. */
export interface ExportState {
  readonly keptExports: number;
  /** Datasets whose exports a job is about to make, beside those of runs. */
  readonly waitingDatasets: number;
  readonly runs: readonly ExportRun[];
}

/** How the exports of the installation stand, with the newest runs. */
export const viewExportState = query({
  name: 'viewExportState',
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ db }, _subject, { runs }: { readonly runs: number }): Promise<ExportState> => {
    const [keptExports, waitingDatasets, newest] = await Promise.all([
      countKeptExports(db),
      countPendingEvents(db, 'MetadataExportsDue'),
      listExportRuns(db, runs),
    ]);
    return { keptExports, waitingDatasets, runs: newest };
  },
});

/** One run; null where there is none with this id. */
export const viewExportRun = query({
  name: 'viewExportRun',
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ db }, _subject, { id }: { readonly id: number }): Promise<ExportRun | null> => (await findExportRun(db, id)) ?? null,
});

/**
 * Goes on with a run for a limited time, and leaves the rest to another event. A dataset is counted once its exports are kept, so that a
 * job that was ended goes on where it was.
 */
export async function continueRun(scope: FillScope, runId: number): Promise<void> {
  const { db } = scope;
  const endsAt = performance.now() + SLICE_MS;
  const run = await findExportRun(db, runId);
  if (run === undefined || run.endedAt !== null) return;
  let after = run.lastDatasetId;
  for (;;) {
    const ids = await listPublishedDatasetIds(db, { after, limit: PAGE });
    if (ids.length === 0) return endExportRun(db, runId);
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const filling = ids.slice(at, at + AT_ONCE).map(async (datasetId) => ({ datasetId, ...(await fillExports(scope, datasetId)) }));
      // One that fails while another is waited for is found when its turn comes.
      for (const one of filling) one.catch(() => undefined);
      for (const one of filling) {
        const filled = await one;
        await countDoneDataset(db, runId, filled);
        after = filled.datasetId;
      }
      if (performance.now() < endsAt) continue;
      await storeEvent(db, { kind: 'MetadataExportRunDue', subjectId: null, payload: { runId } });
      return;
    }
  }
}
