import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import { query, type ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { type AskedScope, loadAskedDataset } from '../subjects/dataset-subject.ts';

/** How often the files of a dataset were downloaded. */
export interface DatasetDownloads {
  readonly datasetId: number;
  readonly downloads: number;
  /** First day of the usage that is left out; null where nothing is. */
  readonly usageStart: string | null;
}

/** How often a file that is being shown was downloaded: counted together with others. Source: files.md 22.1. */
export const showDownloadsOfFile = detail({
  name: 'showDownloadsOfFile',
  run: (context: ReadContext, fileId: number): Promise<number> => context.loaders.fileDownloads.load(fileId),
});

/**
 * Number of downloads of the files of a dataset; public. Where usage is counted from a day on, downloads from then on are told by the usage
 * and left out here, unless they are asked for. Source: datasets.md 14.1.
 * @throws DomainError DATASET_NOT_FOUND
 */
export const countDownloadsOfDataset = query({
  name: 'countDownloadsOfDataset',
  subject: (scope: AskedScope, input: { readonly dataset: DatasetKey; readonly includeUsage: boolean }) =>
    loadAskedDataset(scope, input.dataset),
  requires: 'Public',
  run: async ({ loaders, services }: ReadContext, { dataset: { id } }, { includeUsage }): Promise<DatasetDownloads> => {
    const { downloads } = await loaders.datasetAsides.load({ datasetId: id, part: 'downloads' });
    const usageStart = includeUsage ? null : (services.settings.get(':MDCStartDate') ?? null);
    return { datasetId: id, downloads: usageStart === null ? downloads.all : downloads.outsideUsage, usageStart };
  },
});
