import { expect } from 'vitest';
import { succeeded, uniqueName } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROW = 'builtinusers.apiToken';
const PASSWORD = 'correct-horse-7';
const SETTING = '/api/admin/settings/:AllowApiTokenLookupViaApi';

interface Made {
  readonly userName: string;
  readonly token: string;
}
let made: Made = { userName: '', token: '' };

/** A built-in account with a password and a token; the operator lets programs ask. */
async function account({ server, callers: { superuser } }: ContractWorld): Promise<Made> {
  await server.application.connection.sql`delete from sign_in_attempt`;
  succeeded(await superuser.rest.send(SETTING, { method: 'PUT', raw: 'true' }));
  const userName = uniqueName('by-password');
  const input = { userName, firstName: 'By', lastName: 'Password', email: `${userName}@example.org`, password: PASSWORD };
  const create = 'mutation ($input: CreateBuiltinUserInput!) { createBuiltinUser(input: $input) { apiToken } }';
  made = { userName, token: (await superuser.graphql.send(create, { input })).text('data.createBuiltinUser.apiToken') };
  return made;
}
const ask = ({ userName }: Made, password = PASSWORD): CaseRequest => ({ path: [userName], query: { password } });
const restore = async ({ callers: { superuser } }: ContractWorld) => void (await superuser.rest.delete(SETTING));
const statusOf = async ({ callers: { guest } }: ContractWorld, token: string) =>
  (await guest.rest.get(`/api/users/:me?key=${token}`)).status;

/** Cases of tokens for passwords. Source: users-admin.md 7.3. */
export const tokenByPasswordCases: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'gives a token that counts, in place of the former',
    given: async (world) => ask(await account(world)),
    status: 200,
    keys: ['message'],
    holds: async (answer, world) => {
      expect(await statusOf(world, answer.text('data.message'))).toBe(200);
      expect(await statusOf(world, made.token)).toBe(401);
    },
    restore,
  },
  {
    row: ROW,
    shows: 'is closed where the operator has not opened it, whatever the password',
    given: async (world) => {
      const request = ask(await account(world));
      await restore(world);
      return request;
    },
    status: 403,
    errorCode: 'API_TOKEN_LOOKUP_DISABLED',
  },
  {
    row: ROW,
    shows: 'is refused with a wrong password',
    given: async (world) => ask(await account(world), 'wrong'),
    status: 400,
    errorCode: 'INVALID_CREDENTIALS',
    restore,
  },
  {
    row: ROW,
    shows: 'is refused to a name that there is not, in the same words',
    given: async (world) => {
      await account(world);
      return ask({ ...made, userName: 'nobody-has-this-name' });
    },
    status: 400,
    errorCode: 'INVALID_CREDENTIALS',
    message: 'The user name or the password is wrong.',
    restore,
  },
  {
    row: ROW,
    shows: 'needs a password',
    given: async (world) => ({ path: [(await account(world)).userName] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /password/,
    restore,
  },
  {
    row: ROW,
    shows: 'has none for an account without token',
    given: async (world) => {
      const { token } = await account(world);
      succeeded(await world.callers.guest.rest.send(`/api/users/token?key=${token}`, { method: 'DELETE' }));
      return ask(made);
    },
    status: 404,
    errorCode: 'API_TOKEN_NOT_FOUND',
    restore,
  },
  {
    row: ROW,
    shows: 'is limited after wrong passwords, also with the right one',
    given: async (world) => {
      const { userName } = await account(world);
      const guess = `/api/builtin-users/${userName}/api-token?password=wrong`;
      for (let count = 0; count < 11; count += 1) await world.callers.guest.rest.get(guess);
      return ask(made);
    },
    status: 429,
    errorCode: 'SIGN_IN_LIMITED',
    restore: async (world) => {
      await world.server.application.connection.sql`delete from sign_in_attempt`;
      await restore(world);
    },
  },
];
