/** Accounts of people whom a provider knows: made at their first sign-in, or an existing one given to the provider. */
import { z } from 'zod';
import { findProviderAccount } from '../../../db/queries/access/provider-accounts.ts';
import { deleteSessionsOf, moveAccountToProvider, type PasswordAccount } from '../../../db/queries/access/sessions.ts';
import { insertUser, type UserRow } from '../../../db/queries/access/users.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, type CommandContext, type Scope } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { accountName, personFields } from '../accounts/account-rules.ts';
import { beginEmailConfirmation } from '../accounts/email-confirmation.ts';
import { refuseTaken } from '../accounts/taken-problems.ts';
import { type NewSession, openSession } from './sessions.ts';
import { countSignInAttempt, forgetGuesses } from './guess-limits.ts';
import { type PasswordInput, refusePassword, requireByPassword } from './sign-in-with-password.ts';
import { identityTicket, type PendingIdentity, requireTicket } from './tickets.ts';

/** An account to be created for a person whom a provider knows. */
export interface NewProviderAccount {
  readonly providerId: string;
  readonly subject: string;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** The provider has seen that the address is the person's. */
  readonly emailVerified: boolean;
  readonly affiliation: string | null;
  readonly position: string | null;
}

/**
 * Stores the account, with a welcome where a person signs up; one that a program registers is asked to confirm its address at most.
 * Source: users-admin.md 5.3. @throws DomainError ACCOUNT_EXISTS | USER_NAME_TAKEN | USER_EMAIL_TAKEN
 */
export async function storeProviderAccount(
  scope: Scope,
  account: NewProviderAccount,
  { welcomed }: { readonly welcomed: boolean },
): Promise<UserRow> {
  const { tx } = scope;
  const { providerId, subject, emailVerified, ...facts } = account;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    if ((await findProviderAccount(tx, providerId, subject)) !== undefined) {
      throw new DomainError('ACCOUNT_EXISTS', 'There is an account already: sign in.');
    }
    await refuseTaken(tx, facts);
    const now = new Date();
    const user = await insertUser(tx, {
      ...facts,
      authenticationProviderId: providerId,
      persistentUserId: subject,
      emailConfirmedAt: emailVerified ? now : null,
      createdAt: now,
      lastLoginAt: now,
    });
    if (user === undefined) continue;
    if (!emailVerified) await beginEmailConfirmation(scope, user);
    scope.emit({ kind: 'AccountCreated', subjectId: null, payload: { userAccountId: user.id, welcomed } });
    if (!welcomed && !emailVerified) {
      scope.emit({ kind: 'EmailConfirmationRequested', subjectId: null, payload: { userAccountId: user.id } });
    }
    scope.note({ user: user.userName, account: user.id, provider: providerId });
    return user;
  }
  throw new DomainError(
    'CONCURRENT_CHANGE',
    'Another request took the name, the address or the identity at the same time; send the request again.',
  );
}

/** The identity of a ticket, if its provider still lets people in. @throws DomainError SIGN_IN_TICKET_INVALID */
function requireIdentity({ services }: CommandContext, ticket: string): PendingIdentity {
  const identity = requireTicket(services, identityTicket, ticket);
  if (services.signInProviders.find(identity.providerId) !== undefined) return identity;
  throw new DomainError('SIGN_IN_TICKET_INVALID', 'The provider of this sign-in was switched off.');
}

/** A first sign-in that has come to its end. */
export interface AdmittedPerson {
  readonly session: NewSession;
  /** Path of this server where the browser wanted to be. */
  readonly returnTo: string;
}

/** Creates the account of a person who signs in by a provider for the first time, and signs it in. */
export const signUp = command({
  name: 'signUp',
  input: z.object({ ticket: z.string(), userName: z.string().trim().pipe(accountName), ...personFields }),
  subject: noSubject,
  requires: 'Public',
  run: async (scope, _subject, { ticket, ...given }): Promise<AdmittedPerson> => {
    const { providerId, subject, person, returnTo } = requireIdentity(scope.context, ticket);
    const account = {
      ...given,
      providerId,
      subject,
      // An address that was typed in its place is unproven.
      emailVerified: person.emailVerified && person.email?.toLowerCase() === given.email.toLowerCase(),
      affiliation: given.affiliation ?? null,
      position: given.position ?? null,
    };
    const user = await storeProviderAccount(scope, account, { welcomed: true });
    return { session: await openSession(scope, user, providerId), returnTo };
  },
});

const linkProof = z.custom<{ readonly account: PasswordAccount; readonly identity: PendingIdentity }>();

/** Gives an account to the provider that knows its owner. */
export const moveAccount = command({
  name: 'moveAccount',
  input: z.object({ proof: linkProof }),
  subject: noSubject,
  requires: 'Public',
  run: async (scope, _subject, { proof: { account, identity } }): Promise<NewSession> => {
    const { providerId, subject } = identity;
    if ((await findProviderAccount(scope.tx, providerId, subject)) !== undefined) {
      throw new DomainError('ACCOUNT_EXISTS', 'There is an account already: sign in.');
    }
    await deleteSessionsOf(scope.tx, account.id);
    await moveAccountToProvider(scope.tx, { id: account.id, providerId, persistentUserId: subject });
    await forgetGuesses(scope.tx, scope.context, account.userName);
    scope.note({ before: account.providerId });
    return openSession(scope, account, providerId);
  },
});

/**
 * Links the built-in account whose password is given to the provider that its owner came from; its password ends.
 * @throws DomainError SIGN_IN_TICKET_INVALID | INVALID_CREDENTIALS | SIGN_IN_LIMITED
 */
export const linkAccount = composed({
  name: 'linkAccount',
  of: [countSignInAttempt, refusePassword, moveAccount],
  run: async (context: CommandContext, { ticket, ...given }: PasswordInput & { readonly ticket: string }): Promise<AdmittedPerson> => {
    const identity = requireIdentity(context, ticket);
    const session = await moveAccount(context, { proof: { identity, account: await requireByPassword(context, given) } });
    return { session, returnTo: identity.returnTo };
  },
});
