import { notifyCaches } from '../../../db/queries/installation/cache-notices.ts';
import type { Scope } from '../../../kernel/command.ts';

/**
 * Lets every process read again which groups a request belongs to, once the command's transaction commits; in this process it has
 * happened when the command returns. Which explicit groups contain an account is read with each request, so a command calls this when
 * it changes what is kept in memory: a member that is no account (a built-in, IP or mail-domain group, or another explicit group),
 * an explicit group that goes away, an IP or mail-domain group.
 */
export async function notifyGroupsChanged(scope: Pick<Scope, 'tx' | 'services' | 'afterCommit'>): Promise<void> {
  await notifyCaches(scope.tx, 'groups');
  scope.afterCommit(() => scope.services.groups.refresh());
}
