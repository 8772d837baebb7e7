/** Messages to all visitors: which there are, and showing and ending them. */
import { h } from 'preact';
import {
  PageCreateBannerDocument,
  PageDeactivateBannerDocument,
  PageDeleteBannerDocument,
  PageOfBannersDocument,
} from '../../../generated/page-operations.ts';
import { badge } from '../../dataset-parts.ts';
import { section } from '../../frame.ts';
import { mendableError } from '../../deposit/deposit-call.ts';
import { formFaults } from '../../deposit/form-faults.ts';
import { valueOf } from '../../deposit/form-values.ts';
import type { AdministrationAnswer, AdministrationAnswerer, AdministrationCall } from '../administration-call.ts';
import { administrationPage } from '../administration-page.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { type Deed, deedPage, type Told } from '../deeds.ts';
import { idIn } from '../id-in.ts';
import { lineButton } from '../line-button.ts';
import { recordsList } from '../records-list.ts';
import { BLANK_BANNER, bannerForm, textsIn, type TypedBanner } from './banner-form.ts';

const ACTION = '/admin/banners';

async function show({ run, query, messages }: AdministrationCall, told: Told, typed: TypedBanner): Promise<AdministrationAnswer> {
  const { banners: words } = messages.installation;
  const after = query['after'];
  const { totalCount, nodes, pageInfo } = (await run(PageOfBannersDocument, after === undefined ? {} : { after })).bannerMessages;
  return administrationPage(
    messages,
    { title: words.title, text: words.intro, done: words.done, told },
    recordsList(
      {
        none: words.nothing,
        caption: words.count(totalCount),
        columns: [words.columns.message, words.columns.state, words.columns.change],
        nodes,
        row: ({ databaseId, dismissible, active, texts }) => {
          const id = String(databaseId);
          const about = words.numbered(databaseId);
          return {
            head: texts.map(({ language, message }) =>
              h('p', null, h('code', null, language), ' ', h('span', { lang: language }, message)),
            ),
            cells: [
              [
                active ? badge('released', words.shown) : badge('deaccessioned', words.ended),
                dismissible ? h('p', { class: 'quiet' }, words.dismissible) : null,
              ],
              [
                active ? lineButton(ACTION, { id, does: 'end' }, words.end, about) : null,
                lineButton(ACTION, { id, does: 'delete' }, words.remove, about),
              ],
            ],
          };
        },
        further: { pageInfo, after, hrefOf: (to) => paths.banners({ after: to }) },
      },
      messages,
    ),
    section('new-message', words.newHeading, bannerForm(ACTION, typed, told, messages)),
  );
}

const deeds: Readonly<Record<string, Deed>> = {
  end: ({ run }, text) => run(PageDeactivateBannerDocument, { input: { databaseId: idIn(text('id')) } }),
  delete: ({ run }, text) => run(PageDeleteBannerDocument, { input: { databaseId: idIn(text('id')) } }),
};

const ofRows = deedPage({ deeds, show: (call, told) => show(call, told, BLANK_BANNER), location: (done) => paths.banners({ done }) });

/** Takes the form of a new message: one more language, or the whole. */
const add: AdministrationAnswerer = async (call) => {
  const { form, run, messages } = call;
  const dismissible = form.has('dismissible');
  const texts = textsIn(form);
  if (form.has('another')) return show(call, {}, { dismissible, texts: [...texts, { language: '', message: '' }] });
  // What has no message is no text.
  const given = texts.map((text, place) => ({ text, place })).filter(({ text }) => text.message.trim() !== '');
  try {
    await run(PageCreateBannerDocument, { input: { dismissible, texts: given.map(({ text }) => text) } });
  } catch (error) {
    const { told, problems, status } = mendableError(error);
    const { banners: words } = messages.installation;
    const labels = Object.fromEntries(
      texts.flatMap((_, place) => [
        [`language-${place}`, `${words.translation(place + 1)}, ${words.language}`],
        [`message-${place}`, `${words.translation(place + 1)}, ${words.message}`],
      ]),
    );
    // Problems count the texts that were sent.
    const placed = problems.map((problem) => ({
      ...problem,
      pointer: problem.pointer.replace(/^.*\/texts\/(\d+)\/(\w+)$/, (_all, at, field) => `/${field}-${given[Number(at)]?.place ?? at}`),
    }));
    const faults = formFaults({ told, problems: placed }, labels);
    return show(call, { ...faults, status }, { dismissible, texts });
  }
  return { location: paths.banners({ done: 'add' }) };
};

export const bannersPage: Readonly<Record<'shown' | 'done', AdministrationAnswerer>> = {
  shown: ofRows.shown,
  done: (call) => (valueOf(call.form, 'does') === 'add' ? add(call) : ofRows.done(call)),
};
