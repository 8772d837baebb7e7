/** How far the curation of a draft has come: its label, and the form that changes it. For those who may publish the dataset. */
import { type ComponentChildren, h } from 'preact';
import type { PageOfDepositQuery } from '../../../generated/page-operations.ts';
import { badge } from '../../dataset-parts.ts';
import { section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import { postButton } from '../post-button.ts';

type Dataset = NonNullable<PageOfDepositQuery['dataset']>;
type Status = NonNullable<Dataset['curationStatuses']>['nodes'][number];

const ACTION = '/deposit/curation';

function chooser(persistentId: string, label: string | null, labels: readonly string[], { overview }: Messages): ComponentChildren {
  const others = labels.filter((each) => each !== label);
  if (others.length === 0) return null;
  return postButton(
    ACTION,
    { persistentId, does: 'set' },
    overview.labelSet,
    h(
      'div',
      { class: 'control' },
      h('label', { for: 'label' }, overview.labelChoose),
      h(
        'select',
        { id: 'label', name: 'label' },
        others.map((each) => h('option', { value: each, dir: 'auto' }, each)),
      ),
    ),
  );
}

function history(statuses: readonly Status[], { overview }: Messages): ComponentChildren {
  if (statuses.length === 0) return null;
  return [
    h('h3', null, overview.labelHistory),
    h(
      'ol',
      { class: 'list', reversed: true },
      statuses.map(({ label, createdAt, userName }) =>
        h(
          'li',
          null,
          label === null ? overview.labelNone : h('strong', { dir: 'auto' }, label),
          h('p', { class: 'quiet' }, overview.by(userName ?? overview.bySystem, createdAt)),
        ),
      ),
    ),
  ];
}

/** Nothing where there are no labels for the dataset, and it has none from before. */
export function curationSection(
  { persistentId, latestVersion, allowedCurationLabels = [], curationStatuses }: Dataset,
  messages: Messages,
): ComponentChildren {
  const statuses = curationStatuses?.nodes ?? [];
  if (latestVersion?.state !== 'DRAFT' || (allowedCurationLabels.length === 0 && statuses.length === 0)) return null;
  const { overview } = messages;
  const label = statuses[0]?.label ?? null;
  return section(
    'curation',
    overview.labelHeading,
    h('p', null, label === null ? overview.labelNone : [overview.labelNow, ' ', badge('draft', label)]),
    chooser(persistentId, label, allowedCurationLabels, messages),
    label === null ? null : postButton(ACTION, { persistentId, does: 'clear' }, overview.labelClear),
    history(statuses, messages),
  );
}
