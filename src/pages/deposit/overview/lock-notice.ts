/** What keeps a dataset from being changed at the moment. */
import { type ComponentChildren, h } from 'preact';
import type { PageOfDepositQuery } from '../../../generated/page-operations.ts';
import type { Messages } from '../../messages/messages.ts';

type Lock = NonNullable<PageOfDepositQuery['dataset']>['locks'][number];

/** Locks that end by themselves, with the job that holds them. */
const OF_JOBS: ReadonlySet<Lock['lockType']> = new Set([
  'Ingest',
  'Workflow',
  'pidRegister',
  'EditInProgress',
  'finalizePublication',
  'GlobusUpload',
  'DcmUpload',
]);
const REFRESH_SECONDS = 5;

/** Whether a job is running that the page waits for. */
export function isWaiting(locks: readonly Lock[]): boolean {
  return locks.some(({ lockType }) => OF_JOBS.has(lockType));
}

/** Element of the head that shows the page again where no script does. */
export function refreshHead(locks: readonly Lock[]): ComponentChildren {
  return isWaiting(locks) ? h('noscript', null, h('meta', { 'http-equiv': 'refresh', content: String(REFRESH_SECONDS) })) : null;
}

export function lockNotice(locks: readonly Lock[], { overview }: Messages): ComponentChildren {
  // The script asks for the page again while the element says that it waits, and tells when it no longer does.
  const waits = isWaiting(locks) ? { 'data-waits': '' } : {};
  return h(
    'div',
    { id: 'locks', role: 'status', ...waits },
    locks.length === 0
      ? null
      : h(
          'div',
          { class: 'notice' },
          h('h2', null, overview.lockHeading),
          locks.map(({ lockType, createdAt, message }) =>
            h(
              'p',
              null,
              overview.locks[lockType],
              ' ',
              message === null ? null : [h('bdi', null, message), ' '],
              overview.lockSince(createdAt),
            ),
          ),
        ),
  );
}
