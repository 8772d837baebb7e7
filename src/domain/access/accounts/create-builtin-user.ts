import { hash } from '@node-rs/argon2';
import { z } from 'zod';
import type { Transaction } from '../../../db/client.ts';
import { insertBuiltinUser, insertUser, type UserRow } from '../../../db/queries/access/users.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { beginEmailConfirmation } from './email-confirmation.ts';
import { isSameSecret, issueApiToken } from '../../../kernel/api-token.ts';
import { accountName, personFields } from './account-rules.ts';
import { refuseTaken } from './taken-problems.ts';

/** Rules of users-admin.md 7.1. */
const builtinUserInput = z.object({
  userName: accountName,
  ...personFields,
  password: z.string().max(1024, 'must not be longer than 1024 characters').nullish(),
  key: z.string().nullish(),
  /** Whether the account finds a welcome among its notifications; true by default. */
  sendEmailNotification: z.boolean().nullish(),
});
export type BuiltinUserInput = z.infer<typeof builtinUserInput>;

export interface CreatedBuiltinUser {
  readonly user: UserRow;
  readonly builtinUserId: number;
  readonly apiToken: string;
}

/** Stores the account, its credentials and its token. @throws DomainError USER_NAME_TAKEN | USER_EMAIL_TAKEN */
export async function storeBuiltinUser(
  tx: Transaction,
  input: BuiltinUserInput & { readonly superuser?: boolean },
  token?: string,
): Promise<CreatedBuiltinUser> {
  await refuseTaken(tx, input);
  const now = new Date();
  const user = await insertUser(tx, {
    userName: input.userName,
    firstName: input.firstName,
    lastName: input.lastName,
    email: input.email,
    affiliation: input.affiliation ?? null,
    position: input.position ?? null,
    superuser: input.superuser ?? false,
    authenticationProviderId: 'builtin',
    persistentUserId: input.userName,
    createdAt: now,
    lastLoginAt: now,
  });
  if (user === undefined) {
    // Another transaction took the name or the address between the look and the insert; now it can be seen.
    await refuseTaken(tx, input);
    throw new Error('The account was not stored.');
  }
  const { password } = input;
  const builtinUserId = await insertBuiltinUser(tx, {
    userAccountId: user.id,
    // The library's defaults are argon2id with the parameters that OWASP names as a minimum.
    passwordHash: password === null || password === undefined || password === '' ? null : await hash(password),
  });
  return { user, builtinUserId, apiToken: await issueApiToken(tx, user.id, token) };
}

/** @throws DomainError BUILTIN_USERS_DISABLED | BUILTIN_USERS_KEY_INVALID */
function requireKey(expected: string | undefined, sent: string | null | undefined): void {
  if (expected === undefined) {
    throw new DomainError('BUILTIN_USERS_DISABLED', 'Creating built-in users is switched off: the setting :BuiltinUsersKey is not set.');
  }
  if (sent === null || sent === undefined || sent === '') {
    throw new DomainError('BUILTIN_USERS_KEY_INVALID', 'Creating a built-in user needs the parameter key.');
  }
  if (!isSameSecret(expected, sent)) {
    throw new DomainError('BUILTIN_USERS_KEY_INVALID', 'The key for creating built-in users is wrong.');
  }
}

/** Makes a built-in account. Open to callers with the built-in users key, and to superusers without it. */
export const createBuiltinUser = command({
  name: 'createBuiltinUser',
  input: builtinUserInput,
  subject: noSubject,
  requires: 'Public',
  run: async (scope, _subject, input) => {
    if (!scope.actor.superuser) requireKey(scope.services.settings.get(':BuiltinUsersKey'), input.key);
    if (!input.password) {
      throw new DomainError('BAD_USER_INPUT', 'A built-in account needs a password, by the parameter password.', {
        problems: [{ pointer: '/password', message: 'is missing' }],
      });
    }
    const created = await storeBuiltinUser(scope.tx, input);
    await beginEmailConfirmation(scope, created.user);
    const payload = { userAccountId: created.user.id, welcomed: input.sendEmailNotification !== false };
    scope.emit({ kind: 'AccountCreated', subjectId: null, payload });
    scope.note({ user: created.user.userName, account: created.user.id });
    return created;
  },
});
