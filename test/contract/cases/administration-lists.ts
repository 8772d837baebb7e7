import { expect } from 'vitest';
import { succeeded, uniqueName } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ActorName, ContractWorld } from './contract-world.ts';

const BANNERS = '/api/admin/bannerMessage';
const SITES = '/api/admin/storageSites';

const banner = (message: string, more: Readonly<Record<string, unknown>> = {}) => ({
  dismissibleByUser: 'true',
  messageTexts: [{ lang: 'en', message }],
  ...more,
});
const site = (more: Readonly<Record<string, unknown>> = {}) => ({
  hostname: `${uniqueName('site')}.example.org`,
  name: 'A site',
  primaryStorage: false,
  transferProtocols: 'rsync,posix',
  ...more,
});

async function freshBanner({ callers }: ContractWorld, message = uniqueName('Maintenance')): Promise<number> {
  return succeeded(await callers.superuser.rest.post(BANNERS, banner(message))).number('data.id');
}

async function freshSite({ callers }: ContractWorld, more: Readonly<Record<string, unknown>> = {}): Promise<number> {
  return succeeded(await callers.superuser.rest.post(SITES, site(more))).number('data.id');
}

/** There is one primary site in all: a case gives it back. */
async function noPrimary({ callers }: ContractWorld): Promise<void> {
  const { superuser } = callers;
  const listed = succeeded(await superuser.rest.get(SITES));
  for (const at of listed.list('data').keys()) {
    const id = listed.number(`data.${at}.id`);
    await superuser.rest.send(`${SITES}/${id}/primaryStorage`, { method: 'PUT', raw: 'false' });
  }
}

const gate: readonly (readonly [ActorName, number, string])[] = [
  ['guest', 401, 'AUTHENTICATION_REQUIRED'],
  ['owner', 403, 'ADMIN_API_REFUSED'],
];
const gateRequests: Readonly<Record<string, CaseRequest>> = {
  'bannerMessage.list': {},
  'bannerMessage.add': { json: banner('none') },
  'bannerMessage.deactivate': { path: [1] },
  'bannerMessage.delete': { path: [1] },
  'storageSites.list': {},
  'storageSites.get': { path: [1] },
  'storageSites.add': { json: site() },
  'storageSites.primary': { path: [1], raw: 'true' },
  'storageSites.delete': { path: [1] },
};
const gateCases = Object.entries(gateRequests).flatMap(([row, request]) =>
  gate.map(([as, status, errorCode]): ContractCase => ({
    row: `admin.${row}`,
    shows: `is closed to ${as}`,
    as,
    given: () => request,
    status,
    errorCode,
  })),
);

const unknown = (
  [
    ['bannerMessage.deactivate', 'BANNER_MESSAGE_NOT_FOUND', {}],
    ['bannerMessage.delete', 'BANNER_MESSAGE_NOT_FOUND', {}],
    ['storageSites.get', 'STORAGE_SITE_NOT_FOUND', {}],
    ['storageSites.primary', 'STORAGE_SITE_NOT_FOUND', { raw: 'true' }],
    ['storageSites.delete', 'STORAGE_SITE_NOT_FOUND', {}],
  ] as const
).flatMap(([row, errorCode, more]) =>
  ['999999', 'x'].map((id): ContractCase => ({
    row: `admin.${row}`,
    shows: `knows no ${id}`,
    as: 'superuser',
    given: () => ({ path: [id], ...more }),
    status: 404,
    errorCode,
  })),
);

function refused(row: string, what: string, json: () => unknown, message: RegExp): ContractCase {
  return {
    row,
    shows: `refuses ${what}`,
    as: 'superuser',
    given: () => ({ json: json() }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message,
  };
}

/** Cases of messages to all visitors, and of storage sites. Source: users-admin.md 18.4. */
export const administrationListCases: readonly ContractCase[] = [
  ...gateCases,
  ...unknown,
  {
    row: 'admin.bannerMessage.add',
    shows: 'shows a message, to guests as well',
    as: 'superuser',
    given: () => ({ json: banner('Closed on Sunday', { dismissibleByUser: false }) }),
    status: 200,
    keys: ['message', 'id'],
    holds: async (answer, { callers }) => {
      const seen = await callers.guest.graphql.expectData(
        '{ bannerMessages(first: 100) { nodes { databaseId dismissible active text } } }',
      );
      const shown = { databaseId: answer.number('data.id'), dismissible: false, active: true, text: 'Closed on Sunday' };
      expect(seen.list('data.bannerMessages.nodes')).toContainEqual(shown);
    },
  },
  refused('admin.bannerMessage.add', 'a message without texts', () => ({ dismissibleByUser: 'true' }), /messageTexts/),
  refused('admin.bannerMessage.add', 'an empty list of texts', () => banner('', { messageTexts: [] }), /at least one text/),
  refused('admin.bannerMessage.add', 'an empty text', () => banner(' '), /empty/),
  refused(
    'admin.bannerMessage.add',
    'what is neither true nor false',
    () => banner('x', { dismissibleByUser: 'perhaps' }),
    /true or false/,
  ),
  refused(
    'admin.bannerMessage.add',
    'what is no language, and one that comes twice',
    () =>
      banner('x', {
        messageTexts: [
          { lang: 'xx', message: 'x' },
          { lang: 'en', message: 'x' },
          { lang: 'en', message: 'y' },
        ],
      }),
    /ISO 639-1/,
  ),
  {
    row: 'admin.bannerMessage.list',
    shows: 'gives messages in one language, without a text where they have none in it',
    as: 'superuser',
    given: async (world) => {
      const texts = [
        { lang: 'en', message: 'Soon' },
        { lang: 'fr', message: 'Bientôt' },
      ];
      succeeded(await world.callers.superuser.rest.post(BANNERS, banner('', { messageTexts: texts })));
      await freshBanner(world);
      return { query: { lang: 'fr' } };
    },
    status: 200,
    holds: (answer) => {
      const [bilingual, english] = answer.list('data').slice(-2);
      expect(bilingual).toEqual({ id: expect.any(Number), displayValue: 'Bientôt' });
      expect(english).toEqual({ id: expect.any(Number) });
    },
  },
  {
    row: 'admin.bannerMessage.deactivate',
    shows: 'keeps the message for those who write them alone',
    as: 'superuser',
    given: async (world) => ({ path: [await freshBanner(world, 'Long over')] }),
    status: 200,
    holds: async (_answer, { callers }) => {
      const seen = await callers.guest.graphql.expectData('{ bannerMessages(first: 100) { nodes { text } } }');
      expect(seen.list('data.bannerMessages.nodes')).not.toContainEqual({ text: 'Long over' });
      expect(succeeded(await callers.superuser.rest.get(BANNERS)).body).toContain('Long over');
    },
  },
  {
    row: 'admin.bannerMessage.delete',
    shows: 'removes a message',
    as: 'superuser',
    given: async (world) => ({ path: [await freshBanner(world, 'Never again')] }),
    status: 200,
    holds: async (_answer, { callers }) => expect(succeeded(await callers.superuser.rest.get(BANNERS)).body).not.toContain('Never again'),
  },
  {
    row: 'admin.storageSites.add',
    shows: 'adds a site',
    as: 'superuser',
    given: () => ({ json: site({ transferProtocols: 'rsync, posix,rsync' }) }),
    status: 200,
    keys: ['id', 'hostname', 'name', 'primaryStorage', 'transferProtocols'],
    holds: (answer) => expect(answer.at('data.transferProtocols')).toBe('rsync,posix'),
  },
  refused('admin.storageSites.add', 'a site without a host', () => ({ ...site(), hostname: undefined }), /hostname/),
  refused('admin.storageSites.add', 'what is no host', () => site({ hostname: 'a host' }), /host/),
  refused('admin.storageSites.add', 'an unknown protocol', () => site({ transferProtocols: 'rsync,pigeon' }), /globus/),
  {
    row: 'admin.storageSites.add',
    shows: 'refuses a host that is there, in any case',
    as: 'superuser',
    given: async (world) => {
      await freshSite(world, { hostname: 'taken.example.org' });
      return { json: site({ hostname: 'Taken.example.org' }) };
    },
    status: 409,
    errorCode: 'STORAGE_SITE_TAKEN',
  },
  {
    row: 'admin.storageSites.add',
    shows: 'refuses a second primary one',
    as: 'superuser',
    given: async (world) => {
      await freshSite(world, { primaryStorage: true });
      return { json: site({ primaryStorage: true }) };
    },
    restore: noPrimary,
    status: 400,
    errorCode: 'STORAGE_SITE_PRIMARY_TAKEN',
  },
  {
    row: 'admin.storageSites.list',
    shows: 'gives all sites',
    as: 'superuser',
    given: async (world) => {
      await freshSite(world, { name: 'The last one' });
      return {};
    },
    status: 200,
    holds: (answer) => expect(answer.list('data').at(-1)).toMatchObject({ name: 'The last one' }),
  },
  {
    row: 'admin.storageSites.get',
    shows: 'gives one site',
    as: 'superuser',
    given: async (world) => ({ path: [await freshSite(world)] }),
    status: 200,
    keys: ['id', 'hostname', 'name', 'primaryStorage', 'transferProtocols'],
  },
  {
    row: 'admin.storageSites.primary',
    shows: 'makes a site the primary one',
    as: 'superuser',
    given: async (world) => {
      await noPrimary(world);
      return { path: [await freshSite(world)], raw: 'true' };
    },
    restore: noPrimary,
    status: 200,
    holds: (answer) => expect(answer.at('data.primaryStorage')).toBe(true),
  },
  {
    row: 'admin.storageSites.primary',
    shows: 'refuses another one beside it',
    as: 'superuser',
    given: async (world) => {
      await freshSite(world, { primaryStorage: true });
      return { path: [await freshSite(world)], raw: 'true' };
    },
    restore: noPrimary,
    status: 400,
    errorCode: 'STORAGE_SITE_PRIMARY_TAKEN',
  },
  {
    row: 'admin.storageSites.primary',
    shows: 'refuses what is neither true nor false',
    as: 'superuser',
    given: async (world) => ({ path: [await freshSite(world)], raw: 'junk' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'admin.storageSites.delete',
    shows: 'removes a site',
    as: 'superuser',
    given: async (world) => ({ path: [await freshSite(world, { hostname: 'gone.example.org' })] }),
    status: 200,
    holds: async (_answer, { callers }) =>
      expect(succeeded(await callers.superuser.rest.get(SITES)).body).not.toContain('gone.example.org'),
  },
];
