/** How the bytes of the files stand: what was read, what was found, and reading anew. */
import { type ComponentChildren, h } from 'preact';
import {
  PageOfFixityDocument,
  PageOfFixityRoundDocument,
  type PageFixityRoundFragment,
  type PageOfFixityQuery,
  PageVerifyFileDocument,
  PageVerifyFilesDocument,
} from '../../../generated/page-operations.ts';
import { filePath } from '../../addresses.ts';
import { fileSize } from '../../file-size.ts';
import { factList, section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import { mendableError } from '../../deposit/deposit-call.ts';
import { formFaults } from '../../deposit/form-faults.ts';
import { valueOf } from '../../deposit/form-values.ts';
import { postButton } from '../../deposit/post-button.ts';
import { textField } from '../../deposit/text-field.ts';
import type { AdministrationAnswer, AdministrationAnswerer, AdministrationCall } from '../administration-call.ts';
import { administrationPage } from '../administration-page.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import type { Told } from '../deeds.ts';
import { idIn } from '../id-in.ts';
import { lineButton } from '../line-button.ts';
import { recordsList } from '../records-list.ts';
import { toldOnPage } from '../../told.ts';

const ACTION = '/admin/fixity';

function roundFacts(round: PageFixityRoundFragment, { operating: words, tools }: Messages): ComponentChildren {
  return factList([
    [words.roundProgress, words.under(round.checkedFiles, round.totalFiles), fileSize(round.checkedBytes)],
    [words.roundFaults, tools.number(round.faultyFiles)],
    [words.roundStarted, words.asked(round.requestedBy, tools.moment(round.startedAt))],
    [words.roundEnded, round.finishedAt === null ? words.roundOngoing : tools.moment(round.finishedAt)],
  ]);
}

function findingsSection(
  { checks: { totalCount, nodes, pageInfo } }: PageOfFixityQuery['fixityReport'],
  after: string | undefined,
  messages: Messages,
): ComponentChildren {
  const { operating: words, tools } = messages;
  return section(
    'findings',
    words.findings,
    recordsList(
      {
        none: words.noFindings,
        caption: words.files(totalCount),
        columns: [words.columns.file, words.columns.found, words.columns.since, words.columns.change],
        nodes,
        row: (check) => ({
          head: [
            h('a', { href: filePath({ databaseId: check.fileDatabaseId }) }, words.numbered(check.fileDatabaseId)),
            h('p', null, check.file.dataset.persistentId),
            h('p', { class: 'checksum' }, check.storageIdentifier),
          ],
          cells: [
            [words.outcomes[check.outcome], check.fault === null ? null : h('p', { class: 'quiet', dir: 'auto' }, check.fault)],
            tools.moment(check.outcomeSince),
            lineButton(ACTION, { file: String(check.fileDatabaseId), does: 'file' }, words.readAgain, words.numbered(check.fileDatabaseId)),
          ],
        }),
        further: { pageInfo, after, hrefOf: (to) => paths.fixity({ after: to }) },
      },
      messages,
    ),
  );
}

async function roundAsked({ run, query }: AdministrationCall): Promise<PageFixityRoundFragment | null> {
  const { round } = query;
  return round === undefined ? null : (await run(PageOfFixityRoundDocument, { databaseId: idIn(round) })).fixityRound;
}

async function show(call: AdministrationCall, told: Told): Promise<AdministrationAnswer> {
  const { run, query, messages } = call;
  const { operating: words, tools, administration } = messages;
  const after = query['after'];
  const { fixityReport } = await run(PageOfFixityDocument, after === undefined ? {} : { after });
  const { counts, latestRound } = fixityReport;
  const asked = await roundAsked(call);
  return administrationPage(
    messages,
    { title: words.fixityTitle, text: words.fixityIntro, done: words.fixityDone, told },
    asked === null ? null : section('asked-round', words.askedRound, roundFacts(asked, messages)),
    findingsSection(fixityReport, after, messages),
    section(
      'counts',
      words.counts,
      factList([
        [words.allFiles, tools.number(counts.totalFiles)],
        [words.outcomes.VALID, tools.number(counts.validFiles)],
        [words.outcomes.UNPROVEN, tools.number(counts.unprovenFiles)],
        [words.faulty, tools.number(counts.faultyFiles)],
        [words.unchecked, tools.number(counts.uncheckedFiles)],
        [words.oldestCheck, counts.oldestCheckAt === null ? administration.never : tools.moment(counts.oldestCheckAt)],
      ]),
    ),
    section('round', words.latestRound, latestRound === null ? h('p', null, words.noRound) : roundFacts(latestRound, messages)),
    section(
      'verify',
      words.verify,
      postButton(
        ACTION,
        { does: 'dataset' },
        words.verifyGo,
        textField({
          name: 'dataset',
          label: words.verifyDataset,
          hint: words.verifyHint,
          value: told.typed?.('dataset') ?? '',
          fault: told.faults?.get('dataset'),
          required: true,
        }),
      ),
    ),
  );
}

export const shownFixity: AdministrationAnswerer = (call) => show(call, { done: call.query['done'] });

export const verifyFixity: AdministrationAnswerer = async (call) => {
  const { run, form, messages } = call;
  const text = (name: string): string => valueOf(form, name);
  try {
    if (text('does') === 'file') {
      await run(PageVerifyFileDocument, { input: { fileDatabaseId: idIn(text('file')) } });
      return { location: paths.fixity({ done: 'file' }) };
    }
    const { round } = (await run(PageVerifyFilesDocument, { input: { dataset: { persistentId: text('dataset').trim() } } })).verifyFiles;
    return { location: paths.fixity({ done: 'dataset', round: String(round.databaseId) }) };
  } catch (error) {
    const mendable = mendableError(error);
    const label = messages.operating.verifyDataset;
    const sentence = toldOnPage(mendable.told);
    const told = formFaults(mendable, {});
    const isOfField = text('does') !== 'file';
    const items = isOfField ? [{ controlId: 'dataset', text: [`${label}: `, sentence] }] : told.items;
    return show(call, {
      items,
      faults: isOfField ? new Map([['dataset', sentence]]) : new Map(),
      typed: text,
      status: mendable.status,
    });
  }
};
