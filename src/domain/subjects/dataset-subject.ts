import { type Queryable, sendAhead, type Transaction } from '../../db/client.ts';
import { lockNode } from '../../db/queries/collections/collections.ts';
import { type DatasetKey, type DatasetWithGrants, findDataset } from '../../db/queries/datasets/datasets.ts';
import { listLocks } from '../../db/queries/gate/locks.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { holdsPermission } from '../../kernel/actor.ts';
import type { CommandContext, LockingScope, ReadContext, Requirement, Subject, SubjectScope } from '../../kernel/command.ts';
import { outcomeOf } from '../../kernel/outcome.ts';
import { normalizePersistentId } from '../../model/persistent-id.ts';

export interface DatasetSubject extends Subject {
  readonly nodeId: number;
  readonly datasetId: number;
  readonly dataset: DatasetWithGrants;
}

/**
 * The key under which the database knows a dataset that a client named.
 * @throws DomainError BAD_USER_INPUT when a persistent identifier cannot be one.
 */
export function datasetKey(key: DatasetKey): DatasetKey {
  if ('id' in key) return key;
  const persistentId = normalizePersistentId(key.persistentId);
  if (persistentId === undefined) {
    throw new DomainError('BAD_USER_INPUT', `${key.persistentId} is not a persistent identifier.`, {
      problems: [{ pointer: '/persistentId', message: 'must be a DOI, a handle or a permalink' }],
    });
  }
  return { persistentId };
}

/** @throws DomainError DATASET_NOT_FOUND */
export function datasetNotFound(key: DatasetKey): DomainError {
  const message = 'id' in key ? `Dataset with ID ${key.id} not found.` : `Dataset with Persistent ID ${key.persistentId} not found.`;
  return new DomainError('DATASET_NOT_FOUND', message);
}

/** @throws DomainError DATASET_NOT_FOUND where none was found */
function subjectOf(key: DatasetKey, dataset: DatasetWithGrants | undefined): DatasetSubject {
  if (dataset === undefined) throw datasetNotFound(key);
  return { nodeId: dataset.id, datasetId: dataset.id, granted: dataset.granted, dataset };
}

/** Loads a dataset as the subject of a read. @throws DomainError DATASET_NOT_FOUND */
export async function loadDataset({ tx, context }: SubjectScope, named: DatasetKey): Promise<DatasetSubject> {
  const key = datasetKey(named);
  return subjectOf(key, await findDataset(tx, key, context.actor.identities));
}

/** Where a read finds what others of its request have read. */
export interface AskedScope {
  readonly tx: Queryable;
  readonly context: ReadContext;
}

/**
 * As `loadDataset`, for facts that a client may ask of one dataset together: by its id it is read once for all of them.
 * @throws DomainError DATASET_NOT_FOUND
 */
export async function loadAskedDataset({ tx, context }: AskedScope, named: DatasetKey): Promise<DatasetSubject> {
  const key = datasetKey(named);
  return subjectOf(key, 'id' in key ? await context.loaders.dataset.load(key.id) : await findDataset(tx, key, context.actor.identities));
}

/** Loads a dataset as the subject of a write, locked with its versions and files against concurrent changes. */
export async function lockDataset(scope: LockingScope, named: DatasetKey): Promise<DatasetSubject> {
  const { more: _nothing, ...subject } = await lockDatasetWith(scope, named, async () => undefined);
  return subject;
}

/** As `lockDataset`; what `read` asks for is read in the same exchange, as it is once the dataset is locked. */
export async function lockDatasetWith<More>(
  scope: LockingScope,
  named: DatasetKey,
  read: (tx: Transaction, datasetId: number) => Promise<More>,
): Promise<DatasetSubject & { readonly more: More }> {
  const { tx } = scope;
  const key = datasetKey(named);
  const id = 'id' in key ? key.id : (await loadDataset(scope, key)).nodeId;
  // What is read of it comes after the lock: another transaction may change or remove it while this one waits.
  const { answer } = await sendAhead(tx, () => lockNode(tx, id));
  const [subject, locks, more] = await Promise.all([outcomeOf(loadDataset(scope, { id })), listLocks(tx, id), read(tx, id), answer]);
  return { ...subject(), locks, more };
}

/** What seeing a dataset takes: nothing once a version was published. Source: datasets.md 5.1. */
export function datasetViewRequirement(dataset: { readonly publishedAt: Date | null }): Requirement {
  return dataset.publishedAt === null ? 'ViewUnpublishedDataset' : 'Public';
}

/** Whether the actor may see drafts of a dataset. */
export function maySeeDraft(context: CommandContext, dataset: { readonly granted: number }): boolean {
  return holdsPermission(context.actor, dataset.granted, 'ViewUnpublishedDataset');
}

/** Whether the actor may edit a dataset. */
export function mayEdit(context: CommandContext, dataset: { readonly granted: number }): boolean {
  return holdsPermission(context.actor, dataset.granted, 'EditDataset');
}
