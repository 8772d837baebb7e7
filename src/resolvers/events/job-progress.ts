import { viewBulkJob } from '../../domain/bulk/bulk-job-commands.ts';
import { followJob } from '../../domain/events/follow-job.ts';
import { viewExportRun } from '../../domain/exports/export-runs.ts';
import { viewFile } from '../../domain/files/view-file.ts';
import { pageInvocations } from '../../domain/datasets/workflows/list-invocations.ts';
import { viewDataset } from '../../domain/datasets/view-dataset.ts';
import { findIngestStatus } from '../../domain/ingest/view-ingest.ts';
import { viewSearchRebuild } from '../../domain/search/rebuild-commands.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { RequestContext } from '../../request-context.ts';
import type { JobState } from '../../vocabulary/jobs.ts';
import type { JobReference, ResolversTypes, Resolvers } from '../generated/resolver-types.ts';
import { dataFileModel, type WorkflowInvocationModel } from '../models.ts';
import { datasetKeyOf, fileKey } from '../references.ts';
import { streamOf, told } from './stream-of.ts';
import { WHOLE } from '../../model/page-window.ts';

/** How a job stands, as it is told. */
type Progress = Extract<Awaited<ResolversTypes['JobProgress']>, { readonly done: number }>;

/** How the job is found, by the numbers that its changes are told with. */
interface Job {
  readonly topic: Parameters<typeof followJob>[1];
  readonly read: (context: RequestContext) => Promise<Progress>;
}

const nothing = {
  done: 0,
  total: null,
  message: null,
  ingest: null,
  exportRun: null,
  searchRebuild: null,
  workflow: null,
  bulkJob: null,
} as const;

async function ingestOf(context: RequestContext, reference: NonNullable<JobReference['ingest']>): Promise<Job> {
  const { id } = await viewFile(context, fileKey(reference));
  return {
    topic: `ingest ${id}`,
    read: async (turn) => {
      const file = await viewFile(turn, { id });
      const ingest = await findIngestStatus(turn, id);
      if (ingest === null) {
        return { ...nothing, state: dataFileModel(file, turn.services).tabularData ? 'SUCCEEDED' : 'ABSENT' };
      }
      const states: Readonly<Record<typeof ingest.state, JobState>> = { SCHEDULED: 'WAITING', IN_PROGRESS: 'RUNNING', FAILED: 'FAILED' };
      const { rowsDone: done, rowsExpected: total, report } = ingest;
      return { ...nothing, state: states[ingest.state], done, total, message: report?.message ?? null, ingest };
    },
  };
}

async function exportRunOf(_context: RequestContext, id: number): Promise<Job> {
  return {
    topic: `export ${id}`,
    read: async (turn) => {
      const run = await viewExportRun(turn, { id });
      if (run === null) return { ...nothing, state: 'ABSENT' };
      const begun = run.doneCount > 0 ? 'RUNNING' : 'WAITING';
      return {
        ...nothing,
        state: run.endedAt === null ? begun : 'SUCCEEDED',
        done: run.doneCount,
        total: run.datasetCount,
        exportRun: run,
      };
    },
  };
}

async function searchRebuildOf(_context: RequestContext, id: number): Promise<Job> {
  return {
    topic: `rebuild ${id}`,
    read: async (turn) => {
      const rebuild = await viewSearchRebuild(turn, { id });
      if (rebuild === null) return { ...nothing, state: 'ABSENT' };
      const { finishedAt, doneCount: done, totalCount: total } = rebuild;
      return { ...nothing, state: finishedAt === null ? 'RUNNING' : 'SUCCEEDED', done, total, searchRebuild: rebuild };
    },
  };
}

function workflowState({ state }: WorkflowInvocationModel): JobState {
  switch (state) {
    case 'RUNNING':
    case 'ROLLING_BACK':
      return 'RUNNING';
    case 'WAITING':
    case 'SUCCEEDED':
      return state;
    default:
      return 'FAILED';
  }
}

async function workflowOf(context: RequestContext, reference: NonNullable<JobReference['workflow']>): Promise<Job> {
  const { id } = await viewDataset(context, datasetKeyOf(reference));
  return {
    topic: `workflow ${id}`,
    read: async (turn) => {
      const [workflow] = await pageInvocations(turn, { dataset: { id }, ongoing: null, ...WHOLE, limit: 1 });
      if (workflow === undefined) return { ...nothing, state: 'ABSENT' };
      const { position: done, steps, message } = workflow;
      return { ...nothing, state: workflowState(workflow), done, total: steps.length, message, workflow };
    },
  };
}

async function bulkJobOf(_context: RequestContext, id: number): Promise<Job> {
  return {
    topic: `bulk ${id}`,
    read: async (turn) => {
      const bulkJob = await viewBulkJob(turn, { id });
      const { state, lineCount: done, inputLines: total } = bulkJob;
      const message = state === 'CANCELED' ? 'The job was canceled.' : bulkJob.errorMessage;
      return { ...nothing, state: state === 'CANCELED' ? 'FAILED' : state, done, total, message, bulkJob };
    },
  };
}

/** @throws DomainError where the job may not be seen */
function jobOf(context: RequestContext, { ingest, exportRun, searchRebuild, workflow, bulkJob }: JobReference): Promise<Job> {
  if (ingest) return ingestOf(context, ingest);
  if (typeof exportRun === 'number') return exportRunOf(context, exportRun);
  if (typeof searchRebuild === 'number') return searchRebuildOf(context, searchRebuild);
  if (workflow) return workflowOf(context, workflow);
  if (typeof bulkJob === 'number') return bulkJobOf(context, bulkJob);
  throw new DomainError('BAD_USER_INPUT', 'A job must be named.', {
    problems: [{ pointer: '/job', message: 'must have exactly one key' }],
  });
}

const ENDED: readonly JobState[] = ['SUCCEEDED', 'FAILED', 'ABSENT'];

/** How a job stands at each change, until it has ended. */
async function* progressOf(
  context: RequestContext,
  { topic, read }: Job,
): AsyncGenerator<{ readonly item: Progress; readonly context: RequestContext }> {
  let before = '';
  for await (const turn of await followJob(context, topic)) {
    const item = await read(turn);
    const now = JSON.stringify(item);
    if (now !== before) yield { item, context: turn };
    if (ENDED.includes(item.state)) return;
    before = now;
  }
}

export const jobProgressResolvers: Resolvers = {
  Subscription: {
    jobProgress: {
      subscribe: async (_root, { job }, context) => {
        const found = await jobOf(context, job);
        // A refusal is an answer of its own, before anything is followed.
        await found.read(context);
        return streamOf(progressOf(context, found));
      },
      resolve: told<Progress>,
    },
  },
};
