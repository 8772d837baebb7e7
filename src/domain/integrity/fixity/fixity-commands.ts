import { z } from 'zod';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import {
  countFixity,
  countFixityChecks,
  type FixityCheckRow,
  type FixityCounts,
  listFixityChecks,
} from '../../../db/queries/integrity/fixity-checks.ts';
import { findFinishedRound, findLatestRound, findRound, type FixityRoundRow } from '../../../db/queries/integrity/fixity-rounds.ts';
import type { FixityOutcome } from '../../../vocabulary/integrity.ts';
import { command, query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { beginRound } from './begin-round.ts';
import type { PageWindow } from '../../../model/page-window.ts';

/** How the bytes of the installation stand. */
export interface FixityReport {
  readonly counts: FixityCounts;
  /** The newest round over everything, finished or not. */
  readonly latestRound: FixityRoundRow | undefined;
  readonly finishedRound: FixityRoundRow | undefined;
}

/** Says how many files were read with what result, and how far the reading is. */
export const viewFixityReport = query({
  name: 'viewFixityReport',
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ db }, _subject, _input: null): Promise<FixityReport> => ({
    counts: await countFixity(db),
    latestRound: await findLatestRound(db),
    finishedRound: await findFinishedRound(db),
  }),
});

/** A page of what the last readings found. */
export const pageFixityChecks = query({
  name: 'pageFixityChecks',
  subject: noSubject,
  requires: 'Superuser',
  run: ({ db }, _subject, page: { readonly outcomes: readonly FixityOutcome[] } & PageWindow<number>): Promise<FixityCheckRow[]> =>
    listFixityChecks(db, page),
});

/** Over all pages. */
export const countPagedFixityChecks = query({
  name: 'countPagedFixityChecks',
  subject: noSubject,
  requires: 'Superuser',
  run: ({ db }, _subject, outcomes: readonly FixityOutcome[]): Promise<number> => countFixityChecks(db, outcomes),
});

/** The progress of a round; undefined if there is none, or its dataset was deleted. */
export const viewFixityRound = query({
  name: 'viewFixityRound',
  subject: noSubject,
  requires: 'Superuser',
  run: ({ db }, _subject, id: number): Promise<FixityRoundRow | undefined> => findRound(db, id),
});

/** Starts a fixity round over a dataset at once, as a job, unless one is in progress. */
export const verifyDatasetFiles = command({
  name: 'verifyDatasetFiles',
  input: z.object({ dataset: z.custom<DatasetKey>() }),
  subject: (scope, { dataset }) => loadDataset(scope, dataset),
  requires: 'Superuser',
  run: async (scope, { dataset }): Promise<FixityRoundRow> => {
    const round = await beginRound(scope.tx, dataset.id, scope.actor.identifier);
    scope.note({ round: round.id });
    return round;
  },
});
