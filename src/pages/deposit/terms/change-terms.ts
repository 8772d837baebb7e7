/** What the page answers on which a draft gets its licence or terms of its own, and the terms of access to restricted files. */
import { type ComponentChildren, h } from 'preact';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  PageOfTermsDocument,
  type PageOfTermsQuery,
  PageSetLicenseDocument,
  PageSetTermsOfAccessDocument,
} from '../../../generated/page-operations.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS } from '../../../vocabulary/datasets.ts';
import { webAddress } from '../../addresses.ts';
import { section } from '../../frame.ts';
import { datasetTop } from '../dataset-top.ts';
import { type DepositAnswer, type DepositAnswerer, type DepositCall, mendableError, OF_DEPOSITING } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { errorSummary, type SummaryItem } from '../error-summary.ts';
import { valueOf } from '../form-values.ts';
import { toldOnPage } from '../../told.ts';

/** What the form has in place of the name of a licence. */
const OWN = '-';
const KEYS = [...TERMS_OF_USE_KEYS, ...TERMS_OF_ACCESS_KEYS] as const;
type Key = (typeof KEYS)[number];

interface Terms {
  readonly license: string;
  readonly fileAccessRequest: boolean;
  readonly texts: Readonly<Partial<Record<Key, string | null>>>;
}

type Dataset = NonNullable<PageOfTermsQuery['dataset']>;
type Loaded = { readonly dataset: Dataset & { readonly latestVersion: NonNullable<Dataset['latestVersion']> } } & Pick<
  PageOfTermsQuery,
  'licenses'
>;

async function load({ run }: DepositCall, persistentId: string): Promise<Loaded> {
  const { dataset, licenses } = await run(PageOfTermsDocument, { dataset: { persistentId } });
  if (dataset === null || dataset.latestVersion === null) throw new DomainError('DATASET_NOT_FOUND', 'There is no such dataset.');
  if (!dataset.viewerPermissions.includes('EditDataset')) throw new DomainError('PERMISSION_DENIED', 'Only its editors change a dataset.');
  return { dataset: { ...dataset, latestVersion: dataset.latestVersion }, licenses };
}

interface Told {
  readonly items?: readonly SummaryItem[];
  readonly status?: number;
}

function termsPage(
  { messages }: DepositCall,
  { dataset, licenses }: Loaded,
  terms: Terms,
  { items = [], status }: Told = {},
): DepositAnswer {
  const { terms: words, form, metadata } = messages;
  const { persistentId, latestVersion } = dataset;
  const text = (key: Key): ComponentChildren =>
    h(
      'div',
      { class: 'control' },
      h('label', { for: key }, words.fields[key]),
      h('textarea', { id: key, name: key, rows: 3, dir: 'auto', value: terms.texts[key] ?? '' }),
    );
  const offered = licenses.filter(({ active, name }) => active || name === terms.license);
  const choice = (value: string, label: string, hint: string, uri?: string): ComponentChildren => {
    const id = `license-${value === OWN ? 'own' : offered.findIndex(({ name }) => name === value)}`;
    return h(
      'li',
      null,
      h('input', { type: 'radio', id, name: 'license', value, checked: terms.license === value, 'aria-describedby': `${id}-hint` }),
      ' ',
      h('label', { for: id, dir: 'auto' }, label),
      h(
        'p',
        { class: 'hint', id: `${id}-hint`, dir: 'auto' },
        hint,
        uri === undefined
          ? null
          : [' ', h('a', { href: uri, rel: 'license', target: '_blank' }, words.textOf, h('span', { class: 'unseen' }, ` ${label}`))],
      ),
    );
  };
  return {
    page: {
      ...OF_DEPOSITING,
      ...(status === undefined ? {} : { status }),
      title: words.title,
      main: [
        datasetTop(messages, persistentId, latestVersion.title, words.title),
        h('p', null, latestVersion.state === 'DRAFT' ? metadata.editNote : metadata.newDraftNote),
        errorSummary(items, messages),
        h(
          'form',
          { method: 'post', action: '/deposit/terms' },
          h('input', { type: 'hidden', name: 'persistentId', value: persistentId }),
          h('input', { type: 'hidden', name: 'etag', value: latestVersion.etag }),
          h(
            'fieldset',
            { class: 'control' },
            h('legend', null, words.licenseHeading),
            h(
              'ul',
              { class: 'ticks long' },
              offered.map(({ name, shortDescription, uri }) => choice(name, name, shortDescription, webAddress(uri))),
              choice(OWN, words.own, words.ownHint),
            ),
          ),
          h(
            'details',
            { class: 'block', open: terms.license === OWN },
            h('summary', null, h('h2', null, words.ownHeading)),
            TERMS_OF_USE_KEYS.map(text),
          ),
          section(
            'access',
            words.accessHeading,
            h(
              'p',
              { class: 'choice' },
              h('input', { type: 'checkbox', id: 'fileAccessRequest', name: 'fileAccessRequest', checked: terms.fileAccessRequest }),
              ' ',
              h('label', { for: 'fileAccessRequest' }, words.accessRequest),
            ),
            TERMS_OF_ACCESS_KEYS.map(text),
          ),
          h('p', { class: 'actions' }, h('button', { type: 'submit', class: 'button main' }, words.save)),
        ),
        h('p', null, h('a', { href: depositPaths.dataset(persistentId) }, form.cancel)),
      ],
    },
  };
}

export const shownTerms: DepositAnswerer = async (call) => {
  const loaded = await load(call, call.query['persistentId'] ?? '');
  const { license, fileAccessRequest, terms } = loaded.dataset.latestVersion;
  return termsPage(call, loaded, { license: license?.name ?? OWN, fileAccessRequest, texts: terms });
};

/** The texts of some keys as an input has them; blank ones are none. */
function textsFor<Name extends Key>(keys: readonly Name[], form: DepositCall['form']): Partial<Record<Name, string>> {
  const filled = keys.map((key) => [key, valueOf(form, key)] as const).filter(([, text]) => text.trim() !== '');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those given
  return Object.fromEntries(filled) as Partial<Record<Name, string>>;
}

export const savedTerms: DepositAnswerer = async (call) => {
  const { form, run, messages } = call;
  const persistentId = valueOf(form, 'persistentId');
  const dataset = { persistentId };
  const license = valueOf(form, 'license');
  const fileAccessRequest = form.has('fileAccessRequest');
  try {
    const choice = license === OWN ? { customTerms: textsFor(TERMS_OF_USE_KEYS, form) } : { license };
    const { datasetVersion } = (await run(PageSetLicenseDocument, { input: { dataset, choice, ifMatch: [valueOf(form, 'etag')] } }))
      .setLicense;
    const access = textsFor(TERMS_OF_ACCESS_KEYS, form);
    await run(PageSetTermsOfAccessDocument, { input: { dataset, fileAccessRequest, ...access, ifMatch: [datasetVersion.etag] } });
    return { location: depositPaths.dataset(persistentId, 'saved') };
  } catch (error) {
    const { code, told, problems, status } = mendableError(error);
    const texts = { ...textsFor(KEYS, form) };
    const isStale = code === 'PRECONDITION_FAILED';
    const sentences = problems.length === 0 ? [told] : problems.map((problem) => problem.told);
    const items = (isStale ? [messages.terms.conflict] : sentences.map(toldOnPage)).map((text) => ({ controlId: null, text }));
    return termsPage(
      call,
      await load(call, persistentId),
      { license, fileAccessRequest, texts },
      { items, status: isStale ? 409 : status },
    );
  }
};
