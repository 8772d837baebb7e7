import type { DatasetKey, DatasetWithGrants } from '../../db/queries/datasets.ts';
import { type DatasetWithLatest, findDatasetWithLatest } from '../../db/queries/dataset-with-latest.ts';
import { findVersion, listVersions, type VersionRow } from '../../db/queries/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { VersionState } from '../../vocabulary.ts';
import { authorize, type CommandContext, query, type ReadContext } from '../command.ts';
import { datasetKey, datasetNotFound, datasetViewRequirement, loadDataset, mayEdit, maySeeDraft } from '../datasets/dataset-subject.ts';
import { recordView } from '../metrics/record-usage.ts';
import { parseVersionReference } from './version-reference.ts';

/** A dataset that the actor may see. */
export const viewDataset = query({
  name: 'viewDataset',
  subject: loadDataset,
  requires: ({ dataset }) => datasetViewRequirement(dataset),
  run: (_context, { dataset }, _key: DatasetKey): DatasetWithGrants => dataset,
});

/** A dataset that was loaded together with others, if the actor may see it. @throws DomainError PERMISSION_DENIED */
export function showDataset(context: CommandContext, dataset: DatasetWithGrants): DatasetWithGrants {
  authorize(context.actor, datasetViewRequirement(dataset), dataset.granted);
  return dataset;
}

/**
 * A dataset with its newest version that the actor may see, and that version's files if asked for: the commonest read,
 * in one statement.
 */
export async function viewDatasetWithLatest(context: CommandContext, named: DatasetKey, withFiles: boolean): Promise<DatasetWithLatest> {
  const key = datasetKey(named);
  const { identities, superuser } = context.actor;
  const found = await findDatasetWithLatest(context.db, key, { identities, superuser }, withFiles);
  if (found === undefined) throw datasetNotFound(key);
  // Absent for a dataset that is open to all, which needs none.
  authorize(context.actor, datasetViewRequirement(found.dataset), found.dataset.granted ?? 0);
  if (found.latest !== null) recordView(context, found.latest);
  return found;
}

function versionNotFound(reference: string): DomainError {
  return new DomainError('DATASET_VERSION_NOT_FOUND', `Dataset version ${reference} not found.`);
}

/**
 * One version by its reference, under the rules of datasets.md 1.2.
 * @throws DomainError BAD_USER_INPUT | PERMISSION_DENIED | DATASET_VERSION_NOT_FOUND
 */
export async function viewVersion(
  context: CommandContext,
  dataset: DatasetWithGrants,
  options: { readonly reference: string; readonly includeDeaccessioned: boolean; readonly withFiles: boolean },
): Promise<VersionRow> {
  const reference = parseVersionReference(options.reference);
  const { actor, db } = context;
  if (reference.kind === 'draft') authorize(actor, 'ViewUnpublishedDataset', dataset.granted);
  // Files of a withdrawn version are for editors; the rest of it is for whoever asks for it by the flag.
  const deaccessionedToo = options.includeDeaccessioned && (!options.withFiles || mayEdit(context, dataset));
  if (reference.kind === 'number') {
    const version = await findVersion(db, dataset.id, { versionNumber: reference.major, versionMinorNumber: reference.minor });
    if (version === undefined || (version.state === 'DEACCESSIONED' && !deaccessionedToo)) throw versionNotFound(options.reference);
    recordView(context, version);
    return version;
  }
  const states: VersionState[] = [];
  if (reference.kind === 'draft' || (reference.kind === 'latest' && maySeeDraft(context, dataset))) states.push('DRAFT');
  if (reference.kind !== 'draft') states.push('RELEASED');
  if (reference.kind !== 'draft' && deaccessionedToo) states.push('DEACCESSIONED');
  const version = await findVersion(db, dataset.id, { states });
  if (version === undefined) {
    // A dataset that was never published does not tell strangers whether it has a draft.
    authorize(actor, datasetViewRequirement(dataset), dataset.granted);
    throw versionNotFound(options.reference);
  }
  recordView(context, version);
  return version;
}

/** States of the versions that a list shows: drafts and withdrawn ones are for editors. Source: datasets.md 5.2. */
function listedStates(context: CommandContext, dataset: DatasetWithGrants): VersionState[] {
  return mayEdit(context, dataset) ? ['DRAFT', 'RELEASED', 'DEACCESSIONED'] : ['RELEASED'];
}

/** Versions that the actor may see in a list, newest first; `limit` null gives all. */
export async function listVisibleVersions(
  context: CommandContext,
  dataset: DatasetWithGrants,
  page: { readonly before?: number | undefined; readonly offset?: number; readonly limit: number | null },
): Promise<VersionRow[]> {
  return listVersions(context.db, dataset.id, listedStates(context, dataset), page);
}

/** The first versions that the actor may see in a list, newest first: together with those of other datasets. */
export async function listFirstVisibleVersions(
  context: ReadContext,
  dataset: DatasetWithGrants,
  limit: number,
): Promise<readonly VersionRow[]> {
  return context.loaders.firstVersions(limit).load({ datasetId: dataset.id, states: listedStates(context, dataset) });
}

/** Number of versions that the actor may see in a list: counted together with those of other datasets. */
export async function countVisibleVersions(context: ReadContext, dataset: DatasetWithGrants): Promise<number> {
  return context.loaders.versionCount.load({ datasetId: dataset.id, states: listedStates(context, dataset) });
}

/** A dataset whoever asks: for what is open to everybody, such as its locks. */
export const findAnyDataset = query({
  name: 'findAnyDataset',
  subject: loadDataset,
  requires: 'Public',
  run: (_context, { dataset }, _key: DatasetKey): DatasetWithGrants => dataset,
});
