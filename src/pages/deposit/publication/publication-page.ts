/** What publishing a draft will do, problems first; and the button. */
import { type ComponentChildren, h } from 'preact';
import type { PageOfPublishPlanQuery, PublishType } from '../../../generated/page-operations.ts';
import { factList } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Page } from '../../page.ts';
import { datasetTop } from '../dataset-top.ts';
import { OF_DEPOSITING } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { errorSummary } from '../error-summary.ts';
import { postButton } from '../post-button.ts';
import { type Told, toldOnPage } from '../../told.ts';
import { refusalIn } from '../../refusal-in.ts';

export type PlannedDataset = NonNullable<PageOfPublishPlanQuery['dataset']>;
type Plan = PlannedDataset['publishPlan'];

export const PUBLISH_TYPES = ['major', 'minor', 'updatecurrent'] as const satisfies readonly PublishType[];

function obstacles({ obstacles: found }: Plan, { overview, shipped }: Messages): ComponentChildren {
  if (found.length === 0) return null;
  return h(
    'div',
    { class: 'notice grave' },
    h('h2', null, overview.planObstacles),
    h(
      'ul',
      null,
      found.map(refusalIn).map((refused) =>
        h(
          'li',
          { dir: 'auto' },
          toldOnPage(refused.problems.length === 0 ? shipped.refusal(refused) : shipped.refusalAbove(refused)),
          refused.problems.length === 0
            ? null
            : h(
                'ul',
                null,
                refused.problems.map(({ message, rule }) => h('li', { dir: 'auto' }, toldOnPage(shipped.problem(message, rule)))),
              ),
        ),
      ),
    ),
    h('p', null, overview.planObstaclesText),
  );
}

function kindChoice({ persistentId, publishPlan, publicationDate }: PlannedDataset, { overview }: Messages): ComponentChildren {
  if (publicationDate === null) return null;
  return h(
    'form',
    { method: 'get', action: '/deposit/publish' },
    h('input', { type: 'hidden', name: 'persistentId', value: persistentId }),
    h(
      'fieldset',
      { class: 'control' },
      h('legend', null, overview.planKinds),
      h(
        'ul',
        { class: 'ticks long' },
        PUBLISH_TYPES.map((type) => {
          const id = `type-${type}`;
          return h(
            'li',
            null,
            h('input', { type: 'radio', id, name: 'type', value: type, checked: publishPlan.type === type }),
            ' ',
            h('label', { for: id }, overview.kinds[type]),
          );
        }),
      ),
      h('p', null, h('button', { type: 'submit', class: 'button' }, overview.planKindGo)),
    ),
  );
}

function facts(dataset: PlannedDataset, { overview }: Messages): ComponentChildren {
  const { publishPlan: plan, latestVersion, persistentUrl, publicationDate, owner } = dataset;
  const version = plan.versionNumber === null ? null : `${plan.versionNumber}.${plan.versionMinorNumber ?? 0}`;
  const license = latestVersion?.license?.name ?? null;
  return factList([
    [overview.planVersion, version === null ? null : overview.planVersionText(version), plan.reason],
    [overview.planPublic, overview.planPublicText(latestVersion?.fileCount ?? 0, latestVersion?.restricted.totalCount ?? 0)],
    [overview.planLicense, overview.termsText(license)],
    [
      overview.planIdentifier,
      publicationDate === null ? overview.planIdentifierNew(persistentUrl) : overview.planIdentifierKnown(persistentUrl),
    ],
    [overview.planCollection, owner.isReleased ? overview.planCollectionText(owner.name) : overview.planCollectionHidden(owner.name)],
    [
      overview.planWorkflow,
      plan.workflow === null ? overview.planAtOnce : overview.planWorkflowText(plan.workflow),
      plan.externallyValidated ? overview.planJudged : null,
    ],
  ]);
}

/** `problem` is what the publication was refused for. */
export function publicationPage(
  dataset: PlannedDataset,
  messages: Messages,
  told: { readonly problem?: Told; readonly status?: number } = {},
): Page {
  const { persistentId, publishPlan, latestVersion } = dataset;
  const { overview } = messages;
  const isDraft = latestVersion?.state === 'DRAFT';
  return {
    ...OF_DEPOSITING,
    ...(told.status === undefined ? {} : { status: told.status }),
    title: overview.planTitle,
    main: [
      datasetTop(messages, persistentId, latestVersion?.title ?? '', overview.planTitle),
      errorSummary(told.problem === undefined ? [] : [{ controlId: null, text: toldOnPage(told.problem) }], messages),
      isDraft
        ? [
            obstacles(publishPlan, messages),
            kindChoice(dataset, messages),
            facts(dataset, messages),
            h('p', { class: 'notice' }, overview.planFinal),
            publishPlan.possible ? postButton('/deposit/publish', { persistentId, type: publishPlan.type }, overview.planConfirm) : null,
          ]
        : h('p', null, overview.nothingToPublish),
      h('p', null, h('a', { href: depositPaths.dataset(persistentId) }, messages.form.cancel)),
    ],
  };
}
