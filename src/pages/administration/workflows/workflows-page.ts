/** Workflows: which there are, which run around publications, and those that were begun. */
import { type ComponentChildren, h } from 'preact';
import {
  PageDeleteWorkflowDocument,
  PageOfWorkflowsDocument,
  type PageOfWorkflowsQuery,
  PageRemoveDefaultWorkflowDocument,
  PageSetDefaultWorkflowDocument,
  type WorkflowTrigger,
} from '../../../generated/page-operations.ts';
import { section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import { depositPaths } from '../../deposit/deposit-paths.ts';
import { postButton } from '../../deposit/post-button.ts';
import type { AdministrationAnswer, AdministrationCall } from '../administration-call.ts';
import { administrationPage } from '../administration-page.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { type Deed, deedPage, type Told } from '../deeds.ts';
import { idIn } from '../id-in.ts';
import { lineButton } from '../line-button.ts';
import { recordsList } from '../records-list.ts';

const ACTION = '/admin/workflows';
const TRIGGERS = ['PrePublishDataset', 'PostPublishDataset'] as const satisfies readonly WorkflowTrigger[];

function triggerForm(shown: PageOfWorkflowsQuery, trigger: WorkflowTrigger, { operating: words }: Messages): ComponentChildren {
  const chosen = shown.defaultWorkflows.find((one) => one.trigger === trigger)?.workflow?.databaseId;
  const id = `workflow-${trigger}`;
  return postButton(
    ACTION,
    { does: 'choose', trigger },
    words.choose,
    h(
      'div',
      { class: 'control' },
      h('label', { for: id }, words.triggers[trigger]),
      h(
        'select',
        { id, name: 'workflow' },
        h('option', { value: '', selected: chosen === undefined }, words.noWorkflow),
        shown.workflows.nodes.map(({ databaseId, name }) =>
          h('option', { value: String(databaseId), selected: databaseId === chosen }, `${databaseId}: ${name}`),
        ),
      ),
    ),
  );
}

function workflowsSection(
  { workflows: { totalCount, nodes }, defaultWorkflows }: PageOfWorkflowsQuery,
  messages: Messages,
): ComponentChildren {
  const { operating: words } = messages;
  const used = new Set(defaultWorkflows.map(({ workflow }) => workflow?.databaseId));
  return section(
    'workflows',
    words.workflowsTitle,
    recordsList(
      {
        none: words.noWorkflows,
        caption: words.workflows(totalCount),
        columns: [words.columns.workflow, words.columns.steps, words.columns.change],
        nodes,
        row: ({ databaseId, name, steps }) => ({
          head: [name === '' ? words.numbered(databaseId) : name, h('p', null, words.numbered(databaseId))],
          cells: [
            steps.map(({ provider, stepType }) => `${provider} ${stepType}`).join(', '),
            used.has(databaseId) ? words.inUse : lineButton(ACTION, { id: String(databaseId), does: 'delete' }, words.deleteWorkflow, name),
          ],
        }),
      },
      messages,
    ),
  );
}

function invocationsSection(
  { workflowInvocations: { totalCount, nodes, pageInfo } }: PageOfWorkflowsQuery,
  after: string | undefined,
  messages: Messages,
): ComponentChildren {
  const { operating: words, tools } = messages;
  return section(
    'invocations',
    words.invocations,
    recordsList(
      {
        none: words.noInvocations,
        caption: words.begun(totalCount),
        columns: [words.columns.dataset, words.columns.workflow, words.columns.state],
        nodes,
        row: (one) => {
          const step = one.steps[one.position];
          return {
            head: [
              h('a', { href: depositPaths.dataset(one.dataset.persistentId) }, one.dataset.persistentId),
              h('p', null, words.asked(one.userName, tools.moment(one.startedAt))),
            ],
            cells: [
              `${one.workflowName}, ${words.triggerNames[one.trigger]}`,
              [
                words.invocationStates[one.state],
                step === undefined ? null : h('p', { class: 'quiet' }, words.step(one.position + 1, one.steps.length, step.stepType)),
                one.message === null ? null : h('pre', { class: 'text', dir: 'auto' }, one.message),
              ],
            ],
          };
        },
        further: { pageInfo, after, hrefOf: (to) => paths.workflows({ after: to }) },
      },
      messages,
    ),
  );
}

async function show({ run, query, messages }: AdministrationCall, told: Told): Promise<AdministrationAnswer> {
  const { operating: words } = messages;
  const after = query['after'];
  const shown = await run(PageOfWorkflowsDocument, after === undefined ? {} : { after });
  return administrationPage(
    messages,
    { title: words.workflowsTitle, text: words.workflowsIntro, done: words.workflowsDone, told },
    section(
      'defaults',
      words.defaults,
      TRIGGERS.map((trigger) => triggerForm(shown, trigger, messages)),
    ),
    workflowsSection(shown, messages),
    invocationsSection(shown, after, messages),
    section(
      'addresses',
      words.resumeAddresses,
      h('p', null, shown.workflowResumeAddresses.join(', ')),
      h('p', { class: 'quiet' }, words.resumeText),
    ),
  );
}

const deeds: Readonly<Record<string, Deed>> = {
  choose: ({ run }, text) => {
    const trigger = TRIGGERS.find((word) => word === text('trigger')) ?? 'PrePublishDataset';
    return text('workflow') === ''
      ? run(PageRemoveDefaultWorkflowDocument, { input: { trigger } })
      : run(PageSetDefaultWorkflowDocument, { input: { trigger, workflowDatabaseId: idIn(text('workflow')) } });
  },
  delete: ({ run }, text) => run(PageDeleteWorkflowDocument, { input: { databaseId: idIn(text('id')) } }),
};

export const workflowsPage = deedPage({ deeds, show, location: (done) => paths.workflows({ done }) });
