/** Workflows that were begun, and how they went. Source: users-admin.md 14.4. */
import type { Queryable } from '../../../db/client.ts';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import {
  countInvocations,
  findInvocation,
  type ListedInvocation,
  listInvocations,
  listStepRuns,
  type StepRunRow,
} from '../../../db/queries/datasets/workflow-invocations.ts';
import type { WorkflowStep } from '../../../db/queries/datasets/workflows.ts';
import { type CommandContext, query, type SubjectScope } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { isInvocationId } from '../../../model/invocation-id.ts';
import type { PageWindow } from '../../../model/page-window.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';

/** A workflow that was begun, as it is shown. */
export interface InvocationView extends ListedInvocation {
  /** By which it is resumed; null for those who do not administer the installation. */
  readonly shownId: string | null;
  readonly stepRuns: readonly { readonly step: WorkflowStep; readonly run: StepRunRow | undefined }[];
}

async function withSteps(
  { db, actor }: Pick<CommandContext, 'db' | 'actor'>,
  rows: readonly ListedInvocation[],
): Promise<InvocationView[]> {
  const runs = new Map((await runsOf(db, rows)).map((run) => [`${run.invocationId} ${run.position}`, run]));
  return rows.map((row) => ({
    ...row,
    shownId: actor.passesAdminGate ? row.id : null,
    stepRuns: row.steps.map((step, position) => ({ step, run: runs.get(`${row.id} ${position}`) })),
  }));
}

async function runsOf(db: Queryable, rows: readonly ListedInvocation[]): Promise<readonly StepRunRow[]> {
  return rows.length === 0
    ? []
    : listStepRuns(
        db,
        rows.map(({ id }) => id),
      );
}

/** Of which dataset, and in which states. */
interface Asked {
  /** Null for those of all datasets. */
  readonly dataset: DatasetKey | null;
  readonly ongoing: boolean | null;
}

const gate = {
  subject: ({ tx, context }: SubjectScope, { dataset }: Asked) => (dataset === null ? noSubject() : loadDataset({ tx, context }, dataset)),
  requires: (_subject: unknown, { dataset }: Asked) => (dataset === null ? ('AdminGate' as const) : ('PublishDataset' as const)),
};

/** A page of workflows that were begun, newest first. */
export const pageInvocations = query({
  name: 'pageWorkflowInvocations',
  ...gate,
  run: async (context, { nodeId: datasetId }, { dataset: _dataset, ...asked }: Asked & PageWindow<number>): Promise<InvocationView[]> =>
    withSteps(context, await listInvocations(context.db, { ...asked, datasetId })),
});

/** How many there are. */
export const countListedInvocations = query({
  name: 'countWorkflowInvocations',
  ...gate,
  run: ({ db }, { nodeId: datasetId }, { ongoing }: Asked): Promise<number> => countInvocations(db, { datasetId, ongoing }),
});

/** One workflow that was begun; undefined when none has this id. */
export const viewInvocation = query({
  name: 'viewWorkflowInvocation',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (context, _subject, invocationId: string): Promise<InvocationView | undefined> => {
    const found = isInvocationId(invocationId) ? await findInvocation(context.db, invocationId) : undefined;
    return found === undefined ? undefined : (await withSteps(context, [found]))[0];
  },
});
