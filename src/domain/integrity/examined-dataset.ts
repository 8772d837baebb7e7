import { type DatasetKey, findDataset } from '../../db/queries/datasets/datasets.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { normalizePersistentId } from '../../model/persistent-id.ts';
import { datasetNotFound } from '../subjects/dataset-subject.ts';

/**
 * Id of the dataset that an administrator wants examined. What cannot be an identifier names none either.
 * @throws DomainError DATASET_NOT_FOUND. Source: users-admin.md 13.
 */
export async function requireDatasetId({ db }: Pick<CommandContext, 'db'>, named: DatasetKey): Promise<number> {
  const persistentId = 'id' in named ? undefined : normalizePersistentId(named.persistentId);
  const key = persistentId === undefined ? named : { persistentId };
  const found = 'id' in key || persistentId !== undefined ? await findDataset(db, key, []) : undefined;
  if (found === undefined) throw datasetNotFound(named);
  return found.id;
}
