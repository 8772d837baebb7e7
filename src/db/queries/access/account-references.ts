/**
 * Every place of the database that names an account, by its id or by its assignee identifier: what merging and renaming have to reach.
 * test/integration/domain/account-references.test.ts finds the columns in the migrated database, and fails when one is not here.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '../../client.ts';

/** A column that names accounts. */
interface Reference {
  readonly table: string;
  readonly column: string;
  /**
   * `move`: belongs to the account that goes on. `moveOnce`: the same, unless that account has a row which agrees in the columns `same`.
   * `end`: goes with the account that was merged.
   */
  readonly merging: 'move' | 'moveOnce' | 'end';
  readonly same?: readonly string[];
  /** Which rows must not be there twice; all where there is none. */
  readonly where?: string;
}

/** Columns with the id of an account. */
export const ACCOUNT_IDS: readonly Reference[] = [
  { table: 'node', column: 'creator_id', merging: 'move' },
  { table: 'node_link', column: 'creator_id', merging: 'move' },
  { table: 'saved_search', column: 'creator_id', merging: 'move' },
  { table: 'dataset_lock', column: 'user_account_id', merging: 'move' },
  { table: 'review_event', column: 'user_account_id', merging: 'move' },
  { table: 'curation_status', column: 'user_account_id', merging: 'move' },
  { table: 'workflow_invocation', column: 'user_account_id', merging: 'move' },
  { table: 'ingest_request', column: 'user_account_id', merging: 'move' },
  { table: 'upload_ticket', column: 'account_id', merging: 'move' },
  { table: 'notification', column: 'user_account_id', merging: 'move' },
  { table: 'notification', column: 'requestor_id', merging: 'move' },
  { table: 'webhook', column: 'owner_id', merging: 'move' },
  { table: 'outgoing_mail', column: 'user_account_id', merging: 'move' },
  { table: 'outgoing_mail', column: 'requestor_id', merging: 'move' },
  { table: 'named_token', column: 'user_account_id', merging: 'move' },
  { table: 'guestbook_response', column: 'user_account_id', merging: 'move' },
  { table: 'explicit_group_member', column: 'user_account_id', merging: 'moveOnce', same: ['group_id'] },
  // Of several requests of one account for one file, one at most is open.
  {
    table: 'file_access_request',
    column: 'user_account_id',
    merging: 'moveOnce',
    same: ['data_file_id', 'state'],
    where: `state = 'CREATED'`,
  },
  // What an account has chosen for itself, and what proves who it is. Source: users-admin.md 7.5.
  { table: 'notification_mute', column: 'user_account_id', merging: 'end' },
  { table: 'email_confirmation', column: 'user_account_id', merging: 'end' },
  { table: 'builtin_user', column: 'user_account_id', merging: 'end' },
  { table: 'api_token', column: 'user_account_id', merging: 'end' },
  { table: 'user_session', column: 'user_account_id', merging: 'end' },
  { table: 'device_sign_in', column: 'user_account_id', merging: 'end' },
  { table: 'password_reset', column: 'user_account_id', merging: 'end' },
  // A bulk job acts with a token of its account, and what was sent once was sent by it.
  { table: 'bulk_job', column: 'account_id', merging: 'end' },
  { table: 'idempotency_key', column: 'account_id', merging: 'end' },
];

/** Columns with the assignee identifier of an account, `@` and its name, among those of others. */
export const ACCOUNT_IDENTIFIERS: readonly Reference[] = [
  { table: 'role_assignment', column: 'assignee', merging: 'moveOnce', same: ['definition_point_id', 'role_id'] },
  { table: 'role_assignment', column: 'assigned_by', merging: 'move' },
  { table: 'revoked_assignment', column: 'assignee', merging: 'move' },
  { table: 'revoked_assignment', column: 'assigned_by', merging: 'move' },
  { table: 'revoked_assignment', column: 'revoked_by', merging: 'move' },
  { table: 'audit_record', column: 'actor', merging: 'move' },
  { table: 'fixity_round', column: 'requested_by', merging: 'move' },
  { table: 'search_rebuild', column: 'requested_by', merging: 'move' },
];

/** Replaces a value wherever a column has it. */
async function replace(tx: Transaction, { table, column }: Reference, from: SQL, to: SQL): Promise<void> {
  const name = sql.identifier(column);
  await tx.execute(sql`update ${sql.identifier(table)} set ${name} = ${to} where ${name} = ${from}`);
}

/** Removes what the other value has as well. */
async function removeDoubles(tx: Transaction, { table, column, same = [], where = 'true' }: Reference, from: SQL, to: SQL): Promise<void> {
  const name = sql.identifier(column);
  const agrees = same.map((key) => sql`other.${sql.identifier(key)} = one.${sql.identifier(key)}`);
  await tx.execute(sql`
    delete from ${sql.identifier(table)} one where one.${name} = ${from} and (${sql.raw(where)})
      and exists (select from ${sql.identifier(table)} other where other.${name} = ${to} and ${sql.join(agrees, sql` and `)})`);
}

interface Named {
  readonly id: number;
  readonly userName: string;
}

async function hand(tx: Transaction, references: readonly Reference[], from: SQL, to: SQL): Promise<void> {
  for (const reference of references) {
    if (reference.merging === 'end') continue;
    if (reference.merging === 'moveOnce') await removeDoubles(tx, reference, from, to);
    await replace(tx, reference, from, to);
  }
}

/** Gives everything that names one account to another one, but for what ends with it. */
export async function handOver(tx: Transaction, from: Named, to: Named): Promise<void> {
  await hand(tx, ACCOUNT_IDS, sql`${from.id}::int`, sql`${to.id}::int`);
  await hand(tx, ACCOUNT_IDENTIFIERS, sql`${`@${from.userName}`}`, sql`${`@${to.userName}`}`);
}

/** Writes another identifier wherever an account is named by it. */
export async function rewriteIdentifier(tx: Transaction, from: string, to: string): Promise<void> {
  for (const reference of ACCOUNT_IDENTIFIERS) await replace(tx, reference, sql`${`@${from}`}`, sql`${`@${to}`}`);
}
