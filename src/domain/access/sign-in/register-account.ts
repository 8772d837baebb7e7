/** Accounts that programs register with a bearer token of their user. Source: users-admin.md 18.1. */
import { z } from 'zod';
import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import type { UserRow } from '../../../db/queries/access/users.ts';
import { command, type CommandContext } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { parseInput } from '../../../kernel/parse-input.ts';
import type { ProvenIdentity } from '../../../kernel/ports/identity-services.ts';
import { completed, type PersonClaims } from '../../../model/sign-in/person-claims.ts';
import { line } from '../../../model/text-limits.ts';
import { accountName, personFields } from '../accounts/account-rules.ts';
import { takenProblems } from '../accounts/taken-problems.ts';
import { findAccountOf, isOidc, proveBearer } from './bearer-account.ts';
import { type NewProviderAccount, storeProviderAccount } from './sign-up.ts';

const rules = { ...personFields, userName: accountName };

const text = line.nullish();
const registration = z.object({
  // Node takes 16 KB of headers.
  bearerToken: z.string().max(16_000, 'must not be longer than 16000 characters'),
  userName: text,
  firstName: text,
  lastName: text,
  email: text,
  affiliation: text,
  position: text,
  termsAccepted: z.boolean().nullish(),
});
type Registration = z.infer<typeof registration>;

/** What the provider says where it says anything. */
const CLAIMED = ['userName', 'firstName', 'lastName', 'email'] as const;
type Claimed = (typeof CLAIMED)[number];

/** Takes a fact from the provider, or else from the client where the operator lets it. */
function takeFact(
  name: Claimed,
  person: PersonClaims,
  given: Registration,
  mayAdd: boolean,
): { readonly value?: string; readonly fault?: string } {
  const claim = person[name];
  const sent = given[name]?.trim() === '' ? undefined : (given[name] ?? undefined);
  if (sent !== undefined && !mayAdd) return { fault: 'must not be sent: it is taken from the provider' };
  if (sent !== undefined && claim !== undefined && sent !== claim) return { fault: 'is not what the provider says' };
  const value = claim ?? sent;
  if (value === undefined) return { fault: mayAdd ? 'is missing: the provider does not say it' : 'is not said by the provider' };
  const checked = rules[name].safeParse(value);
  return checked.success ? { value: checked.data } : { fault: checked.error.issues[0]?.message ?? 'cannot be used' };
}

/** The account that is to be made. @throws DomainError BAD_USER_INPUT with everything that keeps it from being made */
async function accountOf({ db, services }: CommandContext, identity: ProvenIdentity, given: Registration): Promise<NewProviderAccount> {
  const { person } = identity;
  const mayAdd = services.features.has('api-bearer-auth-provide-missing-claims');
  const facts = CLAIMED.map((name) => [name, takeFact(name, person, given, mayAdd)] as const);
  const {
    userName = '',
    firstName = '',
    lastName = '',
    email = '',
  } = Object.fromEntries(facts.map(([name, { value }]) => [name, value])) as Partial<Record<Claimed, string>>;
  const problems: Problem[] = [
    ...facts.flatMap(([name, { fault }]) => (fault === undefined ? [] : [{ pointer: `/${name}`, message: fault }])),
    ...(await takenProblems(db, { userName, email })),
  ];
  if (given.termsAccepted !== true && !services.features.has('api-bearer-auth-handle-tos-acceptance-in-idp')) {
    problems.push({ pointer: '/termsAccepted', message: 'must be true: the terms of use have to be accepted' });
  }
  if (problems.length > 0) {
    const told = problems.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`).join('; ');
    throw new DomainError('BAD_USER_INPUT', `The account cannot be registered: ${told}.`, { problems });
  }
  return {
    providerId: identity.providerId,
    subject: identity.subject,
    userName,
    firstName,
    lastName,
    email,
    emailVerified: person.emailVerified && person.email === email,
    affiliation: person.affiliation ?? given.affiliation ?? null,
    position: given.position ?? null,
  };
}

const proof = z.custom<NewProviderAccount>();

/** Stores an account whose facts were put together. */
export const storeRegisteredAccount = command({
  name: 'storeRegisteredAccount',
  input: z.object({ proof }),
  subject: noSubject,
  requires: 'Public',
  run: (scope, _subject, { proof: account }): Promise<UserRow> => storeProviderAccount(scope, account, { welcomed: false }),
});

/** What the provider says of a person, asked for what the token does not say. @throws DomainError SERVICE_UNAVAILABLE */
async function withUserInfo({ services }: CommandContext, token: string, identity: ProvenIdentity): Promise<ProvenIdentity> {
  const provider = services.signInProviders.find(identity.providerId);
  const whole = CLAIMED.every((name) => identity.person[name] !== undefined);
  if (whole || provider === undefined || !isOidc(provider)) return identity;
  return { ...identity, person: completed(identity.person, await services.identities.askUserInfo(token, identity, provider)) };
}

/**
 * Registers the holder of a bearer token. @throws DomainError BEARER_REGISTRATION_OFF | BEARER_TOKEN_INVALID | ACCOUNT_EXISTS |
 * BAD_USER_INPUT with every problem | SERVICE_UNAVAILABLE
 */
export const registerAccount = composed({
  name: 'registerAccount',
  of: [storeRegisteredAccount],
  run: async (context: CommandContext, sent: z.input<typeof registration>): Promise<UserRow> => {
    const { services } = context;
    if (!services.features.has('api-bearer-auth')) {
      throw new DomainError(
        'BEARER_REGISTRATION_OFF',
        'This installation takes no bearer tokens, so registering with one is not possible.',
      );
    }
    const given = parseInput(registration, sent);
    if (given.bearerToken === '') {
      throw new DomainError('BAD_USER_INPUT', 'A registration needs a bearer token of the one who registers.', {
        problems: [{ pointer: '/bearerToken', message: 'is missing' }],
      });
    }
    const proven = await proveBearer(services, given.bearerToken);
    if ((await findAccountOf(context.db, proven, services)) !== undefined) {
      throw new DomainError('ACCOUNT_EXISTS', 'The holder of the bearer token has an account already.');
    }
    const identity = await withUserInfo(context, given.bearerToken, proven);
    return storeRegisteredAccount(context, { proof: await accountOf(context, identity, given) });
  },
});
