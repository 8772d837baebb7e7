import { countDataFilesOf } from '../../db/queries/files/file-records.ts';
import { countPromisedFiles } from '../../db/queries/files/promised-uploads.ts';
import type { Queryable } from '../../db/client.ts';
import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { ChecksumAlgorithm } from '../../vocabulary/files.ts';
import { fileTooLarge } from '../../storage/file-too-large.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { driverForNewFiles } from './file-place.ts';
import { broken } from '../../errors/rules/broken.ts';

/** What an upload has to keep to. */
export interface UploadRules {
  readonly maximumBytes: number | null;
  readonly checksumAlgorithm: ChecksumAlgorithm;
}

/** The rules of this installation for new files in a store, the default one if none is named. Source: files.md 16.1, 17. */
export function uploadRules(services: DomainServices, driver = services.storage.driver): UploadRules {
  const limits = services.settings.get(':MaxFileUploadSizeInBytes');
  return {
    maximumBytes: limits?.[driver] ?? limits?.['default'] ?? null,
    checksumAlgorithm: services.settings.get(':FileFixityChecksumAlgorithm') ?? 'MD5',
  };
}

/** The rules for new files of a dataset, by the store that they go to. */
export async function uploadRulesOf(db: Queryable, services: DomainServices, datasetId: number): Promise<UploadRules> {
  // Without limits the store makes no difference.
  if (services.settings.get(':MaxFileUploadSizeInBytes') === undefined) return uploadRules(services);
  return uploadRules(services, await driverForNewFiles(db, services, datasetId));
}

/** @throws DomainError FILE_TOO_LARGE naming both sizes. Source: files.md 16.1. */
export async function refuseTooLarge(db: Queryable, services: DomainServices, datasetId: number, sizeBytes: number): Promise<void> {
  const { maximumBytes } = await uploadRulesOf(db, services, datasetId);
  if (maximumBytes === null || sizeBytes <= maximumBytes) return;
  throw fileTooLarge(sizeBytes, maximumBytes);
}

/** Obstacles to a new file besides the files of its dataset. */
interface Waiting {
  /** Excludes uploads in progress, if it is not yet known whether the new file is one of them. */
  readonly uploads?: 'ignored';
  /** The upload that the file comes by: what was begun before it counts, itself does not. */
  readonly ticketId?: string;
}

/** Most files that a dataset may hold, null without a limit; superusers are bound by none. Source: files.md 16.3. */
function fileLimit({ actor }: Pick<CommandContext, 'actor'>, dataset: DatasetWithGrants): number | null {
  const limit = dataset.datasetFileCountLimit ?? dataset.inheritedFileCountLimit;
  return limit === null || limit < 0 || actor.superuser ? null : limit;
}

/** How many files a limit leaves. Files of any version and uploads in progress count. */
async function roomFor(db: Queryable, dataset: DatasetWithGrants, limit: number, { uploads, ticketId }: Waiting): Promise<number> {
  const held = (await countDataFilesOf(db, [dataset.id])).get(dataset.id) ?? 0;
  const promised = uploads === 'ignored' ? 0 : await countPromisedFiles(db, dataset.id, ticketId ?? null);
  return Math.max(0, limit - held - promised);
}

/** How many files may still be added to a dataset, null without a limit. */
export async function remainingFiles(
  context: Pick<CommandContext, 'actor'>,
  db: Queryable,
  dataset: DatasetWithGrants,
): Promise<number | null> {
  const limit = fileLimit(context, dataset);
  return limit === null ? null : roomFor(db, dataset, limit, {});
}

/** @throws DomainError FILE_LIMIT_REACHED when this many more files are too many. */
export async function refuseFullDataset(
  context: Pick<CommandContext, 'actor'>,
  db: Queryable,
  dataset: DatasetWithGrants,
  { more = 1, ...waiting }: Waiting & { readonly more?: number } = {},
): Promise<void> {
  const limit = fileLimit(context, dataset);
  if (limit === null) return;
  const remaining = await roomFor(db, dataset, limit, waiting);
  if (more <= remaining) return;
  const { message, rule } = remaining === 0 ? broken('FILES_FULL', { limit }) : broken('FILES_TOO_MANY', { limit, room: remaining, more });
  throw new DomainError('FILE_LIMIT_REACHED', message, { rule });
}
