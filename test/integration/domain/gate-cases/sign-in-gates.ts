import type { PasswordAccount } from '../../../../src/db/queries/access/sessions.ts';
import { findProviderAccount } from '../../../../src/db/queries/access/provider-accounts.ts';
import { checkPassword } from '../../../../src/domain/access/sign-in/check-password.ts';
import { admitPasswordChange, storePassword } from '../../../../src/domain/access/sign-in/change-password.ts';
import {
  beginDeviceSignIn,
  issueDeviceToken,
  lookUpDeviceCode,
  storeDeviceDecision,
} from '../../../../src/domain/access/sign-in/device-sign-in.ts';
import { countSignInAttempt, refuseProviderSignIn } from '../../../../src/domain/access/sign-in/guess-limits.ts';
import { listOfferedProviders } from '../../../../src/domain/access/sign-in/offered-providers.ts';
import { storeRegisteredAccount } from '../../../../src/domain/access/sign-in/register-account.ts';
import { beginSignIn, openProviderSession } from '../../../../src/domain/access/sign-in/round-trip.ts';
import { admitPasswordReset, requestPasswordReset, storeResetPassword } from '../../../../src/domain/access/sign-in/reset-password.ts';
import { signOut } from '../../../../src/domain/access/sign-in/sessions.ts';
import { openPasswordSession, refusePassword } from '../../../../src/domain/access/sign-in/sign-in-with-password.ts';
import { renewTokenByPassword } from '../../../../src/domain/access/sign-in/token-by-password.ts';
import { moveAccount, signUp } from '../../../../src/domain/access/sign-in/sign-up.ts';
import type { ProvenIdentity } from '../../../../src/kernel/ports/identity-services.ts';
import type { DomainWorld } from '../domain-world.ts';
import type { GateCase, GateTable } from './gate-case.ts';

const ofEverybody = (run: GateCase['run']): GateCase => ({ requires: 'Public', run });

/** The built-in superuser, as if the password had been seen. */
function provenByPassword({ superuser: { account } }: DomainWorld): PasswordAccount {
  return { id: account?.id ?? 0, userName: account?.userName ?? '', deactivatedAt: null, providerId: 'builtin', passwordHash: null };
}

/** The same account, as a provider would vouch for it. */
function identityOf({ superuser: { account } }: DomainWorld): ProvenIdentity {
  const nothing = { userName: undefined, firstName: undefined, lastName: undefined, email: undefined, affiliation: undefined };
  return { providerId: 'builtin', subject: account?.userName ?? '', person: { ...nothing, emailVerified: false }, claims: {} };
}

/** Whoever signs in has no account yet, or not yet shown it. Source: users-admin.md 3.6, 11. */
export const signInGates: GateTable = {
  listOfferedProviders: ofEverybody((context) => listOfferedProviders(context, {})),
  // There is no such provider, which is found out behind the gate.
  beginSignIn: ofEverybody((context) => beginSignIn(context, { providerId: 'none' })),
  openProviderSession: ofEverybody(async (context, _target, world) => {
    const identity = identityOf(world);
    const account = await findProviderAccount(context.db, identity.providerId, identity.subject);
    if (account === undefined) throw new Error('The superuser is not an account of the provider.');
    return openProviderSession(context, { proof: { identity, account } });
  }),
  // Beyond the limit of one address, which is found out behind the gate, too.
  countSignInAttempt: ofEverybody((context) => countSignInAttempt(context, { userName: 'nobody' })),
  refuseProviderSignIn: ofEverybody((context) => refuseProviderSignIn(context, { provider: 'none', reason: 'none' })),
  // Its name is taken.
  storeRegisteredAccount: ofEverybody((context, _target, world) => {
    const { userName } = provenByPassword(world);
    const facts = { firstName: 'No', lastName: 'Body', affiliation: null, position: null, emailVerified: false };
    return storeRegisteredAccount(context, { proof: { ...facts, userName, providerId: 'none', subject: 'none', email: 'no@example.org' } });
  }),
  refusePassword: ofEverybody((context) => refusePassword(context, {})),
  openPasswordSession: ofEverybody((context, _target, world) =>
    openPasswordSession(context, { proof: { account: provenByPassword(world) } }),
  ),
  // The identity has an account already.
  moveAccount: ofEverybody((context, _target, world) =>
    moveAccount(context, { proof: { account: provenByPassword(world), identity: { ...identityOf(world), returnTo: '' } } }),
  ),
  // The ticket is none.
  signUp: ofEverybody((context) =>
    signUp(context, { ticket: 'none', userName: 'nobody', firstName: 'No', lastName: 'Body', email: 'nobody@example.org' }),
  ),
  // None of them has a password.
  admitPasswordChange: { requires: 'LoggedIn', run: (context) => admitPasswordChange(context, { newPassword: 'correct-horse-7' }) },
  storePassword: { requires: 'LoggedIn', run: (context) => storePassword(context, { passwordHash: 'none', endOthers: false }) },
  requestPasswordReset: ofEverybody((context) => requestPasswordReset(context, { email: 'nobody@example.org' })),
  // There is no such link, which is found out behind the gate.
  admitPasswordReset: ofEverybody((context) => admitPasswordReset(context, { token: 'none', newPassword: 'correct-horse-7' })),
  storeResetPassword: ofEverybody((context) =>
    storeResetPassword(context, { proof: Buffer.alloc(32), passwordHash: 'none', endTokens: false }),
  ),
  beginDeviceSignIn: ofEverybody((context) => beginDeviceSignIn(context, { clientName: 'program', scopes: ['READ'] })),
  // No program waits.
  lookUpDeviceCode: { requires: 'LoggedIn', run: (context) => lookUpDeviceCode(context, { userCode: 'none' }) },
  storeDeviceDecision: { requires: 'LoggedIn', run: (context) => storeDeviceDecision(context, { userCode: 'none', allow: true }) },
  issueDeviceToken: ofEverybody((context) => issueDeviceToken(context, { proof: Buffer.alloc(32) })),
  checkPassword: { requires: 'AdminGate', run: (context) => checkPassword(context, { password: 'a' }) },
  // The superuser's own token ends, so that of an account that is none.
  renewTokenByPassword: ofEverybody((context, _target, world) =>
    renewTokenByPassword(context, { proof: { ...provenByPassword(world), id: 0 } }),
  ),
  // None of them has come by a session.
  signOut: ofEverybody((context) => signOut(context, {})),
};
