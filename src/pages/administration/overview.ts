/** What the overview of administration answers: what needs attention, and the ways to everything else. */
import { type ComponentChildren, h } from 'preact';
import { PageOfAdministrationDocument, type PageOfAdministrationQuery } from '../../generated/page-operations.ts';
import { fileSize } from '../file-size.ts';
import { factList, section } from '../frame.ts';
import type { Messages } from '../messages/messages.ts';
import { type AdministrationAnswerer, OF_ADMINISTRATION } from './administration-call.ts';
import { administrationPaths as paths } from './administration-paths.ts';

/** A store with less room than this is about to be full. */
const SCARCE_PART = 0.1;

interface Attention {
  readonly count: number;
  readonly text: (count: number) => string;
  readonly href: string | null;
}

function attentions(shown: PageOfAdministrationQuery, { administration: words }: Messages): ComponentChildren[] {
  const { installationState: state, registrationSummary, fixityReport } = shown;
  const counted: readonly Attention[] = [
    { count: fixityReport.counts.faultyFiles, text: words.faultyFiles, href: paths.fixity() },
    { count: state.failedJobs, text: words.failedJobs, href: paths.jobs({ state: 'FAILED' }) },
    { count: state.failedEvents, text: words.failedEvents, href: paths.jobs({ state: 'FAILED' }) },
    { count: state.failedMails, text: words.failedMails, href: paths.mails({ state: 'FAILED' }) },
    { count: state.delayedMails, text: words.delayedMails, href: paths.mails({ state: 'PENDING' }) },
    { count: registrationSummary.failed, text: words.failedRegistrations, href: null },
    { count: state.deadDeliveries, text: words.deadDeliveries, href: null },
    { count: state.failedIngests, text: words.failedIngests, href: null },
  ];
  const stores = shown.storageUse.filter(
    ({ totalBytes, availableBytes }) => totalBytes !== null && availableBytes !== null && availableBytes < totalBytes * SCARCE_PART,
  );
  return [
    ...counted
      .filter(({ count }) => count > 0)
      .map(({ count, text, href }) => (href === null ? text(count) : h('a', { href }, text(count)))),
    ...stores.map(({ driver, availableBytes }) =>
      h('a', { href: paths.storage() }, words.scarceStore(driver.label, fileSize(availableBytes ?? 0))),
    ),
  ];
}

function attentionSection(shown: PageOfAdministrationQuery, messages: Messages): ComponentChildren {
  const { administration: words } = messages;
  const found = attentions(shown, messages);
  return section(
    'attention',
    words.attention,
    found.length === 0
      ? h('p', null, words.nothing)
      : h(
          'ul',
          { class: 'list' },
          found.map((item) => h('li', { dir: 'auto' }, item)),
        ),
  );
}

function areasSection({ administration: words, accounts, settings, operating, installation }: Messages): ComponentChildren {
  const areas: readonly (readonly [href: string, title: string, text: string])[] = [
    [paths.accounts(), accounts.title, accounts.text],
    [paths.groups(), installation.groups.title, installation.groups.text],
    [paths.providers(), installation.providers.title, installation.providers.text],
    [paths.banners(), installation.banners.title, installation.banners.text],
    [paths.settings(), settings.title, settings.text],
    [paths.jobs(), operating.jobsTitle, operating.jobsText],
    [paths.mails(), operating.mailsTitle, operating.mailsText],
    [paths.workflows(), operating.workflowsTitle, operating.workflowsText],
    [paths.fixity(), operating.fixityTitle, operating.fixityText],
    [paths.storage(), operating.storageTitle, operating.storageText],
  ];
  return section(
    'areas',
    words.areas,
    h(
      'ul',
      { class: 'tasks' },
      areas.map(([href, title, text]) => h('li', null, h('a', { href }, title), h('p', { class: 'quiet' }, text))),
    ),
  );
}

function stateSection(shown: PageOfAdministrationQuery, { administration: words, tools }: Messages): ComponentChildren {
  const { installationState: state, serverInfo, registrationSummary, fixityReport, workflowInvocations } = shown;
  const { totalFiles, uncheckedFiles } = fixityReport.counts;
  return section(
    'state',
    words.state,
    factList([
      [words.version, `Archivolt ${serverInfo.version}`, words.build(serverInfo.build)],
      [words.server, serverInfo.server],
      [words.jobs, words.jobsText(state.runningJobs, state.dueJobs)],
      [
        words.events,
        words.waiting(state.pendingEvents),
        state.oldestPendingEventAt === null ? null : words.oldest(tools.moment(state.oldestPendingEventAt)),
      ],
      [words.mails, words.waiting(state.pendingMails)],
      [words.ingests, words.waiting(state.waitingIngests)],
      [words.deliveries, words.waiting(state.pendingDeliveries)],
      [words.registrations, words.waiting(registrationSummary.pending)],
      [words.workflows, words.ongoing(workflowInvocations.totalCount)],
      [words.fixity, words.fixityText(totalFiles - uncheckedFiles, totalFiles)],
      ...shown.storageUse.map(
        ({ driver, totalBytes, availableBytes }) =>
          [
            words.store(driver.label),
            totalBytes === null || availableBytes === null ? words.unknownRoom : words.room(fileSize(availableBytes), fileSize(totalBytes)),
          ] as const,
      ),
    ]),
  );
}

export const administrationOverview: AdministrationAnswerer = async ({ run, messages }) => {
  const shown = await run(PageOfAdministrationDocument, {});
  const { administration: words } = messages;
  return {
    page: {
      ...OF_ADMINISTRATION,
      title: words.title,
      main: [
        h('div', { class: 'heading' }, h('h1', null, words.title)),
        attentionSection(shown, messages),
        areasSection(messages),
        stateSection(shown, messages),
      ],
    },
  };
};
