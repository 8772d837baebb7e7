import { expect } from 'vitest';
import { succeeded, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ActorName, ContractWorld } from './contract-world.ts';

type Kind = 'ip' | 'domain';

/** Creates a group of its own; gives its alias and id. */
async function freshGroup(
  world: ContractWorld,
  kind: Kind,
  facts?: Readonly<Record<string, unknown>>,
): Promise<{ alias: string; id: number }> {
  const alias = uniqueName(kind);
  const body = { alias, name: 'Fresh', ...(facts ?? (kind === 'ip' ? { addresses: ['192.0.2.1'] } : { domains: ['example.edu'] })) };
  const created = succeeded(await world.callers.superuser.rest.post(`/api/admin/groups/${kind}`, body));
  return { alias, id: created.number('data.id') };
}

const gate: readonly (readonly [ActorName, number, string])[] = [
  ['guest', 401, 'AUTHENTICATION_REQUIRED'],
  ['owner', 403, 'ADMIN_API_REFUSED'],
];

const names = { ip: 'IP_GROUP_NOT_FOUND', domain: 'MAIL_DOMAIN_GROUP_NOT_FOUND' } as const;
const prefixes = { ip: '&ip/', domain: '&mail/' } as const;

/** Cases that both kinds of group have. */
const sharedCases = (['ip', 'domain'] as const).flatMap((kind): readonly ContractCase[] => {
  const facts = kind === 'ip' ? { addresses: ['192.0.2.1'] } : { domains: ['example.edu'] };
  const identifierOf = (alias: string): string => `${prefixes[kind]}${alias}`;
  return [
    ...['create', 'put', 'list', 'get', 'delete'].flatMap((action) =>
      gate.map(([as, status, errorCode]): ContractCase => ({
        row: `groups.${kind}.${action}`,
        shows: `is closed to ${as}`,
        as,
        given: () => ({
          path: action === 'create' || action === 'list' ? [] : ['some'],
          ...(action === 'create' || action === 'put' ? { json: { alias: 'some', ...facts } } : {}),
        }),
        status,
        errorCode,
      })),
    ),
    {
      row: `groups.${kind}.create`,
      shows: 'makes an alias that is taken unique',
      as: 'superuser',
      given: async (world) => {
        const { alias } = await freshGroup(world, kind);
        return { json: { alias, name: 'Second', ...facts } };
      },
      status: 201,
      holds: async (answer, _world, caller) => {
        const alias = answer.text('data.alias');
        expect(alias).toMatch(/-1$/);
        const third = await caller.rest.post(`/api/admin/groups/${kind}`, { alias: alias.replace(/-1$/, ''), ...facts });
        expect(third.text('data.alias')).toBe(alias.replace(/1$/, '2'));
        // The alias serves as a name.
        expect(third.text('data.name')).toBe(third.text('data.alias'));
      },
    },
    ...['', 'two words', 'a/b', 'ä', '17', 'x'.repeat(256)].map((alias): ContractCase => ({
      row: `groups.${kind}.create`,
      shows: `refuses the alias "${alias.slice(0, 12)}"`,
      as: 'superuser',
      given: () => ({ json: { alias, name: 'Bad', ...facts } }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      message: /alias/,
    })),
    ...['{', '[]', '"lab"', 'null'].flatMap((raw) =>
      ['create', 'put'].map((action): ContractCase => ({
        row: `groups.${kind}.${action}`,
        shows: `refuses the body ${raw}`,
        as: 'superuser',
        given: () => ({ raw, headers: { 'Content-Type': 'application/json' }, path: action === 'put' ? ['lab'] : [] }),
        status: 400,
        errorCode: raw === '{' ? 'MALFORMED_JSON' : 'BAD_USER_INPUT',
      })),
    ),
    {
      row: `groups.${kind}.create`,
      shows: 'reads JSON alone',
      as: 'superuser',
      given: () => ({ raw: '{}', headers: { 'Content-Type': 'application/xml' } }),
      status: 415,
      errorCode: 'UNSUPPORTED_MEDIA_TYPE',
    },
    {
      row: `groups.${kind}.put`,
      shows: 'creates a group under the alias of the path',
      as: 'superuser',
      given: () => ({ path: [uniqueName(kind)], json: { name: 'New', ...facts } }),
      status: 201,
      holds: async (answer, _world, caller) => {
        const path = `/api/admin/groups/${kind}/${answer.text('data.alias')}`;
        expect(answer.headers.get('location')).toContain(path);
        expect((await caller.rest.get(path)).at('data')).toEqual(answer.at('data'));
      },
    },
    {
      row: `groups.${kind}.put`,
      shows: 'replaces all of the group that has the alias, and keeps its id',
      as: 'superuser',
      given: async (world) => {
        const { alias } = await freshGroup(world, kind, { ...facts, description: 'goes' });
        return {
          path: [alias],
          json: { name: 'Other', ...(kind === 'ip' ? { ranges: [['::1', '::2']] } : { domains: ['other.example'] }) },
        };
      },
      status: 201,
      holds: async (answer, _world, caller) => {
        expect(Object.keys(answer.record('data'))).not.toContain('description');
        expect(answer.at('data.name')).toBe('Other');
        expect(answer.at(kind === 'ip' ? 'data.ranges' : 'data.domains')).toEqual(kind === 'ip' ? [['::1', '::2']] : ['other.example']);
        expect(answer.at('data.addresses')).toBeUndefined();
        const byId = await caller.rest.get(`/api/admin/groups/${kind}/${answer.number('data.id')}`);
        expect(byId.at('data')).toEqual(answer.at('data'));
      },
    },
    ...['two words', 'a.b', '&', '17'].map((alias): ContractCase => ({
      row: `groups.${kind}.put`,
      shows: `refuses the alias "${alias}"`,
      as: 'superuser',
      given: () => ({ path: [encodeURIComponent(alias)], json: { name: 'Bad', ...facts } }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      message: /alias/,
    })),
    {
      row: `groups.${kind}.list`,
      shows: 'lists all groups by id',
      as: 'superuser',
      given: async (world) => {
        await freshGroup(world, kind);
        await freshGroup(world, kind);
        return {};
      },
      status: 200,
      holds: (answer) => {
        const ids = answer.list('data').map((_group, at) => answer.number(`data.${at}.id`));
        expect(ids.length).toBeGreaterThan(1);
        expect(ids).toEqual(ids.toSorted((one, other) => one - other));
      },
    },
    {
      row: `groups.${kind}.get`,
      shows: 'finds a group by its id',
      as: 'superuser',
      given: async (world) => ({ path: [(await freshGroup(world, kind)).id] }),
      status: 200,
    },
    ...['nosuch', 'NOSUCH%20x', '999999', '99999999999'].flatMap((name) =>
      ['get', 'delete'].map((action): ContractCase => ({
        row: `groups.${kind}.${action}`,
        shows: `finds no group ${name}`,
        as: 'superuser',
        given: () => ({ path: [name] }),
        status: 404,
        errorCode: names[kind],
      })),
    ),
    {
      row: `groups.${kind}.delete`,
      shows: 'deletes a group, by alias, and takes it out of explicit groups',
      as: 'superuser',
      given: async (world) => {
        const { alias } = await freshGroup(world, kind);
        const { rest } = world.callers.owner;
        const { alias: collection } = world.open;
        const group = uniqueName('holder');
        succeeded(await rest.post(`/api/collections/${collection}/groups`, { aliasInOwner: group, displayName: 'Holder' }));
        const members = await rest.post(`/api/collections/${collection}/groups/${group}/roleAssignees`, [identifierOf(alias)]);
        expect(succeeded(members).at('data.containedRoleAssignees')).toEqual([identifierOf(alias)]);
        return { path: [alias] };
      },
      status: 200,
      holds: async (answer, world, caller) => {
        const identifier = /&\S+/.exec(answer.text('data.message'))?.[0] ?? '';
        expect(identifier.startsWith(prefixes[kind])).toBe(true);
        const gone = await caller.rest.get(`/api/admin/groups/${kind}/${identifier.slice(prefixes[kind].length)}`);
        expect(gone.status).toBe(404);
        const groups = await world.callers.owner.rest.get(`/api/collections/${world.open.alias}/groups`);
        expect(groups.body).not.toContain(identifier);
      },
    },
    {
      row: `groups.${kind}.delete`,
      shows: 'deletes a group by its id',
      as: 'superuser',
      given: async (world) => ({ path: [(await freshGroup(world, kind)).id] }),
      status: 200,
    },
    {
      row: `groups.${kind}.delete`,
      shows: 'refuses while a role assignment names the group',
      as: 'superuser',
      given: async (world) => {
        const { alias } = await freshGroup(world, kind);
        const assignee = identifierOf(alias);
        succeeded(await world.callers.owner.rest.post(`/api/collections/${world.open.alias}/assignments`, { assignee, role: 'member' }));
        return { path: [alias] };
      },
      status: 400,
      errorCode: 'GROUP_HAS_ROLES',
    },
  ];
});

const badRanges: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly string[]])[] = [
  ['an end that is no address', { ranges: [['10.0.0.0', '10.0.0.256']] }, ['/ranges/0']],
  ['ends in the wrong order', { ranges: [['10.0.0.9', '10.0.0.1']] }, ['/ranges/0']],
  ['IPv6 ends in the wrong order', { ranges: [['::2', '::1']] }, ['/ranges/0']],
  ['ends of two families', { ranges: [['10.0.0.0', '10::']] }, ['/ranges/0']],
  ['a range of one end', { ranges: [['10.0.0.0']] }, ['/ranges/0']],
  ['a range of three ends', { ranges: [['10.0.0.0', '10.0.0.1', '10.0.0.2']] }, ['/ranges/0']],
  ['a range that is a text', { ranges: ['10.0.0.0-10.0.0.1'] }, ['/ranges/0']],
  ['a number as an end', { ranges: [[1, 2]] }, ['/ranges/0/0', '/ranges/0/1']],
  ['an address that is none', { addresses: ['localhost'] }, ['/addresses/0']],
  ['a block of addresses', { addresses: ['10.0.0.0/8'] }, ['/addresses/0']],
  ['addresses that are no list', { addresses: '10.0.0.1' }, ['/addresses']],
  [
    'each of several mistakes',
    {
      ranges: [
        ['::1', '::2'],
        ['x', 'y'],
        ['10.0.0.9', '10.0.0.1'],
      ],
      addresses: ['10.0.0.1', '', '300.0.0.1'],
    },
    ['/ranges/1', '/ranges/1', '/ranges/2', '/addresses/1', '/addresses/2'],
  ],
  ['too many addresses', { addresses: Array.from({ length: 1001 }, () => '10.0.0.1') }, ['/addresses']],
  ['a name that is too long', { name: 'x'.repeat(256) }, ['/name']],
  ['a description that is no text', { description: 5 }, ['/description']],
];

const ipCases: readonly ContractCase[] = [
  {
    row: 'groups.ip.create',
    shows: 'keeps ranges and addresses in their canonical form',
    as: 'superuser',
    given: () => ({
      json: {
        alias: uniqueName('ip'),
        name: 'Lab',
        description: 'Machines of the lab',
        ranges: [
          ['60.0.0.0', '60.0.0.255'],
          ['60:0:0::1', '60::FFF'],
        ],
        addresses: ['127.0.0.1', '::ffff:192.0.2.9'],
      },
    }),
    status: 201,
    keys: ['alias', 'identifier', 'id', 'name', 'description', 'addresses', 'ranges'],
    holds: (answer) => {
      const alias = answer.text('data.alias');
      expect(answer.headers.get('location')).toMatch(new RegExp(`/api/admin/groups/ip/${alias}$`));
      expect(answer.record('data')).toMatchObject({
        identifier: `&ip/${alias}`,
        name: 'Lab',
        description: 'Machines of the lab',
        addresses: ['127.0.0.1', '192.0.2.9'],
        ranges: [
          ['60.0.0.0', '60.0.0.255'],
          ['60::1', '60::fff'],
        ],
      });
    },
  },
  {
    row: 'groups.ip.create',
    shows: 'needs nothing: the alias is ipGroup',
    as: 'superuser',
    given: () => ({ json: {} }),
    status: 201,
    keys: ['alias', 'identifier', 'id', 'name'],
    holds: (answer) => expect(answer.text('data.alias')).toMatch(/^ipGroup(-\d+)?$/),
  },
  {
    row: 'groups.ip.get',
    shows: 'leaves out lists that are empty',
    as: 'superuser',
    given: async (world) => ({ path: [(await freshGroup(world, 'ip')).alias] }),
    status: 200,
    keys: ['alias', 'identifier', 'id', 'name', 'addresses'],
  },
  ...badRanges.flatMap(([what, facts, pointers]) =>
    ['create', 'put'].map((action): ContractCase => ({
      row: `groups.ip.${action}`,
      shows: `refuses ${what}`,
      as: 'superuser',
      given: () => ({ path: action === 'put' ? ['refused'] : [], json: action === 'put' ? facts : { alias: 'refused', ...facts } }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      holds: async (answer, _world, caller) => {
        expect(answer.list('errors').map((_error, at) => answer.at(`errors.${at}.pointer`))).toEqual(pointers);
        expect((await caller.rest.get('/api/admin/groups/ip/refused')).status).toBe(404);
      },
    })),
  ),
];

const badDomains: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly string[]])[] = [
  ['no domains', {}, ['/domains']],
  ['an empty list', { domains: [] }, ['/domains']],
  [
    'each that is no domain',
    { domains: ['example.edu', 'a@b.example', '', '*.example.edu', 'two words'] },
    ['/domains/1', '/domains/2', '/domains/3', '/domains/4'],
  ],
  [
    'each that is no regular expression',
    { domains: ['(', '.+\\.edu', '(?=a)', '(a)\\1', '[b-a]'], regex: true },
    ['/domains/0', '/domains/2', '/domains/3', '/domains/4'],
  ],
  ['a regular expression that is too long', { domains: ['a'.repeat(251)], regex: true }, ['/domains/0']],
  ['a domain that is a number', { domains: [1] }, ['/domains/0']],
  ['a regex mark that is a text', { domains: ['example.edu'], regex: 'true' }, ['/regex']],
];

const mailDomainCases: readonly ContractCase[] = [
  {
    row: 'groups.domain.create',
    shows: 'keeps the domains as they are',
    as: 'superuser',
    given: () => ({ json: { alias: uniqueName('mail'), name: 'Uni', description: 'Staff', domains: ['Example.edu', 'uni.example'] } }),
    status: 201,
    keys: ['alias', 'id', 'name', 'description', 'domains', 'regex'],
    holds: (answer) => {
      expect(answer.headers.get('location')).toMatch(new RegExp(`/api/admin/groups/domain/${answer.text('data.alias')}$`));
      expect(answer.record('data')).toMatchObject({ domains: ['Example.edu', 'uni.example'], regex: false });
    },
  },
  {
    row: 'groups.domain.create',
    shows: 'takes regular expressions',
    as: 'superuser',
    given: () => ({ json: { alias: uniqueName('mail'), domains: ['(.+\\.)?example\\.(edu|org)'], regex: true } }),
    status: 201,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ domains: ['(.+\\.)?example\\.(edu|org)'], regex: true }),
  },
  {
    row: 'groups.domain.create',
    shows: 'needs an alias',
    as: 'superuser',
    given: () => ({ json: { name: 'Uni', domains: ['example.edu'] } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /alias/,
  },
  {
    row: 'groups.domain.put',
    shows: 'knows no group of another alias than that of the path',
    as: 'superuser',
    given: async (world) => ({ path: [(await freshGroup(world, 'domain')).alias], json: { alias: 'other', domains: ['example.edu'] } }),
    status: 404,
    errorCode: 'MAIL_DOMAIN_GROUP_NOT_FOUND',
  },
  ...badDomains.flatMap(([what, facts, pointers]) =>
    ['create', 'put'].map((action): ContractCase => ({
      row: `groups.domain.${action}`,
      shows: `refuses ${what}`,
      as: 'superuser',
      given: () => ({ path: action === 'put' ? ['refused'] : [], json: { alias: 'refused', ...facts } }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      holds: async (answer, _world, caller) => {
        expect(answer.list('errors').map((_error, at) => answer.at(`errors.${at}.pointer`))).toEqual(pointers);
        expect((await caller.rest.get('/api/admin/groups/domain/refused')).status).toBe(404);
      },
    })),
  ),
];

/** Cases of IP groups and mail-domain groups. Source: collections.md 11.3, users-admin.md 18.2. */
export const installationGroupCases: readonly ContractCase[] = [...sharedCases, ...ipCases, ...mailDomainCases];
