import { z } from 'zod';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { PUBLISH_TYPES, type PublicationOutcome, type PublishType } from '../../../vocabulary/datasets.ts';
import { command, type CommandContext, query } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { loadDataset, lockDataset } from '../../subjects/dataset-subject.ts';
import { requireValidatedDraft } from './require-validated-dataset.ts';
import { withValidation } from '../../external-validation/with-validation.ts';
import { catalogForWriting } from '../../metadata/catalog-for-writing.ts';
import { findDefaultWorkflow, startWorkflow } from '../workflows/start-workflow.ts';
import { foldDraft } from '../../versions/fold-draft.ts';
import { publishLockRule, publishRequirement, requirePublishable, versionNumberOf } from './publication-rules.ts';
import { releaseVersion } from './release-version.ts';
import { lockDamagedDataset, requireVerified, type VerifiedFiles, verifyNewFiles } from './verify-new-files.ts';

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
  tokenScope: 'CURATE',
  input: z.object({
    dataset: z.custom<DatasetKey>(),
    type: z.enum(PUBLISH_TYPES),
    /** What was verified of the files that become public; null where nothing has to be. */
    verified: z.custom<VerifiedFiles>().nullish(),
  }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: (_subject, input: { readonly type: PublishType }) => publishRequirement(input.type),
  refusedUnder: (_subject, input: { readonly type: PublishType }) => publishLockRule(input.type),
  run: async (scope, { dataset }, { type, verified }): Promise<PublicationResult> => {
    const { tx, services } = scope;
    const { superuser } = scope.actor;
    const publication = await requirePublishable({ tx, catalog: await catalogForWriting(scope), superuser, dataset, type });
    const number = await versionNumberOf(publication);
    requireValidatedDraft(scope.context, dataset, publication.draft);
    if (type === 'updatecurrent') {
      await foldDraft(scope, dataset, publication.draft);
      return { datasetId: dataset.id, outcome: 'PUBLISHED' };
    }
    const workflow = await findDefaultWorkflow(tx, services, 'PrePublishDataset');
    if (workflow !== undefined) {
      await startWorkflow(scope, dataset, workflow, { trigger: 'PrePublishDataset', publishType: type, number });
      return { datasetId: dataset.id, outcome: 'WORKFLOW_IN_PROGRESS' };
    }
    await requireVerified(tx, dataset.id, verified ?? null);
    await releaseVersion(scope, publication, number);
    return { datasetId: dataset.id, outcome: 'PUBLISHED' };
  },
});

interface WantedPublication {
  readonly dataset: DatasetKey;
  readonly type: PublishType;
}

/** Whether a publication would be held by a workflow, after everything that refuses it at once has been asked. */
export const admitPublication = query({
  name: 'admitPublication',
  subject: (scope, input: WantedPublication) => loadDataset(scope, input.dataset),
  requires: (_subject, input: WantedPublication) => publishRequirement(input.type),
  refusedUnder: (_subject, input: WantedPublication) => publishLockRule(input.type),
  run: async (context, { dataset }, { type }): Promise<{ readonly datasetId: number; readonly held: boolean }> => {
    const { db, actor, services } = context;
    const catalog = await services.blocks.refresh();
    const publication = await requirePublishable({ tx: db, catalog, superuser: actor.superuser, dataset, type });
    await versionNumberOf(publication);
    requireValidatedDraft(context, dataset, publication.draft);
    return {
      datasetId: dataset.id,
      held: type !== 'updatecurrent' && (await findDefaultWorkflow(db, services, 'PrePublishDataset')) !== undefined,
    };
  },
});

/**
 * Publishes the draft as `publishDataset` does, after the bytes that become public have been read and found to be what is recorded of
 * them, and a program of the operator has approved of the metadata, where there is one; the bytes of a publication that a workflow holds
 * are read when it goes on. @throws DomainError FILE_VALIDATION_FAILED | FILES_NOT_VERIFIED, and what `withValidation` throws
 */
export const publishVerifiedDataset = composed({
  name: 'publishVerifiedDataset',
  of: [admitPublication, lockDamagedDataset, publishDataset],
  run: async (context: CommandContext, input: { readonly dataset: DatasetKey; readonly type: PublishType }): Promise<PublicationResult> => {
    const admit = (validated: CommandContext) => admitPublication(validated, input);
    return withValidation(context, {
      occasion: 'publishDataset',
      admit,
      run: async (validated, admission) => {
        // Only a major version can have files that are not public yet.
        if (input.type !== 'major') return publishDataset(validated, input);
        const { datasetId, held } = admission ?? (await admit(validated));
        return publishDataset(validated, { ...input, verified: held ? null : await verifyNewFiles(validated, datasetId, input.type) });
      },
    });
  },
});
