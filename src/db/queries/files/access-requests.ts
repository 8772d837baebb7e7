import { and, asc, eq, sql } from 'drizzle-orm';
import type { AccessRequestState } from '../../../vocabulary/files.ts';
import type { Queryable } from '../../client.ts';
import { fileAccessRequest } from '../../schema/access-request.ts';
import { userAccount } from '../../schema/user.ts';
import type { UserRow } from '../access/users.ts';

/** A request for access to a file, with the requesting account. */
export interface AccessRequestRow {
  readonly id: number;
  readonly state: AccessRequestState;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  /** What the requester told the guestbook of the dataset; null where nothing was asked. */
  readonly guestbookResponseId: number | null;
  readonly user: UserRow;
}

/** Who asks for which file. */
export interface AccessRequestKey {
  readonly dataFileId: number;
  readonly userAccountId: number;
}

/** Stores a request; false when the account has an open one for the file. */
export async function insertAccessRequest(
  db: Queryable,
  request: AccessRequestKey & { readonly guestbookResponseId: number | null },
): Promise<boolean> {
  const rows = await db.insert(fileAccessRequest).values(request).onConflictDoNothing().returning({ id: fileAccessRequest.id });
  return rows.length > 0;
}

/** Decides the open request of an account for a file; false when there is none. */
export async function decideAccessRequest(
  db: Queryable,
  { dataFileId, userAccountId }: AccessRequestKey,
  state: Exclude<AccessRequestState, 'CREATED'>,
): Promise<boolean> {
  const rows = await db
    .update(fileAccessRequest)
    .set({ state, decidedAt: sql`now()` })
    .where(
      and(
        eq(fileAccessRequest.dataFileId, dataFileId),
        eq(fileAccessRequest.userAccountId, userAccountId),
        eq(fileAccessRequest.state, 'CREATED'),
      ),
    )
    .returning({ id: fileAccessRequest.id });
  return rows.length > 0;
}

/** Open requests for a file, oldest first. */
export async function listOpenAccessRequests(db: Queryable, dataFileId: number): Promise<AccessRequestRow[]> {
  const rows = await db
    .select()
    .from(fileAccessRequest)
    .innerJoin(userAccount, eq(userAccount.id, fileAccessRequest.userAccountId))
    .where(and(eq(fileAccessRequest.dataFileId, dataFileId), eq(fileAccessRequest.state, 'CREATED')))
    .orderBy(asc(fileAccessRequest.id));
  return rows.map(({ file_access_request: { id, state, createdAt, decidedAt, guestbookResponseId }, user_account: user }) => ({
    id,
    state,
    createdAt,
    decidedAt,
    guestbookResponseId,
    user,
  }));
}

/** Whether an account ever requested access to a file, whatever the outcome. */
export async function hasAccessRequest(db: Queryable, { dataFileId, userAccountId }: AccessRequestKey): Promise<boolean> {
  const rows = await db
    .select({ id: fileAccessRequest.id })
    .from(fileAccessRequest)
    .where(and(eq(fileAccessRequest.dataFileId, dataFileId), eq(fileAccessRequest.userAccountId, userAccountId)))
    .limit(1);
  return rows.length > 0;
}
