import { DomainError } from '../errors/domain-error.ts';
import { PageOfCitedDatasetDocument, PageOfCitedFileDocument } from '../generated/page-operations.ts';
import { datasetPath, filePath } from './addresses.ts';
import type { MakePage } from './page.ts';

/**
 * Where a persistent identifier leads, of a dataset or a file: the address in citations and behind permalinks. What a reader may not
 * see has its page, too, which says so.
 */
export const citationTarget: MakePage = async ({ query, run }) => {
  const { persistentId = '' } = query;
  try {
    await run(PageOfCitedDatasetDocument, { persistentId });
    return { location: datasetPath(persistentId) };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'DATASET_NOT_FOUND') throw error;
  }
  await run(PageOfCitedFileDocument, { persistentId });
  return { location: filePath({ persistentId }) };
};
