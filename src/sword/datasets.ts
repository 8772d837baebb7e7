/** Descriptions of datasets: read, replaced, published, deleted. Source: SWORD 2.0, 6.4 to 6.9. */
import {
  DepositDeleteDocument,
  DepositDescriptionDocument,
  DepositPlanDocument,
  DepositPublishDocument,
  DepositReplaceDocument,
  DepositViewDocument,
} from '../generated/sword-operations.ts';
import { DomainError } from '../errors/domain-error.ts';
import { fieldTexts } from './field-texts.ts';
import { readDeposit } from './read-deposit.ts';
import { receiptOf } from './receipts.ts';
import { found, namedDataset, type SwordAnswer, type SwordCall } from './sword-call.ts';

/** Addresses of a dataset, with its citation. */
export async function viewDataset({ base, run, target }: SwordCall): Promise<SwordAnswer> {
  const { dataset } = await run(DepositViewDocument, { reference: namedDataset(target) });
  return receiptOf(base, found(dataset, 'DATASET_NOT_FOUND', target.name), { status: 200, treatment: 'The dataset is kept here.' });
}

/** Replaces the whole description by that of an entry. Who deposited it, and when, stays. */
export async function replaceDescription(call: SwordCall): Promise<SwordAnswer> {
  const { base, run, target } = call;
  const reference = namedDataset(target);
  const { dataset } = await run(DepositDescriptionDocument, { reference });
  const { metadataBlocks = [] } = found(dataset, 'DATASET_NOT_FOUND', target.name).latestVersion ?? {};
  const [depositor] = fieldTexts(metadataBlocks, 'depositor');
  const [dateOfDeposit] = fieldTexts(metadataBlocks, 'dateOfDeposit');
  const { datasetVersion, leftOut } = await readDeposit(call, {
    ...(depositor !== undefined && { depositor }),
    ...(dateOfDeposit !== undefined && { dateOfDeposit }),
  });
  const { updateDatasetDraft } = await run(DepositReplaceDocument, { input: { dataset: reference, version: { native: datasetVersion } } });
  const done = { status: 200, treatment: 'The description of the draft was replaced.', leftOut } as const;
  return receiptOf(base, updateDatasetDraft.datasetVersion.dataset, done);
}

/** Publishes the draft: with the next minor number where that is possible, else with the next major one. */
export async function publishDataset({ base, run, target }: SwordCall): Promise<SwordAnswer> {
  const reference = namedDataset(target);
  const { dataset } = await run(DepositPlanDocument, { reference });
  const isMinor = found(dataset, 'DATASET_NOT_FOUND', target.name).publishPlan.versionNumber !== null;
  const { publishDataset: published } = await run(DepositPublishDocument, {
    input: { dataset: reference, type: isMinor ? 'minor' : 'major' },
  });
  const isHeld = published.outcome === 'WORKFLOW_IN_PROGRESS';
  const treatment = isHeld ? 'A workflow runs before the dataset is published.' : 'The dataset was published.';
  return receiptOf(base, published.dataset, { status: isHeld ? 202 : 200, treatment });
}

/** Deletes a dataset that was never published, or the draft of one that was. What is published stays. */
export async function deleteDraft({ run, target }: SwordCall): Promise<SwordAnswer> {
  try {
    await run(DepositDeleteDocument, { input: { dataset: namedDataset(target) } });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'DATASET_DRAFT_NOT_FOUND') throw error;
    throw new DomainError('METHOD_NOT_ALLOWED', 'A published version is not deleted by SWORD; the dataset has no draft.');
  }
  return { status: 204 };
}
