/** What the overview of a dataset in work answers, and its forms. */
import { DomainError } from '../../../errors/domain-error.ts';
import {
  PageCreatePrivateUrlDocument,
  PageDeletePrivateUrlDocument,
  PageOfDepositDocument,
  PageOfDepositRightsDocument,
  PageOfOwnPrivateUrlDocument,
  PageReturnToAuthorDocument,
  PageSetCurationStatusDocument,
  PageSubmitForReviewDocument,
} from '../../../generated/page-operations.ts';
import { type DepositAnswer, type DepositAnswerer, type DepositCall, mendableError } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { valueOf } from '../form-values.ts';
import { type Overview, overviewPage } from './overview-page.ts';

const WORKERS = ['EditDataset', 'PublishDataset'] as const;

async function privateUrlOf({ run }: DepositCall, persistentId: string): Promise<Overview['privateUrl']> {
  try {
    return (await run(PageOfOwnPrivateUrlDocument, { dataset: { persistentId } })).dataset?.privateUrl ?? null;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'PRIVATE_URL_NOT_FOUND') return null;
    throw error;
  }
}

/** @throws DomainError DATASET_NOT_FOUND | PERMISSION_DENIED for those who only read */
async function overviewOf(call: DepositCall, persistentId: string): Promise<Overview> {
  const reference = { persistentId };
  const rights = (await call.run(PageOfDepositRightsDocument, { dataset: reference })).dataset?.viewerPermissions ?? [];
  if (!WORKERS.some((permission) => rights.includes(permission))) {
    throw new DomainError('PERMISSION_DENIED', 'Those who edit or publish a dataset work on it.');
  }
  const { dataset } = await call.run(PageOfDepositDocument, {
    dataset: reference,
    forEditors: true,
    forCurators: rights.includes('PublishDataset'),
  });
  if (dataset === null || dataset.latestVersion === null) throw new DomainError('DATASET_NOT_FOUND', 'There is no such dataset.');
  const { latestVersion } = dataset;
  const shows = latestVersion.state === 'DRAFT' && rights.includes('ManageDatasetPermissions');
  return { dataset: { ...dataset, latestVersion }, privateUrl: shows ? await privateUrlOf(call, persistentId) : null };
}

export const datasetOverview: DepositAnswerer = async (call) => {
  const { persistentId = '', done } = call.query;
  return { page: overviewPage({ ...(await overviewOf(call, persistentId)), done }, call.messages) };
};

/** Does what a form of the overview asks for; what went wrong is told there. */
async function doing(call: DepositCall, done: string, act: (persistentId: string) => Promise<unknown>): Promise<DepositAnswer> {
  const persistentId = valueOf(call.form, 'persistentId');
  try {
    await act(persistentId);
    return { location: depositPaths.dataset(persistentId, done) };
  } catch (error) {
    const { status, told } = mendableError(error);
    const reason = call.form.get('reason')?.[0];
    const shown = { problem: told, status, ...(reason === undefined ? {} : { returnFault: { told, reason } }) };
    return { page: overviewPage({ ...(await overviewOf(call, persistentId)), ...shown }, call.messages) };
  }
}

export const submitForReview: DepositAnswerer = (call) =>
  doing(call, 'submitted', (persistentId) => call.run(PageSubmitForReviewDocument, { input: { dataset: { persistentId } } }));

export const returnToAuthor: DepositAnswerer = (call) =>
  doing(call, 'returned', (persistentId) =>
    call.run(PageReturnToAuthorDocument, { input: { dataset: { persistentId }, reason: valueOf(call.form, 'reason') } }),
  );

export const changeLabel: DepositAnswerer = (call) => {
  const { form, run } = call;
  const clears = valueOf(form, 'does') === 'clear';
  return doing(call, clears ? 'labelCleared' : 'labelled', (persistentId) =>
    run(PageSetCurationStatusDocument, { input: { dataset: { persistentId }, label: clears ? null : valueOf(form, 'label') } }),
  );
};

export const changePrivateUrl: DepositAnswerer = (call) => {
  const { form, run } = call;
  if (valueOf(form, 'does') === 'end') {
    return doing(call, 'urlGone', (persistentId) => run(PageDeletePrivateUrlDocument, { input: { dataset: { persistentId } } }));
  }
  const anonymized = form.has('anonymized');
  return doing(call, 'urlMade', (persistentId) => run(PageCreatePrivateUrlDocument, { input: { dataset: { persistentId }, anonymized } }));
};
