/** What the queue has to do, and the jobs that take long. */
import { type ComponentChildren, h } from 'preact';
import {
  type QueuedJobState,
  PageCancelBulkJobDocument,
  PageDeleteQueuedJobDocument,
  PageExportAllDatasetsDocument,
  PageOfJobsDocument,
  type PageOfJobsQuery,
  PageRebuildSearchIndexDocument,
  PageRetryQueuedJobDocument,
} from '../../../generated/page-operations.ts';
import { factList, section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import { postButton } from '../../deposit/post-button.ts';
import type { AdministrationAnswer, AdministrationCall } from '../administration-call.ts';
import { administrationPage } from '../administration-page.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { type Deed, deedPage, type Told } from '../deeds.ts';
import { idIn } from '../id-in.ts';
import { lineButton } from '../line-button.ts';
import { recordsList } from '../records-list.ts';
import { askedOf, stateFilter } from '../state-filter.ts';

const ACTION = '/admin/jobs';
const STATES = ['WAITING', 'DUE', 'RUNNING', 'FAILED'] as const satisfies readonly QueuedJobState[];

type Job = PageOfJobsQuery['queuedJobs']['nodes'][number];
type BulkJob = PageOfJobsQuery['bulkJobs']['nodes'][number];

function jobButtons({ databaseId, task, state }: Job, { operating: words }: Messages): ComponentChildren {
  const about = `${task} ${databaseId}`;
  const button = (does: string, text: string): ComponentChildren => lineButton(ACTION, { id: String(databaseId), does }, text, about);
  if (state === 'RUNNING' || state === 'DUE') return '';
  return [button('retry', words.retry), state === 'FAILED' ? button('delete', words.dismiss) : null];
}

function queueSection(
  { queuedJobs: { totalCount, nodes, pageInfo } }: PageOfJobsQuery,
  { state, after }: { readonly state?: QueuedJobState; readonly after?: string },
  messages: Messages,
): ComponentChildren {
  const { operating: words, tools } = messages;
  return section(
    'queue',
    words.queue,
    h('p', null, words.queueText),
    stateFilter({ action: ACTION, state, states: STATES, called: words.jobStates }, messages),
    recordsList(
      {
        none: words.noJobs,
        caption: words.jobs(totalCount),
        columns: [words.columns.job, words.columns.state, words.columns.tries, words.columns.change],
        nodes,
        row: (job) => ({
          head: [
            h('code', null, job.eventKind ?? job.task),
            h('p', null, words.numbered(job.databaseId), job.subjectDatabaseId === null ? '' : ` · ${words.about(job.subjectDatabaseId)}`),
            job.lastError === null ? null : h('pre', { class: 'text', dir: 'auto' }, job.lastError),
          ],
          cells: [
            [words.jobStates[job.state], h('p', { class: 'quiet' }, words.runs(tools.moment(job.lockedAt ?? job.runAt)))],
            words.tries(job.attempts, job.maxAttempts),
            jobButtons(job, messages),
          ],
        }),
        further: { pageInfo, after, hrefOf: (to) => paths.jobs({ state, after: to }) },
      },
      messages,
    ),
  );
}

function bulkSection({ bulkJobs: { totalCount, nodes } }: PageOfJobsQuery, messages: Messages): ComponentChildren {
  const { operating: words, tools } = messages;
  if (nodes.length === 0) return null;
  const progress = ({ lineCount, inputLineCount, failedCount }: BulkJob): string => words.lines(lineCount, inputLineCount, failedCount);
  return section(
    'bulk',
    words.bulk,
    recordsList(
      {
        none: words.noJobs,
        caption: words.bulkJobs(totalCount),
        columns: [words.columns.job, words.columns.state, words.columns.progress, words.columns.change],
        nodes,
        row: (job) => ({
          head: [words.bulkKinds[job.kind], h('p', null, words.asked(job.userName, tools.moment(job.requestedAt)))],
          cells: [
            [words.bulkStates[job.state], job.errorMessage === null ? null : h('p', { class: 'quiet', dir: 'auto' }, job.errorMessage)],
            progress(job),
            job.endedAt === null
              ? lineButton(ACTION, { id: String(job.databaseId), does: 'cancel' }, words.cancel, words.numbered(job.databaseId))
              : '',
          ],
        }),
      },
      messages,
    ),
  );
}

function longSection(
  { searchRebuild, metadataExportState }: PageOfJobsQuery,
  { operating: words, tools, administration }: Messages,
): ComponentChildren {
  const [run] = metadataExportState.runs;
  return [
    section(
      'search',
      words.search,
      factList([
        [
          words.lastRebuild,
          searchRebuild === null
            ? administration.never
            : searchRebuild.finishedAt === null
              ? words.under(searchRebuild.doneCount, searchRebuild.totalCount)
              : tools.moment(searchRebuild.finishedAt),
        ],
      ]),
      postButton(ACTION, { does: 'rebuild' }, words.rebuild, h('p', null, words.rebuildText)),
    ),
    section(
      'exports',
      words.exports,
      factList([
        [words.kept, tools.number(metadataExportState.keptExports)],
        [
          words.lastRun,
          run === undefined
            ? administration.never
            : run.endedAt === null
              ? words.under(run.doneCount, run.datasetCount)
              : words.ended(tools.moment(run.endedAt), run.failedCount),
        ],
      ]),
      postButton(ACTION, { does: 'export' }, words.exportAll, h('p', null, words.exportText)),
    ),
  ];
}

async function show({ run, query, messages }: AdministrationCall, told: Told): Promise<AdministrationAnswer> {
  const { operating: words } = messages;
  const asked = askedOf(query, STATES);
  const shown = await run(PageOfJobsDocument, asked);
  return administrationPage(
    messages,
    { title: words.jobsTitle, done: words.jobsDone, told },
    queueSection(shown, asked, messages),
    bulkSection(shown, messages),
    longSection(shown, messages),
  );
}

const deeds: Readonly<Record<string, Deed>> = {
  retry: ({ run }, text) => run(PageRetryQueuedJobDocument, { input: { databaseId: idIn(text('id')) } }),
  delete: ({ run }, text) => run(PageDeleteQueuedJobDocument, { input: { databaseId: idIn(text('id')) } }),
  cancel: ({ run }, text) => run(PageCancelBulkJobDocument, { input: { databaseId: idIn(text('id')) } }),
  rebuild: ({ run }) => run(PageRebuildSearchIndexDocument, { input: { buildsIndexes: true } }),
  export: ({ run }) => run(PageExportAllDatasetsDocument, { input: {} }),
};

export const jobsPage = deedPage({ deeds, show, location: (done) => paths.jobs({ done }) });
