import { receiptXml } from '../formats/sword/write-documents.ts';
import type { DepositReceiptFragment } from '../generated/sword-operations.ts';
import { addressesOf, ENTRY_TYPE, found, type SwordAnswer } from './sword-call.ts';

/** What was done, and how it is answered. */
interface Done {
  readonly status: 200 | 201 | 202;
  readonly treatment: string;
  readonly leftOut?: readonly string[];
}

/** Answers with a receipt of a dataset. @throws DomainError DATASET_NOT_FOUND where no version of it may be seen */
export function receiptOf(base: string, dataset: DepositReceiptFragment, { status, treatment, leftOut = [] }: Done): SwordAnswer {
  const { persistentId, persistentUrl } = dataset;
  const { title, updatedAt, citationText } = found(dataset.latestVersion, 'DATASET_NOT_FOUND', persistentId);
  const addresses = addressesOf(base, persistentId);
  const updated = new Date(updatedAt).toISOString();
  return {
    status,
    type: ENTRY_TYPE,
    location: addresses.edit,
    body: receiptXml({ addresses, title, updated, citation: citationText, page: persistentUrl, treatment, leftOut }),
  };
}
