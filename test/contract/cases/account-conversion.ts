import { expect } from 'vitest';
import { createUser, succeeded, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROW = 'admin.authenticatedUsers.convertRemoteToBuiltIn';

interface RemoteAccount {
  readonly id: number;
  readonly userName: string;
}

/** An account of another provider. */
async function remoteAccount({ callers }: ContractWorld): Promise<RemoteAccount> {
  const userName = uniqueName('remote');
  const body = {
    authenticationProviderId: 'orcid',
    persistentUserId: `orcid-of-${userName}`,
    identifier: userName,
    firstName: 'Re',
    lastName: 'Mote',
    email: `${userName}@example.org`,
  };
  return { userName, id: succeeded(await callers.superuser.rest.post('/api/admin/authenticatedUsers', body)).number('data.id') };
}

let account: RemoteAccount;

/** A request about a new account of another provider. */
const about =
  (email: (account: RemoteAccount, world: ContractWorld) => string | Promise<string>): ContractCase['given'] =>
  async (world) => {
    account = await remoteAccount(world);
    return { path: [account.id], raw: await email(account, world) };
  };

const recordOf = async ({ callers }: ContractWorld): Promise<Readonly<Record<string, unknown>>> =>
  succeeded(await callers.superuser.rest.get(`/api/admin/authenticatedUsers/${account.userName}`)).record('data');

const stays = async (_answer: unknown, world: ContractWorld): Promise<void> =>
  expect(await recordOf(world)).toMatchObject({ email: `${account.userName}@example.org`, authenticationProviderId: 'orcid' });

/** Cases of converting accounts. Source: users-admin.md 8.3. */
export const accountConversionCases: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'asks a guest to log in',
    given: () => ({ path: [1], raw: 'a@example.org' }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: ROW,
    shows: 'is for superusers',
    as: 'owner',
    given: () => ({ path: [1], raw: 'a@example.org' }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: ROW,
    shows: 'makes it a built-in account without a password, and asks to confirm the new address',
    as: 'superuser',
    given: about(({ userName }) => ` new-${userName}@example.org\n`),
    status: 200,
    keys: ['email', 'username'],
    holds: async (answer, world) => {
      const { userName, id } = account;
      const email = `new-${userName}@example.org`;
      expect(answer.record('data')).toEqual({ email, username: userName });
      expect(await recordOf(world)).toMatchObject({ email, authenticationProviderId: 'builtin', persistentUserId: userName });
      succeeded(await world.callers.superuser.rest.get(`/api/admin/confirmEmail/${id}`));
      const signedIn = await world.callers.guest.graphql.send(
        `mutation { signIn(input: { userName: "${userName}", password: "a" }) { session { token } } }`,
      );
      expect(signedIn.code).toBe('INVALID_CREDENTIALS');
    },
  },
  {
    row: ROW,
    shows: 'lets it keep its address',
    as: 'superuser',
    given: about(({ userName }) => `${userName}@example.org`),
    status: 200,
  },
  {
    row: ROW,
    shows: 'refuses the address of another account, in any case',
    as: 'superuser',
    given: about(async (_account, { server }) => {
      const other = await createUser(server, 'other');
      return succeeded(await other.rest.get('/api/users/:me'))
        .text('data.email')
        .toUpperCase();
    }),
    status: 400,
    errorCode: 'USER_EMAIL_TAKEN',
    holds: stays,
  },
  ...['', 'no address', 'a@'].map((email): ContractCase => ({
    row: ROW,
    shows: `refuses '${email}', which is no address`,
    as: 'superuser',
    given: about(() => email),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: stays,
  })),
  {
    row: ROW,
    shows: 'refuses a name that another account has at the built-in provider',
    as: 'superuser',
    given: about(async ({ userName }, { callers }) => {
      const body = {
        authenticationProviderId: 'builtin',
        persistentUserId: userName,
        identifier: uniqueName('holder'),
        firstName: 'Ho',
        lastName: 'Lder',
        email: `holder-of-${userName}@example.org`,
      };
      succeeded(await callers.superuser.rest.post('/api/admin/authenticatedUsers', body));
      return `${userName}@example.org`;
    }),
    status: 400,
    errorCode: 'USER_ID_TAKEN',
    holds: stays,
  },
  {
    row: ROW,
    shows: 'refuses a built-in account',
    as: 'superuser',
    given: async ({ server }) => {
      const builtin = await createUser(server, 'builtin');
      return { path: [succeeded(await builtin.rest.get('/api/users/:me')).number('data.id')], raw: `${uniqueName('a')}@example.org` };
    },
    status: 400,
    errorCode: 'USER_ALREADY_BUILTIN',
  },
  {
    row: ROW,
    shows: 'refuses a deactivated account',
    as: 'superuser',
    given: about(async ({ userName }, { callers }) => {
      succeeded(await callers.superuser.rest.post(`/api/admin/authenticatedUsers/${userName}/deactivate`));
      return `${userName}@example.org`;
    }),
    status: 400,
    errorCode: 'USER_DEACTIVATED',
    holds: stays,
  },
  {
    row: ROW,
    shows: 'knows no other account',
    as: 'superuser',
    given: () => ({ path: [999_999], raw: 'a@example.org' }),
    status: 400,
    errorCode: 'USER_NOT_FOUND',
  },
  {
    row: ROW,
    shows: 'finds nothing under what is no number',
    as: 'superuser',
    given: () => ({ path: ['pete'], raw: 'a@example.org' }),
    status: 404,
    errorCode: 'NOT_FOUND',
  },
];
