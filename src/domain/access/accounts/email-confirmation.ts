/** How an account shows that its e-mail address is its own. Source: users-admin.md 7.1, 8.3. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type EmailConfirmationRow,
  listEmailConfirmations,
  putEmailConfirmation,
  setEmailConfirmed,
  takeEmailConfirmation,
} from '../../../db/queries/access/email-confirmations.ts';
import { listUsersByIds, type UserRow } from '../../../db/queries/access/users.ts';
import type { Queryable } from '../../../db/client.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, type Scope, query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';

const DEFAULT_MINUTES = 1440;
const MINUTE_MS = 60_000;

async function requireAccount(db: Queryable, id: number): Promise<UserRow> {
  const [user] = await listUsersByIds(db, [id]);
  if (user === undefined) throw new DomainError('USER_NOT_FOUND', `There is no account ${id}.`);
  return user;
}

/** Makes the link of an account, in place of the one it had. */
export async function beginEmailConfirmation({ tx, services }: Scope, user: Pick<UserRow, 'id' | 'email'>): Promise<EmailConfirmationRow> {
  const minutes = services.settings.get(':MinutesUntilConfirmEmailTokenExpires') ?? DEFAULT_MINUTES;
  const createdAt = new Date();
  const confirmation = {
    userAccountId: user.id,
    token: randomUUID(),
    email: user.email,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + Math.max(0, minutes) * MINUTE_MS),
  };
  await putEmailConfirmation(tx, confirmation);
  return confirmation;
}

/** An account whose e-mail address is to be confirmed. */
export interface RequestedConfirmation {
  readonly user: UserRow;
  readonly createdAt: Date;
}

/** Asks an account to confirm its e-mail address, which counts as not confirmed until then. @throws DomainError USER_NOT_FOUND */
export const requestEmailConfirmation = command({
  name: 'requestEmailConfirmation',
  input: z.object({ userDatabaseId: z.int() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, { userDatabaseId }): Promise<RequestedConfirmation> => {
    const user = await requireAccount(scope.tx, userDatabaseId);
    await setEmailConfirmed(scope.tx, user.id, null);
    const { createdAt } = await beginEmailConfirmation(scope, user);
    scope.emit({ kind: 'EmailConfirmationRequested', subjectId: null, payload: { userAccountId: user.id } });
    scope.note({ user: user.userName, account: user.id });
    return { user: { ...user, emailConfirmedAt: null }, createdAt };
  },
});

/** The link of an account that still counts. @throws DomainError USER_NOT_FOUND | EMAIL_CONFIRMATION_NOT_FOUND */
export const viewEmailConfirmation = query({
  name: 'viewEmailConfirmation',
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ db }, _subject, { userDatabaseId }: { readonly userDatabaseId: number }): Promise<EmailConfirmationRow> => {
    const user = await requireAccount(db, userDatabaseId);
    const [confirmation] = await listEmailConfirmations(db, [user.id]);
    if (confirmation === undefined) throw new DomainError('EMAIL_CONFIRMATION_NOT_FOUND', `Account ${user.id} has no link to confirm by.`);
    return confirmation;
  },
});

/** Confirms an e-mail address by the token that was sent to it, once. @throws DomainError EMAIL_CONFIRMATION_NOT_FOUND */
export const confirmEmail = command({
  name: 'confirmEmail',
  input: z.object({ token: z.string().max(200) }),
  subject: noSubject,
  requires: 'Public',
  run: async (scope, _subject, { token }): Promise<Date> => {
    const userAccountId = z.uuid().safeParse(token).success ? await takeEmailConfirmation(scope.tx, token) : undefined;
    if (userAccountId === undefined) {
      throw new DomainError('EMAIL_CONFIRMATION_NOT_FOUND', 'This link was used already, is too old, or was never given.');
    }
    const confirmedAt = new Date();
    await setEmailConfirmed(scope.tx, userAccountId, confirmedAt);
    scope.note({ account: userAccountId });
    return confirmedAt;
  },
});
