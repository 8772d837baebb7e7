import { DomainError } from '../errors/domain-error.ts';
import { type PageListedDatasetFragment, PageOfNewestDocument } from '../generated/page-operations.ts';
import type { PageCall } from './page.ts';

const SHOWN = 10;
const PUBLISHED = ['publicationStatus:Published'];

async function published({ run }: PageCall, filters: readonly string[]) {
  const { search } = await run(PageOfNewestDocument, { filters, first: SHOWN });
  const datasets = search.nodes.flatMap((hit) =>
    hit.__typename === 'DatasetHit' && hit.datasetVersion.state === 'RELEASED' ? [hit.datasetVersion.dataset] : [],
  );
  return { datasets, isWhole: datasets.length === Math.min(SHOWN, search.totalCount) };
}

/**
 * Datasets that were published last, wherever they are; none while the search does not answer. What everybody may see is kept in this
 * order, so it is asked for without a filter; of those who see drafts among it, once more with one.
 */
export async function newestDatasets(call: PageCall): Promise<readonly PageListedDatasetFragment[]> {
  try {
    const found = await published(call, []);
    return found.isWhole ? found.datasets : (await published(call, PUBLISHED)).datasets;
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}
