import type { Queryable } from '../../../db/client.ts';
import { listLocks } from '../../../db/queries/gate/locks.ts';
import { type Actor, effectivePermissions } from '../../../kernel/actor.ts';
import { query } from '../../../kernel/command.ts';
import { refuseLocked } from '../../../kernel/locks.ts';
import type { PublishType } from '../../../vocabulary/datasets.ts';
import { type DatasetSubject, loadDataset } from '../../subjects/dataset-subject.ts';
import { requirePublishable, versionNumberOf } from '../publication/publication-rules.ts';
import { requireValidatedDraft } from '../publication/require-validated-dataset.ts';

/** The lock of the workflow does not stand in its own way. @throws DomainError DATASET_LOCKED. Source: datasets.md 11.3. */
export async function refuseOtherLocks(
  { tx, actor }: { readonly tx: Queryable; readonly actor: Actor },
  { dataset, granted }: DatasetSubject,
): Promise<void> {
  const others = (await listLocks(tx, dataset.id)).filter(({ lockType }) => lockType !== 'Workflow');
  refuseLocked(others, 'publish', effectivePermissions(actor, granted));
}

/** Refuses what `publishHeldVersion` would refuse of a draft, and one of which a program of the operator has not approved yet. */
export const admitHeldVersion = query({
  name: 'admitHeldVersion',
  subject: (scope, { datasetId }: { readonly datasetId: number; readonly type: PublishType }) => loadDataset(scope, { id: datasetId }),
  requires: 'PublishDataset',
  run: async (context, subject, { type }): Promise<void> => {
    const { db: tx, actor, services } = context;
    await refuseOtherLocks({ tx, actor }, subject);
    const catalog = await services.blocks.refresh();
    const publication = await requirePublishable({ tx, catalog, superuser: actor.superuser, dataset: subject.dataset, type });
    await versionNumberOf(publication);
    requireValidatedDraft(context, subject.dataset, publication.draft);
  },
});
