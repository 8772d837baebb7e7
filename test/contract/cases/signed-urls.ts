import { expect, vi } from 'vitest';
import { createUser, succeeded } from '../../support/seed.ts';
import type { RestAnswer } from '../../support/rest-client.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROW = 'admin.requestSignedUrl';
const ME = '/api/users/:me';

const siteOf = ({ server }: ContractWorld) => server.url;
const nameOf = (identifier: string) => identifier.slice(1);

/** Asks as a guest under the address, whatever host it names. */
async function ask({ callers }: ContractWorld, address: string, method = 'GET'): Promise<RestAnswer> {
  const { pathname, search } = new URL(address);
  return callers.guest.rest.send(`${pathname}${search}`, { method });
}

async function sign({ callers, ...world }: ContractWorld, body: Readonly<Record<string, unknown>>): Promise<string> {
  const url = `${siteOf({ callers, ...world })}${ME}`;
  return succeeded(await callers.superuser.rest.post('/api/admin/requestSignedUrl', { url, ...body })).text('data.signedUrl');
}

async function expectRefused(world: ContractWorld, address: string, method?: string): Promise<void> {
  const answer = await ask(world, address, method);
  expect([address, answer.status, answer.errorCode]).toEqual([address, 401, 'SIGNED_URL_INVALID']);
}

const refused = (shows: string, body: unknown, named: string): ContractCase => ({
  row: ROW,
  shows,
  as: 'superuser',
  given: () => ({ json: body }),
  status: 400,
  errorCode: 'BAD_USER_INPUT',
  holds: (answer) => expect(JSON.stringify(answer.at('errors'))).toContain(named),
});

const URL_OF = 'https://data.example.org/api/users/:me';

/** Cases of signed addresses. Source: users-admin.md 3.4, 18.1. */
export const signedUrlCases: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'asks a guest to log in',
    given: () => ({ json: { url: URL_OF } }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: ROW,
    shows: 'is for superusers',
    as: 'owner',
    given: () => ({ json: { url: URL_OF } }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: ROW,
    shows: 'signs an address that acts as the account with and without the version of the API, in any spelling',
    as: 'superuser',
    given: (world) => ({
      json: {
        url: `${siteOf(world)}/api/v1/users/:me?a=b%20c`,
        timeOut: 5,
        httpMethod: 'get',
        user: nameOf(world.callers.owner.identifier),
      },
    }),
    status: 200,
    keys: ['signedUrl'],
    holds: async (answer, world) => {
      const { identifier } = world.callers.owner;
      const address = answer.text('data.signedUrl');
      const form =
        /\/api\/v1\/users\/:me\?a=b%20c&until=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}&user=([\w.-]+)&method=GET&token=[0-9a-f]{128}$/;
      expect(form.exec(address)?.[1]).toBe(nameOf(identifier));
      const spellings = [address, address.replace('/v1', ''), address.replace('b%20c', 'b+c'), address.replace('/:me', '/%3Ame')];
      for (const spelling of spellings) expect(succeeded(await ask(world, spelling)).text('data.identifier')).toBe(identifier);
    },
  },
  {
    row: ROW,
    shows: 'signs an address that no change of it survives',
    as: 'superuser',
    given: (world) => ({ json: { url: `${siteOf(world)}${ME}?a=b%26c`, user: nameOf(world.callers.owner.identifier) } }),
    status: 200,
    holds: async (answer, world) => {
      const address = answer.text('data.signedUrl');
      const owner = nameOf(world.callers.owner.identifier);
      const changes: readonly (readonly [string, string])[] = [
        ['/users/:me', '/notifications/all'],
        ['a=b%26c', 'a=b&c'],
        ['a=b%26c', 'a=x'],
        [`user=${owner}`, 'user=admin'],
        [`user=${owner}`, 'user=nobody-has-this-name'],
        [`&user=${owner}`, ''],
        ['method=GET', 'method=DELETE'],
        ['&method=GET', ''],
        ['until=2', 'until=3'],
        ['&token=', '&b=c&token='],
        ['&token=', '&token=&token='],
      ];
      for (const [from, to] of changes) await expectRefused(world, address.replace(from, to));
      await expectRefused(world, `${address}&more=1`);
      await expectRefused(world, `${address.slice(0, -1)}${address.endsWith('0') ? '1' : '0'}`);
      await expectRefused(world, `${siteOf(world)}${ME}?token=`);
      await expectRefused(world, `${siteOf(world)}/api/info/version?token=nonsense`.replace('/info/version', '/collections/root'));
    },
  },
  {
    row: ROW,
    shows: 'signs for ten minutes where the time is no number, and an address ends',
    as: 'superuser',
    given: (world) => ({ json: { url: `${siteOf(world)}${ME}`, timeOut: 'soon' } }),
    status: 200,
    holds: async (answer, world) => {
      const address = answer.text('data.signedUrl');
      expect((await ask(world, address)).status).toBe(200);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 60_000 });
      try {
        expect((await ask(world, address)).status).toBe(200);
        vi.setSystemTime(Date.now() + 2 * 60_000);
        await expectRefused(world, address);
      } finally {
        vi.useRealTimers();
      }
    },
  },
  {
    row: ROW,
    shows: 'signs for one method, and for the caller where the account is unknown',
    as: 'superuser',
    given: (world) => ({ json: { url: `${siteOf(world)}/api/users/token`, httpMethod: 'DELETE', user: 'nobody-has-this-name' } }),
    status: 200,
    holds: async (answer, world) => {
      const address = answer.text('data.signedUrl');
      expect(new URL(address).searchParams.get('user')).toBe(nameOf(world.callers.superuser.identifier));
      await expectRefused(world, address);
      await expectRefused(world, address.replace('method=DELETE', 'method=GET'));
      const reading = await sign(world, { url: `${siteOf(world)}/api/users/token` });
      await expectRefused(world, reading, 'DELETE');
    },
  },
  {
    row: ROW,
    shows: 'signs addresses that end with the token of the account, and with the account',
    as: 'superuser',
    given: (world) => ({ json: { url: `${siteOf(world)}${ME}` } }),
    status: 200,
    holds: async (_answer, world) => {
      const account = await createUser(world.server, 'signed');
      const user = nameOf(account.identifier);
      const address = await sign(world, { user });
      expect((await ask(world, address)).status).toBe(200);
      succeeded(await account.rest.post('/api/users/token/recreate'));
      await expectRefused(world, address);
      const another = await sign(world, { user });
      expect((await ask(world, another)).status).toBe(200);
      succeeded(await world.callers.superuser.rest.post(`/api/admin/authenticatedUsers/${user}/deactivate`));
      await expectRefused(world, another);
    },
  },
  {
    row: ROW,
    shows: 'refuses an account without a token',
    as: 'superuser',
    given: async (world) => {
      const account = await createUser(world.server, 'tokenless');
      succeeded(await account.rest.delete('/api/users/token'));
      return { json: { url: `${siteOf(world)}${ME}`, user: nameOf(account.identifier) } };
    },
    status: 409,
    errorCode: 'API_TOKEN_NOT_FOUND',
  },
  refused('refuses a body without an address', {}, '/url'),
  refused('refuses an address of something else', { url: 'https://data.example.org/dataset/1' }, '/url'),
  refused('refuses what is no address', { url: '/api/users/:me' }, '/url'),
  refused('refuses an address with a credential', { url: `${URL_OF}?key=abc` }, '/url'),
  refused('refuses escapes that are none', { url: `${URL_OF}?a=%zz` }, '/url'),
  refused('refuses a method that is none', { url: URL_OF, httpMethod: 'TELEPORT' }, '/httpMethod'),
  refused('refuses no time', { url: URL_OF, timeOut: 0 }, 'timeOut'),
  refused('refuses more than a year', { url: URL_OF, timeOut: 525_601 }, 'timeOut'),
  refused('refuses a part of a minute', { url: URL_OF, timeOut: 1.5 }, 'timeOut'),
  { row: ROW, shows: 'refuses malformed JSON', as: 'superuser', given: () => ({ raw: '{' }), status: 400, errorCode: 'MALFORMED_JSON' },
];
