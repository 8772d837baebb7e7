import { expect } from 'vitest';
import { type JsonReader, readJson } from '../../support/json-reader.ts';
import { assignRole, type Caller, createUser, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const LIST = 'admin.listUsers';
const ALL = 'admin.authenticatedUsers.list';
const GET = 'admin.authenticatedUsers.get';
const CREATE = 'admin.authenticatedUsers.create';
const TOGGLE = 'admin.superuser.toggle';
const SET = 'admin.superuser.set';

/** User name of a caller, as paths have it. */
export const nameOf = ({ identifier }: Caller): string => identifier.slice(1);

function newcomer(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const identifier = uniqueName('orcid');
  return {
    authenticationProviderId: 'orcid-v2',
    persistentUserId: uniqueName('0000-0002'),
    identifier: `@${identifier}`,
    firstName: 'Pete K.',
    lastName: 'Newcomer',
    email: `${identifier}@example.org`,
    ...more,
  };
}

/** Accounts that a search finds together: their family name is theirs alone. */
const FAMILY = uniqueName('family');
/** By world: files of tests that share a process have servers of their own. */
const family = new WeakMap<ContractWorld, Promise<readonly string[]>>();

/** Makes seven accounts of one family; their names in order. */
async function makeFamily({ callers }: ContractWorld): Promise<readonly string[]> {
  const names: string[] = [];
  // Somebody of a provider that does not exist is not listed.
  const hidden = newcomer({ authenticationProviderId: 'gone', lastName: FAMILY });
  expect((await callers.superuser.rest.post('/api/admin/authenticatedUsers', hidden)).status).toBe(200);
  const provider = { id: 'orcid-v2', factoryAlias: 'oauth2', enabled: false };
  expect((await callers.superuser.rest.post('/api/admin/authenticationProviders', provider)).status).toBe(201);
  for (const letter of 'abcdefg') {
    const made = await callers.superuser.rest.post(
      '/api/admin/authenticatedUsers',
      newcomer({ identifier: `${letter}-${FAMILY}`, lastName: FAMILY, email: `${letter}-${FAMILY}@example.org` }),
    );
    expect(made.status).toBe(200);
    names.push(made.text('data.identifier').slice(1));
  }
  return names;
}

/** That of a world, made once. */
function theFamily(world: ContractWorld): Promise<readonly string[]> {
  let made = family.get(world);
  if (made === undefined) family.set(world, (made = makeFamily(world)));
  return made;
}

const page =
  (query: Readonly<Record<string, string>>, searchTerm = FAMILY) =>
  async (world: ContractWorld) => {
    await theFamily(world);
    return { query: { searchTerm, ...query } };
  };

/** Of somebody new: changed states must not stay with those whom other cases need. */
const someone =
  (json?: unknown, raw?: string) =>
  async ({ server }: ContractWorld) => {
    person = await createUser(server, 'someone');
    return { path: [nameOf(person)], ...(json !== undefined && { json }), ...(raw !== undefined && { raw }) };
  };
let person: Caller | undefined;
const identifierOfPerson = (): string => person?.identifier ?? '';

async function isSuperuser(world: ContractWorld): Promise<unknown> {
  const read = await world.callers.superuser.rest.get(`/api/admin/authenticatedUsers/${identifierOfPerson().slice(1)}`);
  return read.at('data.superuser');
}

/** What each entry of a list has under a key. */
function valuesOf(answer: JsonReader, list: string, key: string): unknown[] {
  return answer.list(list).map((entry) => readJson(entry).at(key));
}

/** Takes the state away from all superusers but the first, as other cases may have left some. */
export async function leaveOneSuperuser(world: ContractWorld): Promise<void> {
  const all = await world.callers.superuser.rest.get('/api/admin/authenticatedUsers');
  const others = all
    .list('data')
    .map(readJson)
    .filter((user) => user.at('superuser') === true && user.at('identifier') !== '@admin');
  for (const other of others) {
    const path = `/api/admin/superuser/${other.text('identifier').slice(1)}`;
    await world.callers.superuser.rest.send(path, { method: 'PUT', raw: 'false' });
  }
}

const unknown = { path: ['nobody-has-this-name'] };

/** Cases of the administration of accounts. Source: users-admin.md 8.1, 8.2. */
export const accountCases: readonly ContractCase[] = [
  {
    row: LIST,
    shows: 'gives accounts that begin so, with all keys, a page at a time',
    as: 'superuser',
    given: page({ itemsPerPage: '3', selectedPage: '2' }),
    status: 200,
    keys: ['userCount', 'selectedPage', 'pagination', 'bundleStrings', 'users'],
    holds: async (answer, world) => {
      expect(answer.at('data.userCount')).toBe(7);
      expect(answer.record('data.pagination')).toEqual({
        isNecessary: true,
        numResults: 7,
        numResultsString: '7',
        docsPerPage: 3,
        selectedPageNumber: 2,
        pageCount: 3,
        hasPreviousPageNumber: true,
        previousPageNumber: 1,
        hasNextPageNumber: true,
        nextPageNumber: 3,
        startResultNumber: 4,
        endResultNumber: 6,
        startResultNumberString: '4',
        endResultNumberString: '6',
        remainingResults: 1,
        numberNextResults: 1,
        pageNumberList: [1, 2, 3],
      });
      const names = await theFamily(world);
      expect(valuesOf(answer, 'data.users', 'userIdentifier')).toEqual(names.slice(3, 6));
      const first = answer.record('data.users.0');
      expect(Object.keys(first)).toEqual([
        'id',
        'userIdentifier',
        'lastName',
        'firstName',
        'email',
        'isSuperuser',
        'authenticationProvider',
        'roles',
        'createdTime',
        'lastLoginTime',
        'deactivated',
        'mutedEmails',
        'mutedNotifications',
      ]);
      expect(first).toMatchObject({ isSuperuser: false, roles: '', deactivated: false, mutedEmails: [], mutedNotifications: [] });
      expect(first['createdTime']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{1,3}$/);
    },
  },
  ...(
    [
      ['a page below the first as the first', { selectedPage: '-4', itemsPerPage: '3' }, 1, [0, 3]],
      ['a page beyond the last as the first', { selectedPage: '9', itemsPerPage: '3' }, 1, [0, 3]],
      ['page 2 of exactly one page as the first', { selectedPage: '2', itemsPerPage: '7' }, 1, [0, 7]],
      ['the last page', { selectedPage: '3', itemsPerPage: '3' }, 3, [6, 7]],
      ['25 entries where fewer than one are asked for', { itemsPerPage: '0' }, 1, [0, 7]],
      ['25 entries where the number is empty', { itemsPerPage: '' }, 1, [0, 7]],
      ['more entries than there are', { itemsPerPage: '100000' }, 1, [0, 7]],
      ['the usual order for an unknown key', { sortKey: 'shoesize desc', itemsPerPage: '3' }, 1, [0, 3]],
    ] as const
  ).map(([what, query, selected, [from, to]]): ContractCase => ({
    row: LIST,
    shows: `gives ${what}`,
    as: 'superuser',
    given: page(query),
    status: 200,
    holds: async (answer, world) => {
      const names = await theFamily(world);
      expect(answer.at('data.selectedPage')).toBe(selected);
      expect(answer.at('data.pagination.selectedPageNumber')).toBe(selected);
      expect(valuesOf(answer, 'data.users', 'userIdentifier')).toEqual(names.slice(from, to));
    },
  })),
  ...(['useridentifier desc', 'USERIDENTIFIER DESC', 'email desc', 'id desc', 'createdtime desc'] as const).map(
    (sortKey): ContractCase => ({
      row: LIST,
      shows: `orders by ${sortKey}, on every page`,
      as: 'superuser',
      given: page({ sortKey, itemsPerPage: '3', selectedPage: '3' }),
      status: 200,
      holds: async (answer, world) => {
        const names = await theFamily(world);
        expect(valuesOf(answer, 'data.users', 'userIdentifier')).toEqual(names.slice(0, 1));
      },
    }),
  ),
  {
    row: LIST,
    shows: 'takes several beginnings, quotes and commas apart, and % for itself',
    as: 'superuser',
    given: page({}, `  "${FAMILY.toUpperCase()}", c-fam `),
    status: 200,
    holds: (answer) => expect(valuesOf(answer, 'data.users', 'userIdentifier')).toEqual([`c-${FAMILY}`]),
  },
  ...['%amily', 'nobody-has-this-name'].map((searchTerm): ContractCase => ({
    row: LIST,
    shows: `has no page where nothing begins with ${searchTerm}`,
    as: 'superuser',
    given: page({ selectedPage: '3' }, searchTerm),
    status: 200,
    keys: ['userCount', 'selectedPage', 'bundleStrings', 'users'],
    holds: (answer) => expect(answer.record('data')).toMatchObject({ userCount: 0, selectedPage: 1, users: [] }),
  })),
  {
    row: LIST,
    shows: 'names the roles that an account has anywhere, each once',
    as: 'superuser',
    given: async ({ server, callers: { owner }, open, closed }) => {
      person = await createUser(server, 'holder');
      for (const [collection, role] of [
        [open, 'curator'],
        [closed, 'curator'],
        [closed, 'contributor'],
      ] as const) {
        await assignRole(owner, collection, person.identifier, role);
      }
      const aliasInOwner = uniqueName('group');
      const group = `/api/collections/${open.alias}/groups`;
      expect((await owner.rest.post(group, { aliasInOwner, displayName: 'G' })).status).toBe(201);
      expect((await owner.rest.put(`${group}/${aliasInOwner}/roleAssignees/${person.identifier}`)).status).toBe(200);
      await assignRole(owner, open, `&explicit/${open.id}-${aliasInOwner}`, 'member');
      return { query: { searchTerm: nameOf(person) } };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.users.0.roles')).toBe('Contributor, Curator, Member');
      expect(answer.at('data.users.0.authenticationProvider')).toBe('BuiltinAuthenticationProvider');
    },
  },
  ...(['itemsPerPage', 'selectedPage'] as const).flatMap((parameter) =>
    ['x', '1.5', '99999999999', '9999999999'].map((value): ContractCase => ({
      row: LIST,
      shows: `refuses ${value} for ${parameter}`,
      as: 'superuser',
      given: () => ({ query: { [parameter]: value } }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      message: new RegExp(parameter),
    })),
  ),
  {
    row: LIST,
    shows: 'refuses a search term without end',
    as: 'superuser',
    given: () => ({ query: { searchTerm: 'a'.repeat(256) } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /search/,
  },
  { row: LIST, shows: 'asks a guest to log in', given: () => ({}), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  { row: LIST, shows: 'is for superusers', as: 'owner', given: () => ({}), status: 403, errorCode: 'SUPERUSER_REQUIRED' },

  {
    row: ALL,
    shows: 'gives the record of every account',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    holds: (answer, { callers }) => {
      expect(valuesOf(answer, 'data', 'identifier')).toEqual(
        expect.arrayContaining([callers.owner.identifier, callers.superuser.identifier]),
      );
    },
  },
  { row: ALL, shows: 'asks a guest to log in', given: () => ({}), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  { row: ALL, shows: 'is for superusers', as: 'owner', given: () => ({}), status: 403, errorCode: 'SUPERUSER_REQUIRED' },

  {
    row: GET,
    shows: 'finds an account in any case',
    as: 'superuser',
    given: ({ callers }) => ({ path: [nameOf(callers.owner).toUpperCase()] }),
    status: 200,
    holds: (answer, { callers }) => expect(answer.at('data.identifier')).toBe(callers.owner.identifier),
  },
  {
    row: GET,
    shows: 'knows no account of another name',
    as: 'superuser',
    given: () => unknown,
    status: 400,
    errorCode: 'USER_NOT_FOUND',
    message: 'User nobody-has-this-name not found.',
  },
  {
    row: GET,
    shows: 'takes names without @',
    as: 'superuser',
    given: ({ callers }) => ({ path: [callers.owner.identifier] }),
    status: 400,
    errorCode: 'USER_NOT_FOUND',
  },
  {
    row: GET,
    shows: 'takes digits for a name',
    as: 'superuser',
    given: () => ({ path: [1] }),
    status: 400,
    errorCode: 'USER_NOT_FOUND',
  },
  { row: GET, shows: 'asks a guest to log in', given: () => unknown, status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  { row: GET, shows: 'is behind the gate', as: 'owner', given: () => unknown, status: 403, errorCode: 'ADMIN_API_REFUSED' },

  {
    row: CREATE,
    shows: 'makes an account without token, and drops the @',
    as: 'superuser',
    given: () => ({ json: newcomer({ affiliation: 'ignored' }) }),
    status: 200,
    keys: [
      'id',
      'identifier',
      'displayName',
      'firstName',
      'lastName',
      'email',
      'superuser',
      'deactivated',
      'persistentUserId',
      'createdTime',
      'lastLoginTime',
      'authenticationProviderId',
    ],
    holds: (answer) => {
      expect(answer.text('data.identifier')).toMatch(/^@orcid-\w+$/);
      expect(answer.record('data')).toMatchObject({ displayName: 'Pete K. Newcomer', authenticationProviderId: 'orcid-v2' });
    },
  },
  {
    row: CREATE,
    shows: 'puts the first free number behind a name that is taken, as it was sent',
    as: 'superuser',
    given: async ({ callers }) => {
      const identifier = uniqueName('twice');
      for (const one of [identifier, identifier]) {
        expect((await callers.superuser.rest.post('/api/admin/authenticatedUsers', newcomer({ identifier: one }))).status).toBe(200);
      }
      return { json: newcomer({ identifier: identifier.toUpperCase() }) };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.identifier')).toMatch(/^@TWICE-\w+2$/),
  },
  {
    row: CREATE,
    shows: 'refuses an address that is taken in another case',
    as: 'superuser',
    given: ({ callers }) => ({ json: newcomer({ email: `${nameOf(callers.owner)}@EXAMPLE.org` }) }),
    status: 409,
    errorCode: 'USER_EMAIL_TAKEN',
    message: /belongs to another account/,
  },
  {
    row: CREATE,
    shows: 'refuses a user of the provider who has an account',
    as: 'superuser',
    given: async ({ callers }) => {
      const json = newcomer();
      expect((await callers.superuser.rest.post('/api/admin/authenticatedUsers', json)).status).toBe(200);
      return { json: newcomer({ persistentUserId: json['persistentUserId'] }) };
    },
    status: 409,
    errorCode: 'USER_ID_TAKEN',
  },
  ...(
    [
      ['nothing', {}, /authenticationProviderId/],
      ['no provider', newcomer({ authenticationProviderId: null }), /authenticationProviderId/],
      ['a blank id', newcomer({ persistentUserId: ' ' }), /persistentUserId/],
      ['a name of one letter', newcomer({ identifier: '@p' }), /identifier/],
      ['a name with blanks', newcomer({ identifier: 'pete the great' }), /identifier/],
      ['a blank first name', newcomer({ firstName: '' }), /firstName/],
      ['no last name', newcomer({ lastName: undefined }), /lastName/],
      ['a malformed address', newcomer({ email: 'pete' }), /email/],
    ] as const
  ).map(([what, json, message]): ContractCase => ({
    row: CREATE,
    shows: `refuses ${what}`,
    as: 'superuser',
    given: () => ({ json }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message,
  })),
  {
    row: CREATE,
    shows: 'refuses what is no JSON',
    as: 'superuser',
    given: () => ({ raw: '{', headers: { 'Content-Type': 'application/json' } }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  { row: CREATE, shows: 'asks a guest to log in', given: () => ({ json: newcomer() }), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  {
    row: CREATE,
    shows: 'is behind the gate',
    as: 'owner',
    given: () => ({ json: newcomer() }),
    status: 403,
    errorCode: 'ADMIN_API_REFUSED',
  },

  {
    row: TOGGLE,
    shows: 'turns the state over',
    as: 'superuser',
    given: someone(),
    status: 200,
    keys: ['message'],
    holds: async (answer, world) => {
      expect(answer.text('data.message')).toBe(`User ${identifierOfPerson()} set as a superuser.`);
      expect(await isSuperuser(world)).toBe(true);
      const again = await world.callers.superuser.rest.post(`/api/admin/superuser/${identifierOfPerson().slice(1)}`);
      expect(again.text('data.message')).toBe(`User ${identifierOfPerson()} removed as a superuser.`);
    },
  },
  ...['true', ' YES ', 'allow', '1'].map((raw): ContractCase => ({
    row: SET,
    shows: `makes an account a superuser by ${raw.trim()}`,
    as: 'superuser',
    given: someone(undefined, raw),
    status: 200,
    keys: ['message'],
    holds: async (answer, world) => {
      expect(answer.text('data.message')).toBe(`User ${identifierOfPerson()} set as a superuser.`);
      expect(await isSuperuser(world)).toBe(true);
      await world.callers.superuser.rest.send(`/api/admin/superuser/${identifierOfPerson().slice(1)}`, { method: 'PUT', raw: 'no' });
    },
  })),
  ...['false', 'NO', '0'].map((raw): ContractCase => ({
    row: SET,
    shows: `leaves an account what it is by ${raw}`,
    as: 'superuser',
    given: someone(undefined, raw),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toBe(`User ${identifierOfPerson()} removed as a superuser.`),
  })),
  ...['maybe', ''].map((raw): ContractCase => ({
    row: SET,
    shows: `takes ${raw === '' ? 'nothing' : raw} for neither`,
    as: 'superuser',
    given: someone(undefined, raw),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /1, yes, true, allow or false, no, 0/,
  })),
  {
    row: SET,
    shows: 'leaves the last superuser what it is',
    as: 'superuser',
    given: async (world) => {
      await leaveOneSuperuser(world);
      return { path: ['admin'], raw: 'false' };
    },
    status: 400,
    errorCode: 'LAST_SUPERUSER',
  },
  ...[TOGGLE, SET].flatMap((row): ContractCase[] => [
    {
      row,
      shows: 'leaves a deactivated account what it is',
      as: 'superuser',
      given: async (world) => {
        const request = await someone(undefined, 'true')(world);
        const path = `/api/admin/authenticatedUsers/${identifierOfPerson().slice(1)}/deactivate`;
        expect((await world.callers.superuser.rest.post(path)).status).toBe(200);
        return request;
      },
      status: 400,
      errorCode: 'USER_DEACTIVATED',
      holds: async (_answer, world) => expect(await isSuperuser(world)).toBe(false),
    },
    {
      row,
      shows: 'knows no other account',
      as: 'superuser',
      given: () => ({ ...unknown, raw: 'true' }),
      status: 404,
      errorCode: 'USER_NOT_FOUND',
    },
    {
      row,
      shows: 'takes names without @',
      as: 'superuser',
      given: ({ callers }) => ({ path: [callers.stranger.identifier], raw: 'true' }),
      status: 404,
      errorCode: 'USER_NOT_FOUND',
    },
    { row, shows: 'asks a guest to log in', given: () => ({ ...unknown, raw: 'true' }), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
    {
      row,
      shows: 'is behind the gate',
      as: 'owner',
      given: () => ({ ...unknown, raw: 'true' }),
      status: 403,
      errorCode: 'ADMIN_API_REFUSED',
    },
  ]),
];
