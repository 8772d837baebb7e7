/** What ends when a draft is published, folded into the released version, or deleted. */
import { findCurationLabel, insertCurationStatus, moveCurationStatuses } from '../../db/queries/datasets/curation-statuses.ts';
import { deleteLock } from '../../db/queries/gate/locks.ts';
import { deletePrivateUrl } from '../../db/queries/datasets/private-urls.ts';
import { moveReviewEvents } from '../../db/queries/datasets/reviews.ts';
import type { Scope } from '../../kernel/command.ts';

/** Clears the curation status of a version that is published, if it has one; its history stays. Source: datasets.md 7.3. */
export async function endCuration({ tx, actor }: Scope, datasetVersionId: number): Promise<void> {
  if ((await findCurationLabel(tx, datasetVersionId)) === null) return;
  await insertCurationStatus(tx, { datasetVersionId, label: null, userAccountId: actor.account?.id ?? null });
}

/** Makes the review and curation of a draft those of the released version that it is folded into. Source: datasets.md 2.4. */
export async function foldReview(scope: Scope, versions: { readonly draft: number; readonly released: number }): Promise<void> {
  await moveReviewEvents(scope.tx, versions.draft, versions.released);
  await moveCurationStatuses(scope.tx, versions.draft, versions.released);
  await endCuration(scope, versions.released);
}

/** Takes away what is for a draft alone: the lock of its review, and the private URL. Source: datasets.md 7.3, 9.3, 10.1. */
export async function closeDraft({ tx, actor }: Scope, datasetId: number): Promise<void> {
  await deleteLock(tx, datasetId, 'InReview');
  await deletePrivateUrl(tx, datasetId, actor.identifier);
}
