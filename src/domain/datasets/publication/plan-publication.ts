import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { PublishType } from '../../../vocabulary/datasets.ts';
import { type CommandContext, query } from '../../../kernel/command.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { isValidationAsked } from '../../external-validation/require-validated.ts';
import { findDefaultWorkflow } from '../workflows/start-workflow.ts';
import { requireNewestVersion } from '../../versions/ensure-draft.ts';
import { type Publication, publicationRules, type VersionNumber, versionNumberOf } from './publication-rules.ts';
import { publishDataset } from './publish-dataset.ts';

/** The expected result of publishing. */
export interface PublicationPlan {
  readonly type: PublishType;
  /** Null when something stands against that kind of version. */
  readonly number: VersionNumber | null;
  /** Name of the workflow that would hold it; null where there is none. */
  readonly workflow: string | null;
  /** Whether a program of the operator judges the metadata besides; it is not asked for a plan. */
  readonly externallyValidated: boolean;
  /** Everything that would refuse the publication, in the order in which it would. */
  readonly obstacles: readonly DomainError[];
}

/** What came of a rule: its result, or its refusal. */
async function outcomeOf<Result>(
  rule: () => Result | Promise<Result>,
): Promise<{ readonly result: Result } | { readonly refusal: DomainError }> {
  try {
    return { result: await rule() };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    throw error;
  }
}

/** Name of the workflow before a publication of this kind. @throws DomainError when one before or after it does not exist. */
async function workflowsAround({ db, services }: CommandContext, type: PublishType): Promise<string | null> {
  if (type === 'updatecurrent') return null;
  const before = await findDefaultWorkflow(db, services, 'PrePublishDataset');
  if (before === undefined) await findDefaultWorkflow(db, services, 'PostPublishDataset');
  return before?.name ?? null;
}

/** A minor version where one is possible, else a major one. */
async function smallestType(publication: Omit<Publication, 'type'>): Promise<PublishType> {
  return 'result' in (await outcomeOf(() => versionNumberOf({ ...publication, type: 'minor' }))) ? 'minor' : 'major';
}

/**
 * What stands against publishing the draft, and which number it would get: the gates and rules of the publication itself,
 * for this actor, with nothing changed. Without a type the smallest version that is possible is planned.
 */
export const planPublication = query({
  name: 'publishPlan',
  subject: ({ tx, context }, input: { readonly dataset: DatasetKey; readonly type: PublishType | null }) =>
    loadDataset({ tx, context }, input.dataset),
  requires: 'ViewUnpublishedDataset',
  run: async (context, subject, input): Promise<PublicationPlan> => {
    const { dataset } = subject;
    const { db, actor, services } = context;
    const draft = await requireNewestVersion({ tx: db }, dataset.id);
    const facts = { tx: db, catalog: await services.blocks.refresh(), superuser: actor.superuser, dataset, draft };
    const type = input.type ?? (await smallestType(facts));
    const publication: Publication = { ...facts, type };
    const obstacles = [...(await publishDataset.foresee(context, subject, { dataset: { id: dataset.id }, type }))];
    const externallyValidated = isValidationAsked(context, 'publishDataset');
    for (const rule of publicationRules) {
      const outcome = await outcomeOf(() => rule(publication));
      if (!('refusal' in outcome)) continue;
      obstacles.push(outcome.refusal);
      // Without a draft there is nothing for the other rules to judge.
      if (outcome.refusal.code === 'DATASET_ALREADY_PUBLISHED') {
        return { type, number: null, workflow: null, externallyValidated, obstacles };
      }
    }
    const number = await outcomeOf(() => versionNumberOf(publication));
    if ('refusal' in number) obstacles.push(number.refusal);
    const workflows = await outcomeOf(() => workflowsAround(context, type));
    if ('refusal' in workflows) obstacles.push(workflows.refusal);
    return {
      type,
      number: 'result' in number ? number.result : null,
      workflow: 'result' in workflows ? workflows.result : null,
      externallyValidated,
      obstacles,
    };
  },
});
