import { expect } from 'vitest';
import { type Caller, createUser, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const GET = 'admin.confirmEmail.get';
const START = 'admin.confirmEmail.start';

interface NewAccount {
  readonly account: Caller;
  readonly id: number;
}

async function newAccount({ server }: ContractWorld): Promise<NewAccount> {
  const account = await createUser(server, 'newcomer');
  return { account, id: succeeded(await account.rest.get('/api/users/:me')).number('data.id') };
}

const confirmedAt = async ({ account }: NewAccount): Promise<unknown> =>
  succeeded(await account.rest.get('/api/users/:me')).record('data')['emailLastConfirmed'];

function press(world: ContractWorld, token: string): Promise<Response> {
  return fetch(`${world.server.url}/confirmemail.xhtml?token=${token}`, { method: 'POST', headers: { Accept: 'text/html' } });
}

const refused: readonly ContractCase[] = [GET, START].flatMap((row): ContractCase[] => [
  {
    row,
    shows: 'is behind the administrative gate',
    as: 'guest',
    given: () => ({ path: [1] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  { row, shows: 'is not for accounts', as: 'owner', given: () => ({ path: [1] }), status: 403, errorCode: 'ADMIN_API_REFUSED' },
  {
    row,
    shows: 'refuses an unknown account',
    as: 'superuser',
    given: () => ({ path: [999_999] }),
    status: 400,
    errorCode: 'USER_NOT_FOUND',
  },
  {
    row,
    shows: 'finds nothing under what is no number',
    as: 'superuser',
    given: () => ({ path: ['pete'] }),
    status: 404,
    errorCode: 'NOT_FOUND',
  },
]);

/** Cases of confirming e-mail addresses. Source: users-admin.md 7.1, 8.3. */
export const emailConfirmationCases: readonly ContractCase[] = [
  ...refused,
  {
    row: GET,
    shows: 'gives the token that a new account has, by which the page confirms its address once',
    as: 'superuser',
    given: async (world) => ({ path: [(await newAccount(world)).id] }),
    status: 200,
    keys: ['token'],
    holds: async (_answer, world) => {
      const made = await newAccount(world);
      const token = succeeded(await world.callers.superuser.rest.get(`/api/admin/confirmEmail/${made.id}`)).text('data.token');
      expect(await confirmedAt(made)).toBeUndefined();

      const page = await fetch(`${world.server.url}/confirmemail.xhtml?token=${token}`, { headers: { Accept: 'text/html' } });
      expect([page.status, page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([200, 'no-store', 'noindex']);
      expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
      expect(await page.text()).toContain(`action="/confirmemail.xhtml?token=${token}"`);
      // To open the page confirms nothing: programs that look into mail do that too.
      expect(await confirmedAt(made)).toBeUndefined();

      expect((await press(world, token)).status).toBe(200);
      expect(await confirmedAt(made)).toMatch(/^\d{4}-/);
      expect((await press(world, token)).status).toBe(404);
      expect((await press(world, 'nothing')).status).toBe(404);
    },
  },
  {
    row: GET,
    shows: 'refuses an account that has no link any more',
    as: 'superuser',
    given: async (world) => {
      const { id } = await newAccount(world);
      await world.server.application.connection.sql`update email_confirmation set expires_at = now() where user_account_id = ${id}`;
      return { path: [id] };
    },
    status: 400,
    errorCode: 'EMAIL_CONFIRMATION_NOT_FOUND',
  },
  {
    row: START,
    shows: 'makes another link, and the address counts as not confirmed until then',
    as: 'superuser',
    given: async (world) => ({ path: [(await newAccount(world)).id] }),
    status: 200,
    keys: ['tokenCreated', 'identifier'],
    holds: async (answer, world) => {
      expect(answer.text('data.identifier')).toMatch(/^newcomer-/);
      const made = await newAccount(world);
      const { rest } = world.callers.superuser;
      const tokenOf = async () => succeeded(await rest.get(`/api/admin/confirmEmail/${made.id}`)).text('data.token');
      const first = await tokenOf();
      expect((await press(world, first)).status).toBe(200);
      succeeded(await rest.post(`/api/admin/confirmEmail/${made.id}`));
      expect(await confirmedAt(made)).toBeUndefined();
      expect((await press(world, first)).status).toBe(404);
      expect((await press(world, await tokenOf())).status).toBe(200);
    },
  },
];
