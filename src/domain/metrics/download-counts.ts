import { sumFileDownloads } from '../../db/queries/files/file-downloads.ts';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import type { CommandContext, ReadContext } from '../../kernel/command.ts';
import { findAnyDataset } from '../datasets/view-dataset.ts';

/** How often the files of a dataset were downloaded. */
export interface DatasetDownloads {
  readonly datasetId: number;
  readonly downloads: number;
  /** First day of the usage that is left out; null where nothing is. */
  readonly usageStart: string | null;
}

/** How often a file that is being shown was downloaded: counted together with others. Source: files.md 22.1. */
export async function showDownloadsOfFile(context: ReadContext, fileId: number): Promise<number> {
  return context.loaders.fileDownloads.load(fileId);
}

/**
 * How often the files of a dataset were downloaded, for anybody. Where usage is counted from a day on, downloads from then on are
 * told by the usage and left out here, unless they are asked for. Source: datasets.md 14.1.
 * @throws DomainError DATASET_NOT_FOUND
 */
export async function countDownloadsOfDataset(context: CommandContext, key: DatasetKey, includeUsage: boolean): Promise<DatasetDownloads> {
  const { id } = await findAnyDataset(context, key);
  const { downloads, outsideUsage } = await sumFileDownloads(context.db, id);
  const usageStart = includeUsage ? null : (context.services.settings.get(':MDCStartDate') ?? null);
  return { datasetId: id, downloads: usageStart === null ? downloads : outsideUsage, usageStart };
}
