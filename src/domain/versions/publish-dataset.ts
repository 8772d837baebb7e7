import { z } from 'zod';
import type { DatasetKey } from '../../db/queries/datasets.ts';
import { PUBLISH_TYPES, type PublicationOutcome, type PublishType } from '../../vocabulary.ts';
import { command } from '../command.ts';
import { lockDataset } from '../datasets/dataset-subject.ts';
import { catalogForWriting } from '../metadata/catalog-for-writing.ts';
import { findDefaultWorkflow, startWorkflow } from '../workflows/start-workflow.ts';
import { requireNewestVersion } from './ensure-draft.ts';
import { foldDraft } from './fold-draft.ts';
import { type Publication, publicationRules, publishLockRule, publishRequirement, versionNumberOf } from './publication-rules.ts';
import { releaseVersion } from './release-version.ts';

/** What came of asking for a publication. */
export interface PublicationResult {
  readonly datasetId: number;
  readonly outcome: PublicationOutcome;
}

/**
 * Publishes the draft, wholly or not at all, or has it held by the workflow that publications have to pass: the draft then stays a
 * draft, locked, until the workflow lets it go. What the outside has to be told goes through the outbox.
 * Source: datasets.md 7, decisions.md 7.
 */
export const publishDataset = command({
  name: 'publishDataset',
  input: z.object({ dataset: z.custom<DatasetKey>(), type: z.enum(PUBLISH_TYPES) }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: (_subject, input: { readonly type: PublishType }) => publishRequirement(input.type),
  refusedUnder: (_subject, input: { readonly type: PublishType }) => publishLockRule(input.type),
  run: async (scope, { dataset }, { type }): Promise<PublicationResult> => {
    const { tx, services } = scope;
    const publication: Publication = {
      tx,
      catalog: await catalogForWriting(scope),
      superuser: scope.actor.superuser,
      dataset,
      draft: await requireNewestVersion(scope, dataset.id),
      type,
    };
    for (const rule of publicationRules) await rule(publication);
    const number = await versionNumberOf(publication);
    if (type === 'updatecurrent') {
      await foldDraft(scope, dataset, publication.draft);
      return { datasetId: dataset.id, outcome: 'PUBLISHED' };
    }
    const workflow = await findDefaultWorkflow(tx, services, 'PrePublishDataset');
    if (workflow !== undefined) {
      await startWorkflow(scope, dataset, { workflow, trigger: 'PrePublishDataset', publishType: type });
      return { datasetId: dataset.id, outcome: 'WORKFLOW_IN_PROGRESS' };
    }
    await releaseVersion(scope, publication, number);
    return { datasetId: dataset.id, outcome: 'PUBLISHED' };
  },
});
