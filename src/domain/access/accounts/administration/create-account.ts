/** Accounts of users whom a provider elsewhere authenticates. Source: users-admin.md 8.2. */
import { z } from 'zod';
import type { Transaction } from '../../../../db/client.ts';
import { isKnownAtProvider, listNumberedNames } from '../../../../db/queries/access/account-changes.ts';
import { findUserByName, insertUser, type UserRow } from '../../../../db/queries/access/users.ts';
import { DomainError } from '../../../../errors/domain-error.ts';
import { command } from '../../../../kernel/command.ts';
import { noSubject } from '../../../../kernel/no-subject.ts';
import { accountName, emailAddress, notBlank } from '../account-rules.ts';
import { refuseTaken, takenProblems } from '../taken-problems.ts';

const accountInput = z.object({
  authenticationProviderId: notBlank,
  persistentUserId: notBlank,
  /** A leading `@` is dropped. */
  identifier: z
    .string()
    .transform((text) => text.replace(/^@/, ''))
    .pipe(accountName),
  firstName: notBlank,
  lastName: notBlank,
  email: emailAddress,
});
type AccountInput = z.infer<typeof accountInput>;

/** @throws DomainError USER_EMAIL_TAKEN | USER_ID_TAKEN. Source: decisions.md 29. */
async function refuseKnown(tx: Transaction, { email, ...key }: AccountInput): Promise<void> {
  if (!(await isKnownAtProvider(tx, key))) return refuseTaken(tx, { email });
  const known = { pointer: '/persistentUserId', message: `has an account of ${key.authenticationProviderId} already` };
  const user = `User ${key.persistentUserId} of the provider ${key.authenticationProviderId}`;
  throw new DomainError('USER_ID_TAKEN', `${user} has an account already.`, { problems: [known, ...(await takenProblems(tx, { email }))] });
}

/** A name as it was sent, or with the first number behind it that makes it another than all there are. */
async function freeName(tx: Transaction, wanted: string): Promise<string> {
  if ((await findUserByName(tx, wanted)) === undefined) return wanted;
  const taken = new Set(await listNumberedNames(tx, wanted));
  let number = 1;
  while (taken.has(`${wanted.toLowerCase()}${number}`)) number += 1;
  return `${wanted}${number}`;
}

/** How often a name is looked for that others take at the same moment. */
const MOST_ATTEMPTS = 5;

/** Makes an account without password and token. */
export const createAccount = command({
  name: 'createAccount',
  input: accountInput,
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, input): Promise<UserRow> => {
    const { tx } = scope;
    const now = new Date();
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      await refuseKnown(tx, input);
      const created = await insertUser(tx, {
        authenticationProviderId: input.authenticationProviderId,
        persistentUserId: input.persistentUserId,
        userName: await freeName(tx, input.identifier),
        firstName: input.firstName,
        lastName: input.lastName,
        email: input.email,
        createdAt: now,
        lastLoginAt: now,
      });
      if (created === undefined) continue;
      // The administrator tells the person. Source: users-admin.md 5.3.
      scope.emit({ kind: 'AccountCreated', subjectId: null, payload: { userAccountId: created.id, welcomed: false } });
      scope.note({ user: created.userName, account: created.id, provider: created.authenticationProviderId });
      return created;
    }
    throw new DomainError(
      'CONCURRENT_CHANGE',
      `Concurrent requests took every name tried for ${input.identifier}; send the request again.`,
    );
  },
});
