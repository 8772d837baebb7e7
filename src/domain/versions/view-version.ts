import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { findVersion, listVersions, type ShownVersion, type VersionRow, type VersionsWindow } from '../../db/queries/versions/versions.ts';
import type { StoredMetadata } from '../../db/stored-metadata.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { VersionState } from '../../vocabulary/datasets.ts';
import { type CommandContext, query, type ReadContext, type Requirement } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { datasetViewRequirement, mayEdit, maySeeDraft } from '../subjects/dataset-subject.ts';
import { recordView } from '../../kernel/record-usage.ts';
import { parseVersionReference } from './version-reference.ts';

function versionNotFound(reference: string): DomainError {
  return new DomainError('DATASET_VERSION_NOT_FOUND', `Dataset version ${reference} not found.`);
}

/** The requested version of a dataset. */
export interface VersionRequest {
  readonly dataset: DatasetWithGrants;
  readonly reference: string;
  readonly includeDeaccessioned: boolean;
}

/** The version that is meant, if there is one that may be told of, and what seeing it takes. */
async function findRequested(
  context: CommandContext,
  { dataset, reference: text, includeDeaccessioned: deaccessionedToo }: VersionRequest,
): Promise<{ readonly version: VersionRow | undefined; readonly requires: Requirement }> {
  const reference = parseVersionReference(text);
  // A deaccessioned version, with its files, is shown only if the flag requests it. Source: decisions.md 41.
  if (reference.kind === 'number') {
    const version = await findVersion(context.db, dataset.id, {
      versionNumber: reference.major,
      versionMinorNumber: reference.minor,
    });
    return { version: version?.state === 'DEACCESSIONED' && !deaccessionedToo ? undefined : version, requires: 'Public' };
  }
  const states: VersionState[] = [];
  if (reference.kind === 'draft' || (reference.kind === 'latest' && maySeeDraft(context, dataset))) states.push('DRAFT');
  if (reference.kind !== 'draft') states.push('RELEASED');
  if (reference.kind !== 'draft' && deaccessionedToo) states.push('DEACCESSIONED');
  const version = await findVersion(context.db, dataset.id, { states });
  if (reference.kind === 'draft') return { version, requires: 'ViewUnpublishedDataset' };
  // A dataset that was never published does not reveal to strangers whether it has a draft.
  return { version, requires: version === undefined ? datasetViewRequirement(dataset) : 'Public' };
}

/**
 * One version by its reference, under the rules of datasets.md 1.2.
 * @throws DomainError BAD_USER_INPUT | PERMISSION_DENIED | DATASET_VERSION_NOT_FOUND
 */
export const viewVersion = query({
  name: 'viewVersion',
  sent: ({ reference }: VersionRequest) => reference,
  subject: async ({ context }, request: VersionRequest) => ({
    nodeId: request.dataset.id,
    granted: request.dataset.granted,
    ...(await findRequested(context, request)),
  }),
  requires: ({ requires }) => requires,
  run: (context, { version }, { reference }): VersionRow => {
    if (version === undefined) throw versionNotFound(reference);
    recordView(context, version);
    return version;
  },
});

/** States of the versions that a list shows: drafts and withdrawn ones are for editors. Source: datasets.md 5.2. */
function listedStates(context: CommandContext, dataset: DatasetWithGrants): VersionState[] {
  return mayEdit(context, dataset) ? ['DRAFT', 'RELEASED', 'DEACCESSIONED'] : ['RELEASED'];
}

/** Versions that the actor may see in a list, newest first; `limit` null gives all. */
export const listVisibleVersions = detail({
  name: 'listVisibleVersions',
  run: (context: CommandContext, dataset: DatasetWithGrants, page: VersionsWindow): Promise<VersionRow[]> =>
    listVersions(context.db, dataset.id, listedStates(context, dataset), page),
});

/** The first versions that the actor may see in a list, newest first: together with those of other datasets. */
export const listFirstVisibleVersions = detail({
  name: 'listFirstVisibleVersions',
  run: async (
    context: ReadContext,
    dataset: DatasetWithGrants,
    { limit, withMetadata }: { readonly limit: number; readonly withMetadata: boolean },
  ): Promise<readonly ShownVersion[]> => {
    const { firstVersions, firstWholeVersions } = context.loaders;
    return (withMetadata ? firstWholeVersions : firstVersions)(limit).load({
      datasetId: dataset.id,
      states: listedStates(context, dataset),
    });
  },
});

/** Number of versions that the actor may see in a list: counted together with those of other datasets. */
export const countVisibleVersions = detail({
  name: 'countVisibleVersions',
  run: (context: ReadContext, dataset: DatasetWithGrants): Promise<number> =>
    context.loaders.versionCount.load({ datasetId: dataset.id, states: listedStates(context, dataset) }),
});

/** Metadata of a version that was read without them, together with those of others. @throws DomainError DATASET_VERSION_NOT_FOUND */
export const showVersionMetadata = detail({
  name: 'showVersionMetadata',
  run: async (context: ReadContext, version: Pick<VersionRow, 'id'>): Promise<StoredMetadata> => {
    const metadata = await context.loaders.versionMetadata.load(version.id);
    if (metadata === undefined) throw versionNotFound(String(version.id));
    return metadata;
  },
});

/** The newest version of a dataset that the caller may see, read together with those of others; undefined where there is none. */
export const showLatestVersion = detail({
  name: 'showLatestVersion',
  run: (
    { loaders }: ReadContext,
    dataset: { readonly id: number },
    { withMetadata }: { readonly withMetadata: boolean },
  ): Promise<ShownVersion | undefined> => (withMetadata ? loaders.latestWholeVersion : loaders.latestVersion).load(dataset.id),
});
