/** Messages to accounts that were sent, wait, or were given up. */
import { h } from 'preact';
import { type OutgoingMailState, PageOfMailsDocument, PageRetryOutgoingMailDocument } from '../../../generated/page-operations.ts';
import type { AdministrationAnswer, AdministrationCall } from '../administration-call.ts';
import { administrationPage } from '../administration-page.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { deedPage, type Told } from '../deeds.ts';
import { idIn } from '../id-in.ts';
import { lineButton } from '../line-button.ts';
import { recordsList } from '../records-list.ts';
import { askedOf, stateFilter } from '../state-filter.ts';

const ACTION = '/admin/mail';
const STATES = ['PENDING', 'FAILED', 'SENT', 'OBSOLETE'] as const satisfies readonly OutgoingMailState[];

async function show({ run, query, messages }: AdministrationCall, told: Told): Promise<AdministrationAnswer> {
  const { operating: words, tools } = messages;
  const asked = askedOf(query, STATES);
  const { outgoingMails } = await run(PageOfMailsDocument, asked);
  const { totalCount, nodes, pageInfo } = outgoingMails;
  return administrationPage(
    messages,
    { title: words.mailsTitle, text: words.mailsIntro, done: words.mailsDone, told },
    stateFilter({ action: ACTION, state: asked.state, states: STATES, called: words.mailStates }, messages),
    recordsList(
      {
        none: words.noMails,
        isWhole: true,
        caption: words.mails(totalCount),
        columns: [words.columns.mail, words.columns.receiver, words.columns.state, words.columns.change],
        nodes,
        row: (mail) => ({
          head: [
            h('code', null, mail.type),
            h('p', null, tools.moment(mail.createdAt)),
            mail.lastError === null ? null : h('pre', { class: 'text', dir: 'auto' }, mail.lastError),
          ],
          cells: [
            [h('a', { href: paths.account(mail.receiver.databaseId) }, mail.receiver.identifier), h('div', null, mail.receiver.email)],
            [words.mailStates[mail.state], h('p', { class: 'quiet' }, words.triedSoFar(mail.attempts))],
            mail.state === 'FAILED'
              ? lineButton(
                  ACTION,
                  { id: String(mail.databaseId), does: 'retry' },
                  words.sendAgain,
                  `${mail.type}, ${mail.receiver.identifier}`,
                )
              : '',
          ],
        }),
        further: { pageInfo, after: asked.after, hrefOf: (to) => paths.mails({ state: asked.state, after: to }) },
      },
      messages,
    ),
  );
}

export const mailsPage = deedPage({
  deeds: { retry: ({ run }, text) => run(PageRetryOutgoingMailDocument, { input: { databaseId: idIn(text('id')) } }) },
  show,
  location: (done) => paths.mails({ done }),
});
