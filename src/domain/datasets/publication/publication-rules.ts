/** What a publication has to satisfy and which number it gives: asked by the publication itself and by its dry run. Source: datasets.md 2.3, 7.1. */
import type { Queryable } from '../../../db/client.ts';
import { findCollection, listInheritedRules } from '../../../db/queries/collections/collections.ts';
import type { DatasetWithGrants } from '../../../db/queries/datasets/datasets.ts';
import { fileSetDiffers, hasFiles, hasRestrictedFiles } from '../../../db/queries/files/file-versions.ts';
import { findVersion, type VersionRow } from '../../../db/queries/versions/versions.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { PublishType } from '../../../vocabulary/datasets.ts';
import type { Requirement } from '../../../kernel/command.ts';
import type { LockRule } from '../../../kernel/locks.ts';
import type { BlockCatalog } from '../../../model/metadata/block-catalog.ts';
import { requireNewestVersion } from '../../versions/ensure-draft.ts';
import { requireFoldable } from '../../versions/fold-draft.ts';
import { metadataScopeOf, requireValidMetadata } from '../../versions/version-metadata-input.ts';
import { requireAccessTerms, requireTermsOfUse } from '../../versions/version-terms.ts';
import { broken } from '../../../errors/rules/broken.ts';

const MINOR_REFUSED = 'Cannot publish as minor version. Re-try as major release.';

/** What is to be published, and how. */
export interface Publication {
  readonly tx: Queryable;
  readonly catalog: BlockCatalog;
  readonly superuser: boolean;
  readonly dataset: DatasetWithGrants;
  /** The newest version, which should be the draft. */
  readonly draft: VersionRow;
  readonly type: PublishType;
}

/** The number that a draft gets, and why. */
export interface VersionNumber {
  readonly versionNumber: number;
  readonly versionMinorNumber: number;
  readonly reason: string;
}

/** Who may publish in each way. */
export function publishRequirement(type: PublishType): Requirement {
  return type === 'updatecurrent' ? 'Superuser' : 'PublishDataset';
}

/** Folding takes the draft away, so what refuses a deletion refuses it too. Source: datasets.md 11.3. */
export function publishLockRule(type: PublishType): LockRule {
  return type === 'updatecurrent' ? 'delete' : 'publish';
}

async function requirePublishedOwner({ tx, dataset }: Publication): Promise<void> {
  const owner = await findCollection(tx, { id: dataset.ownerId }, []);
  if (owner !== undefined && owner.publishedAt !== null) return;
  throw new DomainError('COLLECTION_NOT_PUBLISHED', `The dataset can only be published once its collection ${owner?.alias ?? ''} is.`);
}

function requireDraft({ draft }: Publication): void {
  if (draft.state === 'DRAFT') return;
  throw new DomainError('DATASET_ALREADY_PUBLISHED', 'The latest version of the dataset has already been published.');
}

async function requireTerms({ tx, dataset, draft }: Publication): Promise<void> {
  requireAccessTerms(draft, await hasRestrictedFiles(tx, dataset.id, draft.ordinal));
  requireTermsOfUse(draft);
}

async function requireWantedFiles({ tx, superuser, dataset, draft }: Publication): Promise<void> {
  const rules = (await listInheritedRules(tx, [dataset.ownerId])).get(dataset.ownerId);
  if (rules?.requiresFilesToPublishDataset !== true || superuser || (await hasFiles(tx, dataset.id, draft.ordinal))) return;
  const { message, rule } = broken('FILES_BEFORE_PUBLICATION');
  throw new DomainError('DATASET_METADATA_INVALID', message, { rule });
}

async function requireMetadata({ tx, catalog, dataset, draft }: Publication): Promise<void> {
  requireValidMetadata(draft.metadata.value, catalog, await metadataScopeOf(tx, catalog, dataset.ownerId));
}

function textOf(version: Pick<VersionRow, 'versionNumber' | 'versionMinorNumber'>): string {
  return `${version.versionNumber ?? 0}.${version.versionMinorNumber ?? 0}`;
}

/**
 * The number that the draft gets.
 * @throws DomainError DATASET_MINOR_VERSION_REFUSED | DATASET_UPDATE_CURRENT_REFUSED. Source: datasets.md 2.3, 2.4.
 */
export async function versionNumberOf({ tx, dataset, draft, type }: Publication): Promise<VersionNumber> {
  if (type === 'updatecurrent') {
    const { versionNumber, versionMinorNumber } = await requireFoldable(tx, dataset.id, draft);
    const number = { versionNumber: versionNumber ?? 0, versionMinorNumber: versionMinorNumber ?? 0 };
    return { ...number, reason: `The draft replaces version ${textOf(number)}, which keeps its number.` };
  }
  const newest = await findVersion(tx, dataset.id, { states: ['RELEASED', 'DEACCESSIONED'] });
  if (type === 'major') {
    const number = { versionNumber: (newest?.versionNumber ?? 0) + 1, versionMinorNumber: 0 };
    const reason = newest === undefined ? 'The first version is 1.0.' : `The major version after ${textOf(newest)} is ${textOf(number)}.`;
    return { ...number, reason };
  }
  // If every version was deaccessioned, numbering continues as after a released one. Source: decisions.md 44.
  const follows = newest?.state === 'RELEASED' || (await findVersion(tx, dataset.id, { states: ['RELEASED'] })) === undefined;
  if (newest === undefined || !follows) throw new DomainError('DATASET_MINOR_VERSION_REFUSED', MINOR_REFUSED);
  if (await fileSetDiffers(tx, dataset.id, newest.ordinal, draft.ordinal)) {
    throw new DomainError('DATASET_MINOR_VERSION_REFUSED', `${MINOR_REFUSED} The set of files has changed.`);
  }
  const number = { versionNumber: newest.versionNumber ?? 1, versionMinorNumber: (newest.versionMinorNumber ?? 0) + 1 };
  return { ...number, reason: `The set of files is that of version ${textOf(newest)}, so the next version is ${textOf(number)}.` };
}

/**
 * Everything but the number that the state of a dataset can have against its publication, first things first. Each throws
 * its refusal.
 */
export const publicationRules: readonly ((publication: Publication) => void | Promise<void>)[] = [
  requirePublishedOwner,
  requireDraft,
  requireTerms,
  requireWantedFiles,
  requireMetadata,
];

/** The newest version of a dataset, to be published after every rule was asked. @throws DomainError what the first one that refuses says */
export async function requirePublishable(facts: Omit<Publication, 'draft'>): Promise<Publication> {
  const publication = { ...facts, draft: await requireNewestVersion(facts, facts.dataset.id) };
  for (const rule of publicationRules) await rule(publication);
  return publication;
}
