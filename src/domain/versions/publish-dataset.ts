import { z } from 'zod';
import { findCollection, listInheritedRules } from '../../db/queries/collections.ts';
import { type DatasetKey, type DatasetWithGrants, updateDataset } from '../../db/queries/datasets.ts';
import { fileSetDiffers, hasFiles, hasRestrictedFiles, publishFiles } from '../../db/queries/file-versions.ts';
import { markPublished } from '../../db/queries/nodes.ts';
import { findVersion, type VersionRow, updateVersion } from '../../db/queries/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { PUBLISH_TYPES, type PublishType } from '../../vocabulary.ts';
import { command, type Scope } from '../command.ts';
import { lockDataset } from '../datasets/dataset-subject.ts';
import { closeDraft, endCuration } from '../review/end-of-draft.ts';
import { requireNewestVersion } from './ensure-draft.ts';
import { foldDraft } from './fold-draft.ts';
import { metadataScopeOf, requireValidMetadata } from './version-metadata-input.ts';
import { requireAccessTerms, requireTermsOfUse } from './version-terms.ts';

const MINOR_REFUSED = 'Cannot publish as minor version. Re-try as major release.';

/** Everything that the state of the dataset can have against a publication. Source: datasets.md 7.1, rows 6 to 16. */
async function requirePublishable(scope: Scope, dataset: DatasetWithGrants, draft: VersionRow): Promise<void> {
  const { tx, services } = scope;
  const owner = await findCollection(tx, { id: dataset.ownerId }, []);
  if (owner === undefined || owner.publishedAt === null) {
    throw new DomainError('COLLECTION_NOT_PUBLISHED', `The dataset can only be published once its collection ${owner?.alias ?? ''} is.`);
  }
  if (draft.state !== 'DRAFT') {
    throw new DomainError('DATASET_ALREADY_PUBLISHED', 'The latest version of the dataset has already been published.');
  }
  requireAccessTerms(draft, await hasRestrictedFiles(tx, dataset.id, draft.ordinal));
  requireTermsOfUse(draft);
  const rules = (await listInheritedRules(tx, [owner.id])).get(owner.id);
  if (rules?.requiresFilesToPublishDataset === true && !scope.actor.superuser && !(await hasFiles(tx, dataset.id, draft.ordinal))) {
    throw new DomainError('DATASET_METADATA_INVALID', 'The collection of this dataset requires it to have files before it is published.');
  }
  const catalog = services.blocks.current();
  requireValidMetadata(draft.metadata, catalog, await metadataScopeOf(tx, catalog, dataset.ownerId));
}

/** The number the draft gets. @throws DomainError DATASET_MINOR_VERSION_REFUSED. Source: datasets.md 2.3. */
async function nextNumber(
  scope: Scope,
  dataset: DatasetWithGrants,
  draft: VersionRow,
  type: 'major' | 'minor',
): Promise<{ versionNumber: number; versionMinorNumber: number }> {
  const newestPublished = await findVersion(scope.tx, dataset.id, { states: ['RELEASED', 'DEACCESSIONED'] });
  if (type === 'major') return { versionNumber: (newestPublished?.versionNumber ?? 0) + 1, versionMinorNumber: 0 };
  if (newestPublished === undefined || newestPublished.state === 'DEACCESSIONED') {
    throw new DomainError('DATASET_MINOR_VERSION_REFUSED', MINOR_REFUSED);
  }
  if (await fileSetDiffers(scope.tx, dataset.id, newestPublished.ordinal, draft.ordinal)) {
    throw new DomainError('DATASET_MINOR_VERSION_REFUSED', `${MINOR_REFUSED} The set of files has changed.`);
  }
  return {
    versionNumber: newestPublished.versionNumber ?? 1,
    versionMinorNumber: (newestPublished.versionMinorNumber ?? 0) + 1,
  };
}

async function release(scope: Scope, dataset: DatasetWithGrants, draft: VersionRow, type: 'major' | 'minor'): Promise<void> {
  const { tx } = scope;
  const number = await nextNumber(scope, dataset, draft, type);
  const publishedAt = await markPublished(tx, dataset.id);
  const releasedAt = new Date();
  await publishFiles(tx, dataset.id, draft.ordinal, releasedAt);
  await updateVersion(tx, draft.id, { state: 'RELEASED', ...number, releasedAt });
  await updateDataset(tx, dataset.id, {
    fileAccessRequest: draft.fileAccessRequest,
    ...(dataset.registrationState === 'REGISTERED' ? {} : { registrationState: 'PENDING' }),
  });
  await endCuration(scope, draft.id);
  await closeDraft(scope, dataset.id);
  scope.note({ version: `${number.versionNumber}.${number.versionMinorNumber}` });
  scope.emit({ kind: 'DatasetPublished', subjectId: dataset.id, payload: { ...number, firstPublishedAt: publishedAt.toISOString() } });
}

/**
 * Publishes the draft, wholly or not at all; the id of the dataset. What the outside has to be told goes through the
 * outbox. Source: datasets.md 7, decisions.md 7.
 */
export const publishDataset = command({
  name: 'publishDataset',
  input: z.object({ dataset: z.custom<DatasetKey>(), type: z.enum(PUBLISH_TYPES) }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: (_subject, input: { readonly type: PublishType }) => (input.type === 'updatecurrent' ? 'Superuser' : 'PublishDataset'),
  // Folding takes the draft away, so what refuses a deletion refuses it too. Source: datasets.md 11.3.
  refusedUnder: (_subject, input: { readonly type: PublishType }) => (input.type === 'updatecurrent' ? 'delete' : 'publish'),
  run: async (scope, { dataset }, input): Promise<number> => {
    const draft = await requireNewestVersion(scope, dataset.id);
    await requirePublishable(scope, dataset, draft);
    if (input.type === 'updatecurrent') await foldDraft(scope, dataset, draft);
    else await release(scope, dataset, draft, input.type);
    return dataset.id;
  },
});
