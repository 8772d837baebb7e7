import { z } from 'zod';
import { type DatasetKey, updateDataset } from '../../db/queries/datasets.ts';
import { publishFiles } from '../../db/queries/file-versions.ts';
import { markPublished } from '../../db/queries/nodes.ts';
import { updateVersion } from '../../db/queries/versions.ts';
import { PUBLISH_TYPES, type PublishType } from '../../vocabulary.ts';
import { command, type Scope } from '../command.ts';
import { lockDataset } from '../datasets/dataset-subject.ts';
import { catalogForWriting } from '../metadata/catalog-for-writing.ts';
import { requestRegistration } from '../pid/request-registration.ts';
import { closeDraft, endCuration } from '../review/end-of-draft.ts';
import { requireNewestVersion } from './ensure-draft.ts';
import { foldDraft } from './fold-draft.ts';
import {
  type Publication,
  publicationRules,
  publishLockRule,
  publishRequirement,
  type VersionNumber,
  versionNumberOf,
} from './publication-rules.ts';

async function release(scope: Scope, { dataset, draft }: Publication, { versionNumber, versionMinorNumber }: VersionNumber): Promise<void> {
  const { tx } = scope;
  const number = { versionNumber, versionMinorNumber };
  const publishedAt = await markPublished(tx, dataset.id);
  const releasedAt = new Date();
  await publishFiles(tx, dataset.id, draft.ordinal, releasedAt);
  await updateVersion(tx, draft.id, { state: 'RELEASED', ...number, releasedAt });
  await updateDataset(tx, dataset.id, { fileAccessRequest: draft.fileAccessRequest });
  await requestRegistration(scope, dataset, true);
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
  requires: (_subject, input: { readonly type: PublishType }) => publishRequirement(input.type),
  refusedUnder: (_subject, input: { readonly type: PublishType }) => publishLockRule(input.type),
  run: async (scope, { dataset }, input): Promise<number> => {
    const publication: Publication = {
      tx: scope.tx,
      catalog: await catalogForWriting(scope),
      superuser: scope.actor.superuser,
      dataset,
      draft: await requireNewestVersion(scope, dataset.id),
      type: input.type,
    };
    for (const rule of publicationRules) await rule(publication);
    const number = await versionNumberOf(publication);
    if (input.type === 'updatecurrent') await foldDraft(scope, dataset, publication.draft);
    else await release(scope, publication, number);
    return dataset.id;
  },
});
