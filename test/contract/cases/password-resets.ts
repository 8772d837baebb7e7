import { expect } from 'vitest';
import { hashResetToken } from '../../../src/domain/access/sign-in/reset-token.ts';
import { createUser, type Caller, succeeded, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const REQUEST = 'passwordReset.request';
const STORE = 'passwordReset.store';
const SENDER = '/api/admin/settings/:SystemEmail';
const PASSWORD = 'battery-staple-8';

/** Makes the counts of the cases before anew. */
async function forgetCounts({ server }: ContractWorld): Promise<void> {
  await server.application.connection.sql`delete from sign_in_attempt`;
}

/** Makes them anew, in an installation that sends mail. */
async function sendMail(world: ContractWorld): Promise<void> {
  await forgetCounts(world);
  succeeded(await world.callers.superuser.rest.send(SENDER, { method: 'PUT', raw: 'repository@example.org' }));
}

async function sendNoMail(world: ContractWorld): Promise<void> {
  await forgetCounts(world);
  succeeded(await world.callers.superuser.rest.delete(SENDER));
}

async function waitingMessages({ server }: ContractWorld): Promise<number> {
  const [row] = await server.application.connection.sql`
    select count(*)::int as count from outbox_event where payload ->> 'email' like 'reset-%'`;
  return Number(row?.['count']);
}

let holder: Caller;
let token: string;

/** A new account with a link that was mailed; `changes` is what became of it since. */
const linked =
  (
    changes: { readonly minutes?: number; readonly email?: string } = {},
    facts: Readonly<Record<string, unknown>> = {},
  ): ContractCase['given'] =>
  async ({ server }) => {
    holder = await createUser(server, 'forgetful');
    token = uniqueName('token');
    const { sql } = server.application.connection;
    await sql`insert into password_reset (user_account_id, token_hash, email, expires_at)
      select id, ${hashResetToken(token)}, coalesce(${changes.email ?? null}, email), now() + make_interval(mins => ${changes.minutes ?? 60})
      from user_account where user_name = ${holder.identifier.slice(1)}`;
    return { json: { token, newPassword: PASSWORD, ...facts } };
  };

const unknownLink = (shows: string, given: ContractCase['given']): ContractCase => ({
  row: STORE,
  shows,
  given,
  status: 404,
  errorCode: 'PASSWORD_RESET_NOT_FOUND',
});

const store = (changes: Partial<ContractCase> & Pick<ContractCase, 'shows' | 'given' | 'status'>): ContractCase => ({
  row: STORE,
  ...changes,
});

/** Cases of new passwords by mail. Source: users-admin.md 8.4. */
export const passwordResetCases: readonly ContractCase[] = [
  {
    row: REQUEST,
    shows: 'answers alike for the address of an account and for any other, and leaves to the message whether there is one',
    given: async (world) => {
      await sendMail(world);
      const before = await waitingMessages(world);
      const ask = (email: string) => world.callers.guest.rest.post('/api/passwordReset/request', { email });
      const account = await createUser(world.server, 'reset-known');
      const known = await ask(`${account.identifier.slice(1)}@example.org`);
      const unknown = await ask(`${uniqueName('reset-unknown')}@example.org`);
      expect([known.status, unknown.status]).toEqual([200, 200]);
      expect(known.at('data')).toEqual(unknown.at('data'));
      expect(await waitingMessages(world)).toBe(before + 2);
      return { json: { email: 'reset-third@example.org' } };
    },
    status: 200,
    restore: sendNoMail,
  },
  {
    row: REQUEST,
    shows: 'mails an address three times in a quarter of an hour, and answers no other way after that',
    given: async (world) => {
      await sendMail(world);
      await world.server.application.connection.sql`delete from outbox_event where lower(payload ->> 'email') = 'reset-often@example.org'`;
      for (let sent = 0; sent < 3; sent += 1) {
        await world.callers.guest.rest.post('/api/passwordReset/request', {
          email: sent === 1 ? 'RESET-often@example.org' : 'reset-often@example.org',
        });
      }
      return { json: { email: 'reset-often@example.org' } };
    },
    status: 200,
    holds: async (_answer, { server }) => {
      const [row] = await server.application.connection.sql`
        select count(*)::int as count from outbox_event where lower(payload ->> 'email') = 'reset-often@example.org'`;
      expect(row).toEqual({ count: 3 });
    },
    restore: sendNoMail,
  },
  {
    row: REQUEST,
    shows: 'is for accounts as well',
    as: 'owner',
    given: async (world) => {
      await sendMail(world);
      return { json: { email: 'reset-own@example.org' } };
    },
    status: 200,
    restore: sendNoMail,
  },
  {
    row: REQUEST,
    shows: 'refuses what is no address',
    given: () => ({ json: { email: 'reader' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: REQUEST,
    shows: 'refuses every address where no mail is sent, and keeps none',
    given: () => ({ json: { email: 'reset-unsent@example.org' } }),
    status: 503,
    errorCode: 'MAIL_NOT_CONFIGURED',
    holds: async (_answer, { server }) =>
      expect(
        await server.application.connection.sql`select from outbox_event where payload ->> 'email' = 'reset-unsent@example.org'`,
      ).toEqual([]),
  },
  { row: REQUEST, shows: 'refuses to be without an address', given: () => ({ json: {} }), status: 400, errorCode: 'BAD_USER_INPUT' },
  {
    row: REQUEST,
    shows: 'refuses a client address that asks often',
    given: async (world) => {
      await sendMail(world);
      for (let sent = 0; sent < 30; sent += 1) {
        await world.callers.guest.rest.post('/api/passwordReset/request', { email: `reset-${sent}@example.org` });
      }
      return { json: { email: 'reset-last@example.org' } };
    },
    status: 429,
    errorCode: 'RATE_LIMITED',
    restore: sendNoMail,
  },
  store({
    shows: 'sets the password, ends the sessions, keeps the tokens, and confirms the address',
    given: linked(),
    status: 200,
    holds: async (answer, { server }) => {
      const userName = holder.identifier.slice(1);
      expect(answer.record('data')).toEqual({ userName, endedSessions: 0, endedTokens: 0 });
      expect((await holder.rest.get('/api/users/:me')).text('data.emailLastConfirmed')).toMatch(/^\d{4}/);
      const { sql } = server.application.connection;
      expect(await sql`select from password_reset where token_hash = ${hashResetToken(token)}`).toHaveLength(0);
    },
  }),
  store({ shows: 'does not look at who sends it', as: 'owner', given: linked(), status: 200 }),
  store({
    shows: 'ends the tokens as well, if asked',
    given: linked({}, { endTokens: true }),
    status: 200,
    holds: async (answer) => {
      expect(answer.number('data.endedTokens')).toBe(1);
      expect((await holder.rest.get('/api/users/:me')).status).toBe(401);
    },
  }),
  unknownLink('counts once', async (world) => {
    const request = await linked()(world);
    await world.callers.guest.rest.post('/api/passwordReset', request.json);
    return request;
  }),
  unknownLink('counts for an hour', linked({ minutes: -1 })),
  unknownLink('ends when the account has another address', linked({ email: 'before@example.org' })),
  unknownLink('refuses a link that was never given', () => ({ json: { token: 'none', newPassword: PASSWORD } })),
  unknownLink('refuses a link of a deactivated account', async (world) => {
    const request = await linked()(world);
    await world.callers.superuser.rest.post(`/api/admin/authenticatedUsers/${holder.identifier.slice(1)}/deactivate`);
    return request;
  }),
  store({
    shows: 'names every rule that the password breaks, and keeps the link',
    given: linked({}, { newPassword: 'a' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: async (answer, { server }) => {
      expect(answer.list('errors').length).toBeGreaterThan(1);
      const { sql } = server.application.connection;
      expect(await sql`select from password_reset where token_hash = ${hashResetToken(token)}`).toHaveLength(1);
    },
  }),
  store({ shows: 'refuses to be without a password', given: () => ({ json: { token: 'a' } }), status: 400, errorCode: 'BAD_USER_INPUT' }),
];
