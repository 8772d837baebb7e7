/** Withdrawing a published version: its page stays, and says why and where to look instead. */
import { type ComponentChildren, h } from 'preact';
import { DomainError } from '../../../errors/domain-error.ts';
import { PageOfWithdrawableDocument, PageWithdrawDocument, type PageOfWithdrawableQuery } from '../../../generated/page-operations.ts';
import { datasetPath } from '../../addresses.ts';
import { versionName, versionParameter } from '../../version-words.ts';
import { datasetTop } from '../dataset-top.ts';
import { type DepositAnswer, type DepositAnswerer, type DepositCall, mendableError, OF_DEPOSITING } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { errorSummary, type SummaryItem } from '../error-summary.ts';
import { formFaults } from '../form-faults.ts';
import { valueOf } from '../form-values.ts';
import { textField } from '../text-field.ts';
import { PageRefusal } from '../../page-refusal.ts';

type Version = NonNullable<PageOfWithdrawableQuery['dataset']>['versions']['nodes'][number];

/** What was typed, and what is wrong with it. */
interface Filled {
  readonly version: string;
  readonly reason: string;
  readonly forward: string;
  readonly items: readonly SummaryItem[];
  readonly faults: ReadonlyMap<string, ComponentChildren>;
  readonly status?: number;
}

const EMPTY: Filled = { version: '', reason: '', forward: '', items: [], faults: new Map() };

function versionField(versions: readonly Version[], chosen: string, label: string) {
  return h(
    'div',
    { class: 'control' },
    h('label', { for: 'version' }, label),
    h(
      'select',
      { id: 'version', name: 'version' },
      versions.map((version) => {
        const value = versionParameter(version);
        return h('option', { value, selected: value === chosen }, versionName(version));
      }),
    ),
  );
}

/** @throws DomainError PERMISSION_DENIED for those who publish nothing here, DATASET_VERSION_NOT_FOUND where nothing is published */
async function withdrawalPage({ run, messages }: DepositCall, persistentId: string, filled: Filled): Promise<DepositAnswer> {
  const { withdrawal: words, form } = messages;
  const { dataset } = await run(PageOfWithdrawableDocument, { dataset: { persistentId } });
  if (dataset === null) throw new DomainError('DATASET_NOT_FOUND', 'There is no such dataset.');
  if (!dataset.viewerPermissions.includes('PublishDataset')) {
    throw new DomainError('PERMISSION_DENIED', 'Only its curators withdraw a version.');
  }
  const published = dataset.versions.nodes.filter(({ state }) => state === 'RELEASED');
  const [newest] = published;
  if (newest === undefined) throw new PageRefusal('DATASET_VERSION_NOT_FOUND', words.nothing);
  return {
    page: {
      ...OF_DEPOSITING,
      ...(filled.status === undefined ? {} : { status: filled.status }),
      title: words.title,
      main: [
        datasetTop(messages, persistentId, newest.title, words.title),
        errorSummary(filled.items, messages),
        h('p', null, words.text),
        h(
          'form',
          { method: 'post', action: '/deposit/withdraw' },
          h('input', { type: 'hidden', name: 'persistentId', value: persistentId }),
          versionField(published, filled.version, words.version),
          textField({
            name: 'deaccessionReason',
            label: words.reason,
            hint: words.reasonHint,
            value: filled.reason,
            fault: filled.faults.get('deaccessionReason'),
            isLong: true,
            required: true,
          }),
          textField({
            name: 'deaccessionForwardURL',
            label: words.forward,
            hint: words.forwardHint,
            value: filled.forward,
            fault: filled.faults.get('deaccessionForwardURL'),
          }),
          h('p', null, h('button', { type: 'submit', class: 'button grave' }, words.confirm)),
        ),
        h('p', null, h('a', { href: depositPaths.dataset(persistentId) }, form.cancel)),
      ],
    },
  };
}

/** Asks which version, why, and where to look instead. */
export const withdrawal: DepositAnswerer = (call) => withdrawalPage(call, call.query['persistentId'] ?? '', EMPTY);

export const withdrawVersion: DepositAnswerer = async (call) => {
  const { form, messages } = call;
  const persistentId = valueOf(form, 'persistentId');
  const [version, reason, forward] = [
    valueOf(form, 'version'),
    valueOf(form, 'deaccessionReason'),
    valueOf(form, 'deaccessionForwardURL').trim(),
  ];
  const input = { dataset: { persistentId }, version, deaccessionReason: reason, deaccessionForwardURL: forward === '' ? null : forward };
  try {
    await call.run(PageWithdrawDocument, { input });
    // Its tombstone: without another version there is nothing left to work on.
    return { location: datasetPath(persistentId, encodeURIComponent(version)) };
  } catch (error) {
    const refusal = mendableError(error);
    const labels = { deaccessionReason: messages.withdrawal.reason, deaccessionForwardURL: messages.withdrawal.forward };
    return withdrawalPage(call, persistentId, { version, reason, forward, ...formFaults(refusal, labels), status: refusal.status });
  }
};
