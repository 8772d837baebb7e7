/** How accounts end, and what stands in the way. Source: users-admin.md 8.2. */
import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Transaction } from '../../client.ts';
import { namedToken } from '../../schema/named-token.ts';
import { apiToken, userAccount } from '../../schema/user.ts';
import { revokeAssignments } from './revoked-assignments.ts';
import { deleteSessionsOf } from './sessions.ts';
import type { UserRow } from './users.ts';

/** What of an account would be lost with it. */
export interface AccountTraces {
  readonly created: boolean;
  readonly holdsRoles: boolean;
  readonly answeredGuestbooks: boolean;
  readonly contributed: boolean;
}

/** What keeps an account from being deleted. An account that edited by one of the `commands` has contributed. */
export async function findAccountTraces(
  tx: Transaction,
  { id, userName }: Pick<UserRow, 'id' | 'userName'>,
  commands: readonly string[],
): Promise<AccountTraces> {
  const identifier = `@${userName}`;
  const [row] = await tx.execute<AccountTraces & Record<string, unknown>>(sql`
    select exists (select from node where creator_id = ${id}) as created,
      exists (select from role_assignment where assignee = ${identifier}) as "holdsRoles",
      exists (select from guestbook_response where user_account_id = ${id}) as "answeredGuestbooks",
      exists (select from review_event where user_account_id = ${id})
        or exists (select from curation_status where user_account_id = ${id})
        or exists (select from workflow_invocation where user_account_id = ${id})
        or exists (select from audit_record a inner join node n on n.id = a.subject_id
          where a.actor = ${identifier} and a.command = ${anyOf(commands, 'text')} and n.kind <> 'COLLECTION') as contributed`);
  if (row === undefined) throw new Error('The traces of an account were not read.');
  return row;
}

/** Removes an account with all that is its own: tokens, credentials, notifications, memberships, requests for access. */
export async function deleteAccountRow(tx: Transaction, id: number): Promise<void> {
  await tx.execute(sql`delete from dataset_lock where user_account_id = ${id}`);
  await tx.execute(sql`update node_link set creator_id = null where creator_id = ${id}`);
  await tx.delete(userAccount).where(eq(userAccount.id, id));
}

/** Takes away all roles and memberships of an account. */
export async function removeRolesOf(tx: Transaction, { id, userName }: Pick<UserRow, 'id' | 'userName'>, by: string): Promise<void> {
  await revokeAssignments(tx, sql`a.assignee = ${`@${userName}`}`, by);
  await tx.execute(sql`delete from explicit_group_member where user_account_id = ${id}`);
}

/** Takes away what an account that is switched off does not keep. */
export async function clearAccount(tx: Transaction, id: number): Promise<void> {
  await tx.execute(sql`delete from file_access_request where user_account_id = ${id}`);
  await tx.execute(sql`delete from notification where user_account_id = ${id}`);
  await tx.execute(sql`delete from outgoing_mail where user_account_id = ${id} and state = 'PENDING'`);
  await tx.execute(sql`delete from email_confirmation where user_account_id = ${id}`);
  await tx.delete(namedToken).where(eq(namedToken.userAccountId, id));
  await deleteSessionsOf(tx, id);
  await tx.delete(apiToken).where(eq(apiToken.userAccountId, id));
}
