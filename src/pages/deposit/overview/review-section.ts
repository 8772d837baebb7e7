/** Handing a draft in, giving it back, and what has happened so far. */
import { type ComponentChildren, h } from 'preact';
import type { PageDepositReviewFragment, PageOfDepositQuery } from '../../../generated/page-operations.ts';
import { section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import { postButton } from '../post-button.ts';
import { type Told, toldOnPage } from '../../told.ts';

type Dataset = NonNullable<PageOfDepositQuery['dataset']>;

/** What came of giving back without a reason. */
export interface ReturnFault {
  readonly told: Told;
  readonly reason: string;
}

function history(events: readonly PageDepositReviewFragment[], { overview }: Messages): ComponentChildren {
  if (events.length === 0) return null;
  return [
    h('h3', null, overview.history),
    h(
      'ol',
      { class: 'list', reversed: true },
      events.map(({ action, createdAt, userName, reason }) =>
        h(
          'li',
          null,
          h('strong', null, overview.actions[action]),
          reason === null ? null : h('blockquote', { class: 'reason', dir: 'auto' }, reason),
          h('p', { class: 'quiet' }, overview.by(userName, createdAt)),
        ),
      ),
    ),
  ];
}

function returnForm(persistentId: string, { overview }: Messages, fault: ReturnFault | undefined): ComponentChildren {
  return postButton(
    '/deposit/return',
    { persistentId },
    overview.returnButton,
    h(
      'div',
      { class: `control${fault === undefined ? '' : ' wrong'}` },
      h('label', { for: 'reason' }, overview.returnReason),
      fault === undefined ? null : h('p', { class: 'fault', id: 'reason-fault' }, toldOnPage(fault.told)),
      h('textarea', {
        id: 'reason',
        name: 'reason',
        rows: 4,
        required: true,
        value: fault?.reason ?? '',
        'aria-invalid': fault === undefined ? undefined : 'true',
        'aria-describedby': fault === undefined ? undefined : 'reason-fault',
      }),
    ),
  );
}

/** What the account can do about the review of a draft, and its history. */
export function reviewSection(dataset: Dataset, messages: Messages, fault?: ReturnFault): ComponentChildren {
  const { persistentId, viewerPermissions, locks, latestVersion } = dataset;
  const reviewHistory = dataset.reviewHistory?.nodes ?? [];
  const { overview } = messages;
  const isReviewed = locks.some(({ lockType }) => lockType === 'InReview');
  const isDraft = latestVersion?.state === 'DRAFT';
  const submits = isDraft && !isReviewed && locks.length === 0 && viewerPermissions.includes('EditDataset');
  const returns = isReviewed && viewerPermissions.includes('PublishDataset');
  if (!submits && !returns && reviewHistory.length === 0) return null;
  return section(
    'review',
    overview.reviewHeading,
    submits ? postButton('/deposit/submit', { persistentId }, overview.submit, h('p', null, overview.submitText)) : null,
    returns ? returnForm(persistentId, messages, fault) : null,
    history(reviewHistory, messages),
  );
}
