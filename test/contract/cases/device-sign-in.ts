import { expect } from 'vitest';
import type { Caller } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const BEGIN = 'device.authorization';
const TOKEN = 'device.token';
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

function form(fields: Readonly<Record<string, string>> | string): CaseRequest {
  return { raw: new URLSearchParams(fields).toString(), headers: FORM };
}
const ask = (deviceCode: string): CaseRequest => form({ grant_type: GRANT, device_code: deviceCode, client_id: 'program' });

/** A program that waits, whose user may have decided. */
async function waiting({ server, callers: { guest } }: ContractWorld, by?: Caller, allow = true): Promise<string> {
  // Cases of one address are more than one address may begin.
  await server.application.connection.sql`delete from sign_in_attempt`;
  const begin = 'mutation { beginDeviceSignIn(input: { clientName: "program", scopes: [READ, DEPOSIT] }) { deviceCode userCode } }';
  const begun = (await guest.graphql.send(begin)).record('data.beginDeviceSignIn');
  if (by !== undefined) {
    const decide = 'mutation ($input: DecideDeviceSignInInput!) { decideDeviceSignIn(input: $input) { deviceSignIn { clientName } } }';
    const decided = await by.graphql.send(decide, { input: { userCode: begun['userCode'], allow } });
    expect(decided.at('data.decideDeviceSignIn.deviceSignIn.clientName')).toBe('program');
  }
  return String(begun['deviceCode']);
}

/** Cases of programs without a browser; with a library for OAuth 2 they are in test/e2e. Source: users-admin.md 3.8. */
export const deviceSignInCases: readonly ContractCase[] = [
  {
    row: BEGIN,
    shows: 'gives codes to the program and to its user',
    given: () => form({ client_id: 'program', scope: 'read deposit' }),
    status: 200,
    holds: (answer, { server }) => {
      expect(answer.record('')).toEqual({
        device_code: expect.stringMatching(/^[\w-]{43}$/),
        user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
        verification_uri: expect.stringMatching(/\/device$/),
        verification_uri_complete: `${answer.text('verification_uri')}?user_code=${answer.text('user_code')}`,
        expires_in: 600,
        interval: 5,
      });
      expect(server.url).toMatch(/^http/);
    },
  },
  {
    row: BEGIN,
    shows: 'asks for reading where it names no scope',
    given: () => form({ client_id: 'program' }),
    status: 200,
  },
  ...(
    [
      ['names no program', { scope: 'read' }, /client_id/],
      ['has a blank name', { client_id: ' ' }, /must not be blank/],
      ['has a name of two lines', { client_id: 'program\nof the operator' }, /one line/],
      ['has a name that turns the text around it', { client_id: 'program \u202eBackwards' }, /one line/],
      ['has a name that is a message', { client_id: 'x'.repeat(101) }, /100 characters/],
      ['has a scope that there is not', { client_id: 'program', scope: 'read everything' }, /scope/i],
      ['has an empty scope', { client_id: 'program', scope: ' ' }, /scope/i],
      ['says something twice', 'client_id=a&client_id=b', /more than once/],
    ] as const
  ).map(([shows, fields, message]): ContractCase => ({
    row: BEGIN,
    shows: `refuses a form that ${shows}`,
    given: () => form(fields),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message,
    holds: (answer) => expect(answer.at('error')).toBe('invalid_request'),
  })),
  {
    row: BEGIN,
    shows: 'reads no JSON',
    given: () => ({ json: { client_id: 'program' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    row: BEGIN,
    shows: 'is limited by address',
    given: async ({ server, callers: { guest } }) => {
      await server.application.connection.sql`delete from sign_in_attempt`;
      const begin = 'mutation { beginDeviceSignIn(input: { clientName: "program", scopes: [READ] }) { interval: intervalSeconds } }';
      for (let count = 0; count < 30; count += 1) await guest.graphql.send(begin);
      return form({ client_id: 'program' });
    },
    status: 429,
    errorCode: 'SIGN_IN_LIMITED',
    restore: async ({ server }) => void (await server.application.connection.sql`delete from sign_in_attempt`),
  },
  {
    row: TOKEN,
    shows: 'is a token of the account that has let the program in',
    given: async (world) => ask(await waiting(world, world.callers.owner)),
    status: 200,
    holds: async (answer, { server, callers: { owner } }) => {
      expect(answer.record('')).toMatchObject({ token_type: 'Bearer', scope: 'read deposit' });
      expect(answer.number('expires_in')).toBeGreaterThan(300 * 86_400);
      const Authorization = `Bearer ${answer.text('access_token')}`;
      const me = (await (await fetch(`${server.url}/api/users/:me`, { headers: { Authorization } })).json()) as {
        readonly data: { readonly identifier: string };
      };
      expect(me.data.identifier).toBe(owner.identifier);
      expect((await owner.rest.get('/api/notifications/all?limit=1')).text('data.0.type')).toBe('APIGENERATED');
    },
  },
  {
    row: TOKEN,
    shows: 'waits until the user has decided',
    given: async (world) => ask(await waiting(world)),
    status: 400,
    errorCode: 'DEVICE_SIGN_IN_PENDING',
    holds: (answer) => expect(answer.at('error')).toBe('authorization_pending'),
  },
  {
    row: TOKEN,
    shows: 'tells a program that asks sooner than it was told to slow down, and to wait longer from then on',
    given: async (world) => {
      const { sql } = world.server.application.connection;
      const request = ask(await waiting(world));
      const words: unknown[] = [];
      // Seconds since the last question; the interval is 5, and 10 after the first that came too soon.
      for (const ago of [null, 4.5, 1, 6, 15]) {
        await sql`update device_sign_in set asked_at = now() - ${ago}::float8 * interval '1 second'`;
        words.push((await world.callers.guest.rest.send('/api/device/token', { ...request, method: 'POST' })).at('error'));
      }
      expect(words).toEqual(['authorization_pending', 'authorization_pending', 'slow_down', 'slow_down', 'authorization_pending']);
      return request;
    },
    status: 400,
    errorCode: 'DEVICE_SIGN_IN_TOO_SOON',
    holds: (answer) => expect(answer.at('error')).toBe('slow_down'),
  },
  {
    row: TOKEN,
    shows: 'is given to a program that was let in, however soon it asks again',
    given: async (world) => {
      const request = ask(await waiting(world, world.callers.owner));
      await world.server.application.connection.sql`update device_sign_in set asked_at = now()`;
      return request;
    },
    status: 200,
  },
  {
    row: TOKEN,
    shows: 'is refused when the user refuses',
    given: async (world) => ask(await waiting(world, world.callers.owner, false)),
    status: 400,
    errorCode: 'DEVICE_SIGN_IN_REFUSED',
    holds: (answer) => expect(answer.at('error')).toBe('access_denied'),
  },
  {
    row: TOKEN,
    shows: 'is given once',
    given: async (world) => {
      const code = await waiting(world, world.callers.owner);
      const request = ask(code);
      await world.callers.guest.rest.send('/api/device/token', { ...request, method: 'POST' });
      return request;
    },
    status: 400,
    errorCode: 'DEVICE_SIGN_IN_ENDED',
    holds: (answer) => expect(answer.at('error')).toBe('expired_token'),
  },
  {
    row: TOKEN,
    shows: 'ends with its time',
    given: async (world) => {
      const code = await waiting(world, world.callers.owner);
      await world.server.application.connection.sql`update device_sign_in set expires_at = now() - interval '1 second'`;
      return ask(code);
    },
    status: 400,
    errorCode: 'DEVICE_SIGN_IN_ENDED',
  },
  {
    row: TOKEN,
    shows: 'refuses another grant',
    given: () => form({ grant_type: 'password', device_code: 'a' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /grant_type/,
  },
  {
    row: TOKEN,
    shows: 'refuses a code that is too long',
    given: () => ask('x'.repeat(101)),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /must not be longer than 100/,
    holds: (answer) => expect(answer.at('errors.0.pointer')).toBe('/device_code'),
  },
  {
    row: TOKEN,
    shows: 'is not made for an account that has as many as it may',
    as: 'guest',
    given: async (world) => {
      const { sql } = world.server.application.connection;
      const code = await waiting(world, world.callers.contributor);
      await sql`
        insert into named_token (user_account_id, name, token_hash, scopes, expires_at)
        select u.id, 'filler', sha256(n::text::bytea), '{READ}', now() + interval '1 day'
        from user_account u, generate_series(1, 100) n where u.user_name = ${world.callers.contributor.identifier.slice(1)}`;
      return ask(code);
    },
    status: 400,
    errorCode: 'TOO_MANY_TOKENS',
    holds: (answer) => expect(answer.at('error')).toBe('access_denied'),
    restore: async ({ server }) => void (await server.application.connection.sql`delete from named_token where name = 'filler'`),
  },
];
