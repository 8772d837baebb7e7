/** What the page of publishing answers, and that of deleting a draft. */
import { h } from 'preact';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  PageDeleteDraftDocument,
  PageOfDepositDocument,
  PageOfPublishPlanDocument,
  PagePublishDocument,
  type PublishType,
} from '../../../generated/page-operations.ts';
import { datasetTop } from '../dataset-top.ts';
import { type DepositAnswerer, type DepositCall, mendableError, OF_DEPOSITING } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { errorSummary } from '../error-summary.ts';
import { valueOf } from '../form-values.ts';
import { postButton } from '../post-button.ts';
import { PUBLISH_TYPES, type PlannedDataset, publicationPage } from './publication-page.ts';
import { type Told, toldOnPage } from '../../told.ts';
import { PageRefusal } from '../../page-refusal.ts';

function typeNamed(text: string | undefined): PublishType | null {
  return PUBLISH_TYPES.find((type) => type === text) ?? null;
}

async function plannedDataset({ run }: DepositCall, persistentId: string, type: PublishType | null): Promise<PlannedDataset> {
  const { dataset } = await run(PageOfPublishPlanDocument, { dataset: { persistentId }, type });
  if (dataset === null) throw new DomainError('DATASET_NOT_FOUND', 'There is no such dataset.');
  if (!dataset.viewerPermissions.includes('PublishDataset')) {
    throw new DomainError('PERMISSION_DENIED', 'Only its curators publish a dataset.');
  }
  return dataset;
}

/** Shows what it would come to. */
export const publication: DepositAnswerer = async (call) => {
  const { persistentId = '', type } = call.query;
  return { page: publicationPage(await plannedDataset(call, persistentId, typeNamed(type)), call.messages) };
};

export const publishDataset: DepositAnswerer = async (call) => {
  const { form, run } = call;
  const persistentId = valueOf(form, 'persistentId');
  const type = typeNamed(valueOf(form, 'type'));
  if (type === null) return { location: depositPaths.publish(persistentId) };
  try {
    const { outcome } = (await run(PagePublishDocument, { input: { dataset: { persistentId }, type } })).publishDataset;
    return { location: depositPaths.dataset(persistentId, outcome === 'PUBLISHED' ? 'published' : 'publishing') };
  } catch (error) {
    const { status, told } = mendableError(error);
    return { page: publicationPage(await plannedDataset(call, persistentId, type), call.messages, { problem: told, status }) };
  }
};

async function deletionAsked(call: DepositCall, persistentId: string, told: { readonly problem?: Told; readonly status?: number }) {
  const { messages, run } = call;
  const { overview, metadata, form } = messages;
  const { dataset } = await run(PageOfDepositDocument, { dataset: { persistentId }, forEditors: false, forCurators: false });
  if (dataset?.latestVersion?.state !== 'DRAFT') throw new PageRefusal('DATASET_VERSION_NOT_FOUND', overview.nothingToPublish);
  const { title } = dataset.latestVersion;
  return {
    page: {
      ...OF_DEPOSITING,
      ...(told.status === undefined ? {} : { status: told.status }),
      title: overview.deleteHeading,
      main: [
        datasetTop(messages, persistentId, title, overview.deleteAsk(title === '' ? metadata.untitled : title)),
        errorSummary(told.problem === undefined ? [] : [{ controlId: null, text: toldOnPage(told.problem) }], messages),
        h('p', null, dataset.publicationDate === null ? overview.deleteWhole : overview.deletePart),
        postButton('/deposit/delete', { persistentId }, overview.deleteConfirm),
        h('p', null, h('a', { href: depositPaths.dataset(persistentId) }, form.cancel)),
      ],
    },
  };
}

/** Asks once more. */
export const deletion: DepositAnswerer = (call) => deletionAsked(call, call.query['persistentId'] ?? '', {});

export const deleteDraft: DepositAnswerer = async (call) => {
  const persistentId = valueOf(call.form, 'persistentId');
  try {
    const { deletedDatasetId } = (await call.run(PageDeleteDraftDocument, { input: { dataset: { persistentId } } })).deleteDatasetDraft;
    return { location: deletedDatasetId !== null ? '/account' : depositPaths.dataset(persistentId, 'deleted') };
  } catch (error) {
    const { status, told } = mendableError(error);
    return deletionAsked(call, persistentId, { problem: told, status });
  }
};
